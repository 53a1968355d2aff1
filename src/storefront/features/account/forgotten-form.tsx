// Asks for the link that sets a new password. What it says afterwards is the same for every e-mail.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { requestPasswordReset } from '../../calls/password.ts';
import { checkForgotten } from '../../../shop/forms/password-reset.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { focusField, textsOf } from '../../ui/form-texts.ts';
import { Input } from '../../ui/input.tsx';
import { Note } from '../../ui/note.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { failureAdvice } from './failure-advice.ts';
import s from './password-form.module.css';

type Outcome = { sentTo: string } | { failure: string };

export function ForgottenForm({ email }: { email: string | undefined }) {
  const isHydrated = useHydrated();
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkForgotten(textsOf(form));
    setOutcome(undefined);
    setError(checked.ok ? undefined : checked.errors.email);
    if (!checked.ok) return focusField(form, checked.errors);
    setBusy(true);
    const reply = await requestPasswordReset(checked.value.email);
    setBusy(false);
    setOutcome(reply.ok ? { sentTo: checked.value.email } : { failure: failureAdvice(reply) });
  }

  return (
    <form
      className={s.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => setError(undefined)}
    >
      <Field label="Email" error={error}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={isHydrated ? email : undefined}
          />
        )}
      </Field>
      {/* Before the page is hydrated, a real submit would lead nowhere */}
      <Button type={isHydrated ? 'submit' : 'button'} wide busy={busy}>
        {busy ? 'Processing...' : 'Send the link'}
      </Button>
      {outcome && 'sentTo' in outcome && (
        <output>
          <Note tone="good">
            <p>
              If {outcome.sentTo} has an account, a letter with a link is on its way. The link works
              once, for one hour.
            </p>
            <p>Nothing there? Look into your spam folder, or send the link again.</p>
          </Note>
        </output>
      )}
      {outcome && 'failure' in outcome && (
        <Note tone="bad" role="alert">
          {outcome.failure}
        </Note>
      )}
    </form>
  );
}

// The form behind the letter's link: a new password, typed twice.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { resetPassword } from '../../calls/password.ts';
import { checkNewPassword } from '../../../shop/forms/password-reset.ts';
import type { NewPasswordField } from '../../../shop/forms/password-reset.ts';
import { Button } from '../../ui/button.tsx';
import { focusField, textsOf } from '../../ui/form-texts.ts';
import { Note } from '../../ui/note.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { failureAdvice } from './failure-advice.ts';
import { PasswordField } from './password-field.tsx';
import s from './password-form.module.css';

type Errors = Partial<Record<NewPasswordField, string>>;

interface NewPasswordFormProps {
  /** From the letter; undefined in the prerendered page. */
  token: string | undefined;
  /** With the account's e-mail. */
  onChanged: (email: string) => void;
  /** The link was used, or is too old. */
  onRefused: () => void;
}

export function NewPasswordForm({ token = '', onChanged, onRefused }: NewPasswordFormProps) {
  const isHydrated = useHydrated();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  function show(form: HTMLFormElement, found: Errors): void {
    setErrors(found);
    focusField(form, found);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkNewPassword(textsOf(form));
    setFailure(undefined);
    if (!checked.ok) return show(form, checked.errors);
    setErrors({});
    setBusy(true);
    const reply = await resetPassword(token, checked.value.password);
    // On success the button stays busy until the next page is there.
    if (reply.ok) return onChanged(reply.value.email);
    setBusy(false);
    if (reply.code === 'INVALID_TOKEN') return onRefused();
    const refused = reply.errors.find(({ field }) => field === 'newPassword');
    if (refused) return show(form, { password: refused.message });
    setFailure(failureAdvice(reply));
  }

  return (
    <form
      className={s.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => setErrors({})}
    >
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        error={errors.password}
        hint="At least 6 characters"
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      {/* Before the page is hydrated, a real submit would lead nowhere */}
      <Button type={isHydrated ? 'submit' : 'button'} wide busy={busy}>
        {busy ? 'Processing...' : 'Set new password'}
      </Button>
      {failure && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
    </form>
  );
}

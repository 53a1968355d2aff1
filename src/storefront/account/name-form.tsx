// The form for the name of the account, below the e-mail of the account.
import { useState } from 'react';
import { checkName } from './account-rules.ts';
import { changeName } from './own-account.ts';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { FormOutcome } from './form-outcome.tsx';
import s from './account-form.module.css';
import { settle } from '../session/session.ts';
import type { User } from '../session/api-session.ts';
import { useAccountForm } from './account-form.tsx';

export function NameForm({ user }: { user: User }) {
  const [typed, setTyped] = useState(user.name);
  const form = useAccountForm({
    check: checkName,
    send: ({ name }) => changeName(name),
    onDone: (_reply, { name }) => void settle({ ...user, name }),
  });
  const { errors, isBusy } = form;
  return (
    <form {...form.props} className={s.form}>
      {/* without a `name` attribute, because it is not sent */}
      <Field label="Email" hint="You log in with it.">
        {(control) => <Input {...control} type="email" value={user.email} readOnly />}
      </Field>
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            required
            defaultValue={user.name}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={typed === user.name ? 'line' : 'fill'}
        busy={isBusy}
        className={s.button}
      >
        {isBusy ? 'Processing...' : 'Save'}
      </Button>
      <FormOutcome form={form}>Your name is saved.</FormOutcome>
    </form>
  );
}

// The name of the account.
import { checkName } from '../../../shop/forms/account.ts';
import { changeName } from '../../calls/own-account.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { FormOutcome } from './form-outcome.tsx';
import s from './account-form.module.css';
import { settle } from './session.ts';
import type { User } from './session.ts';
import { useAccountForm } from './use-account-form.ts';

export function NameForm({ user }: { user: User }) {
  const { errors, busy, form, ...outcome } = useAccountForm({
    check: checkName,
    send: ({ name }) => changeName(name),
    onDone: ({ name }) => void settle({ ...user, name }),
  });
  return (
    <form {...form} className={s.form}>
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input {...control} name="name" autoComplete="name" required defaultValue={user.name} />
        )}
      </Field>
      <Button type="submit" variant="line" busy={busy} className={s.button}>
        {busy ? 'Processing...' : 'Save'}
      </Button>
      <FormOutcome {...outcome}>Your name is saved.</FormOutcome>
    </form>
  );
}

// A new password, for who knows the present one.
import { checkPasswordChange } from '../../../shop/forms/account.ts';
import { changePassword } from '../../calls/own-account.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { FormOutcome } from './form-outcome.tsx';
import s from './account-form.module.css';
import { useAccountForm } from './use-account-form.ts';

interface ChangePasswordFormProps {
  email: string;
  onChanged: () => void;
}

export function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const { errors, busy, form, ...outcome } = useAccountForm({
    check: checkPasswordChange,
    send: changePassword,
    onDone: onChanged,
  });
  return (
    <form {...form} className={s.form}>
      {/* Tells password managers whose password it is */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword}>
        {(control) => (
          <Input
            {...control}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <Field label="New password" error={errors.newPassword} hint="At least 6 characters">
        {(control) => (
          <Input
            {...control}
            name="newPassword"
            type="password"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Button type="submit" variant="line" busy={busy} className={s.button}>
        {busy ? 'Processing...' : 'Change password'}
      </Button>
      <FormOutcome {...outcome}>
        Your password is changed, and every other device is logged out.
      </FormOutcome>
    </form>
  );
}

// The form that changes the password, for people who know the current one.
import { checkPasswordChange } from './account-rules.ts';
import { changePassword } from './own-account.ts';
import { Button } from '../ui/form/button.tsx';
import { FormOutcome } from './form-outcome.tsx';
import s from './account-form.module.css';
import { useAccountForm } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';

interface ChangePasswordFormProps {
  email: string;
  onChanged: () => void;
}

export function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const form = useAccountForm({
    check: checkPasswordChange,
    send: changePassword,
    onDone(_reply, _value, element) {
      element.reset();
      onChanged();
    },
  });
  const { errors, isBusy } = form;
  return (
    <form {...form.props} className={s.form}>
      {/* For password managers: the account of the password */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        error={errors.newPassword}
        hint="At least 6 characters"
      />
      <Button type="submit" variant="line" busy={isBusy} className={s.button}>
        {isBusy ? 'Processing...' : 'Change password'}
      </Button>
      <FormOutcome form={form}>
        Your password is changed, and every other device is logged out.
      </FormOutcome>
    </form>
  );
}

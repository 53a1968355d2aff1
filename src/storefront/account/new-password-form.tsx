// The form that the link of the e-mail opens: a new password, typed twice.
import { resetPassword } from './password.ts';
import { checkNewPassword } from './password-reset.ts';
import { Button } from '../ui/form/button.tsx';
import { FailureNote } from './failure-note.tsx';
import { PasswordField } from './password-field.tsx';
import s from './password-form.module.css';
import { useAccountForm } from './account-form.tsx';

interface NewPasswordFormProps {
  /** From the e-mail; undefined in the prerendered page. */
  token: string | undefined;
  /** With the account's e-mail. */
  onChanged: (email: string) => void;
  /** The link was used, or is too old. */
  onRefused: () => void;
}

export function NewPasswordForm({ token = '', onChanged, onRefused }: NewPasswordFormProps) {
  const { errors, failure, isBusy, isDone, props, button } = useAccountForm({
    check: checkNewPassword,
    async send({ newPassword }) {
      const reply = await resetPassword(token, newPassword);
      if (!reply.ok && reply.code === 'INVALID_TOKEN') onRefused();
      return reply;
    },
    onDone: ({ email }) => onChanged(email),
  });
  // Once it is done, the button stays busy until the next page is there.
  const busy = isBusy || isDone;

  return (
    <form {...props} className={s.form}>
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        error={errors.newPassword}
        hint="At least 6 characters"
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      <Button {...button} busy={busy} wide>
        {busy ? 'Processing...' : 'Set new password'}
      </Button>
      <FailureNote failure={failure} />
    </form>
  );
}

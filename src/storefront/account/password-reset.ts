// Validates the two forms of a password reset: the request for a link, and the new password.
import * as v from 'valibot';
import { type Checked, checkForm, email } from '../../shop/forms/fields.ts';
import { confirmPassword, newPassword, PASSWORDS_DIFFER } from '../../shop/forms/new-password.ts';

const ForgottenForm = v.object({ email });

/** Checks the form that requests a link. */
export function checkForgotten(
  input: Record<string, unknown>,
): Checked<{ email: string }, 'email'> {
  return checkForm(ForgottenForm, input);
}

const NewPasswords = v.pipe(
  v.object({ newPassword, confirmPassword }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (form) => form.newPassword === form.confirmPassword,
      PASSWORDS_DIFFER,
    ),
    ['confirmPassword'],
  ),
);

export type NewPasswordField = 'newPassword' | 'confirmPassword';

/** Checks the form that sets a new password. Passwords are not trimmed. */
export function checkNewPassword(
  input: Record<string, unknown>,
): Checked<Record<NewPasswordField, string>, NewPasswordField> {
  return checkForm(NewPasswords, input);
}

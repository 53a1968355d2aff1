// Validates the two forms of a password reset: the request for a link, and the new password.
import * as v from 'valibot';
import { type Checked, checkForm, email } from './check-form.ts';
import { confirmPassword, newPassword, PASSWORDS_DIFFER } from './new-password.ts';

const forgottenSchema = v.object({ email });

/** Checks the form that requests a link. */
export function checkForgotten(
  input: Record<string, unknown>,
): Checked<{ email: string }, 'email'> {
  return checkForm(forgottenSchema, input);
}

const newPasswordSchema = v.pipe(
  v.object({ password: newPassword, confirmPassword }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      PASSWORDS_DIFFER,
    ),
    ['confirmPassword'],
  ),
);

export type NewPasswordField = 'password' | 'confirmPassword';

/** Checks the form that sets a new password. Passwords are not trimmed. */
export function checkNewPassword(
  input: Record<string, unknown>,
): Checked<Record<NewPasswordField, string>, NewPasswordField> {
  return checkForm(newPasswordSchema, input);
}

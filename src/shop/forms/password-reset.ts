// The two forms of a forgotten password: the one that asks for a link, and the one behind the link.
import * as v from 'valibot';
import { type Checked, checkForm, email } from './check-form.ts';
import { confirmPassword, newPassword, PASSWORDS_DIFFER } from './new-password.ts';

const forgottenSchema = v.object({ email });

/** Checks the form that asks for a link. */
export function checkForgotten(
  input: Record<string, unknown>,
): Checked<{ email: string }, 'email'> {
  return checkForm(forgottenSchema, input);
}

const newPasswordSchema = v.pipe(
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

/** Checks the form that sets a new password. The passwords are taken as typed, blanks included. */
export function checkNewPassword(
  input: Record<string, unknown>,
): Checked<Record<NewPasswordField, string>, NewPasswordField> {
  return checkForm(newPasswordSchema, input);
}

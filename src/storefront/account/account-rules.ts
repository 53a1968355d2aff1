// Validates the forms of the account page.
import * as v from 'valibot';
import { type Checked, checkForm, required } from '../../shop/forms/fields.ts';
import { newPasswordField } from '../../shop/forms/sign-up.ts';

const PASSWORD_REQUIRED = 'Password is required';

const password = v.optional(v.pipe(v.string(PASSWORD_REQUIRED), v.nonEmpty(PASSWORD_REQUIRED)), '');

const NameForm = v.object({ name: required('Name', 100) });
const PasswordForm = v.object({ password });
const PasswordChange = v.object({ currentPassword: password, newPassword: newPasswordField });

export type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** Checks the form that changes the name. */
export function checkName(input: Record<string, unknown>): Checked<{ name: string }, 'name'> {
  return checkForm(NameForm, input);
}

/** Checks a form that asks for the account's own password. Only the server knows whether it is right. */
export function checkOwnPassword(
  input: Record<string, unknown>,
): Checked<{ password: string }, 'password'> {
  return checkForm(PasswordForm, input);
}

/** Checks the form that changes the password. Passwords are not trimmed. */
export function checkPasswordChange(
  input: Record<string, unknown>,
): Checked<PasswordChange, keyof PasswordChange> {
  return checkForm(PasswordChange, input);
}

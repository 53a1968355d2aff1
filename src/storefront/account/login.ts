// Validates the login form: both fields are required. better-auth checks whether they are right.
import * as v from 'valibot';
import { type Checked, checkForm, email } from '../../shop/forms/fields.ts';

const PASSWORD_REQUIRED = 'Password is required';

const Login = v.object({
  email,
  password: v.optional(v.pipe(v.string(PASSWORD_REQUIRED), v.nonEmpty(PASSWORD_REQUIRED)), ''),
});

export type Login = v.InferOutput<typeof Login>;
export type LoginField = keyof Login;

/** Checks the login form. The password is not trimmed. */
export function checkLogin(input: Record<string, unknown>): Checked<Login, LoginField> {
  return checkForm(Login, input);
}

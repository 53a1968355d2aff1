// Validates the sign-up form, and new passwords at sign-up, reset and change. Phone number and PIN code are not checked, as
// specified, but every text has a limit.
import * as v from 'valibot';
import { isPinCode, states } from '../states.ts';
import { plainCode, ungrouped } from './clean-text.ts';
import {
  checkForm,
  emailField,
  manyLines,
  oneLine,
  optional,
  phoneOrText,
  required,
} from './fields.ts';
import type { Checked } from './fields.ts';

export const SHORTEST_PASSWORD = 6;
/** better-auth's limit. */
export const LONGEST_PASSWORD = 128;

const PASSWORD_TOO_SHORT = 'Password is too short: please use at least 6 characters';
export const PASSWORD_TOO_LONG = 'Password is too long: please use at most 128 characters';
export const PASSWORDS_DIFFER = 'Passwords do not match';

export const PASSWORD_HINT = 'At least 6 characters.';

/**
 * Returns the form in which passwords are judged, compared and hashed (NFKC, NIST SP 800-63B): keyboards write the same
 * letter as different characters. A text that is too long for a password is returned as it is.
 */
export const normalPassword = (typed: string) =>
  typed.length > LONGEST_PASSWORD ? typed : typed.normalize('NFKC');

export const isSamePassword = (one: string, other: string) =>
  normalPassword(one) === normalPassword(other);

/** The schema of the field for a new password. The server's also refuses the common ones. */
export const newPasswordField = v.optional(
  v.pipe(
    v.string('Password is required'),
    v.nonEmpty('Password is required'),
    v.check((password) => normalPassword(password).length >= SHORTEST_PASSWORD, PASSWORD_TOO_SHORT),
    v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
  ),
  '',
);

/** The schema of the field that repeats it. The form's schema compares the two. */
export const confirmPassword = v.optional(v.string('Please confirm your password'), '');

function pinOrText(text: string): string {
  const digits = ungrouped(text);
  return isPinCode(digits) ? digits : oneLine(text);
}

/** Parses the sign-up form, which is also the payload of the registration route. */
export const SignUpForm = v.pipe(
  v.object(
    {
      name: required('Name', 100),
      email: emailField,
      phoneNumber: optional('Phone number', 20, phoneOrText),
      pincode: optional('Pincode', 10, pinOrText),
      dob: optional('Date of birth', 20, plainCode),
      state: v.nullish(v.union([v.literal(''), v.picklist(states)], 'Please select a state'), ''),
      address: optional('Address', 500, manyLines),
      // The form has no such field; a variant of it has, says the specification.
      landmark: v.exactOptional(optional('Landmark', 200)),
      password: newPasswordField,
      confirmPassword,
    },
    'Please fill in the sign-up form',
  ),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => isSamePassword(form.password, form.confirmPassword),
      PASSWORDS_DIFFER,
    ),
    ['confirmPassword'],
  ),
);

/** A cleaned sign-up. Empty fields are ''. */
export type SignUp = v.InferOutput<typeof SignUpForm>;
export type SignUpField = keyof SignUp;

/** Checks the sign-up form. Texts are cleaned, passwords are not. */
export function checkSignUp(input: Record<string, unknown>): Checked<SignUp, SignUpField> {
  return checkForm(SignUpForm, input);
}

// The sign-up form: what it accepts and what it says. Phone number and PIN code stay unchecked, as
// specified; every text is bounded.
import * as v from 'valibot';
import { states } from '../states.ts';
import { type Checked, checkForm, email, optional, required } from './check-form.ts';
import { commonPasswords } from './common-passwords.ts';

const SHORTEST_PASSWORD = 6;
/** The identity provider takes no longer one. */
const LONGEST_PASSWORD = 128;

const WEAK_PASSWORD =
  'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';

/** One helpful sentence if the password is too short or among the most common ones. */
export function weakPassword(password: string): string | undefined {
  const weak = password.length < SHORTEST_PASSWORD || commonPasswords.has(password.toLowerCase());
  return weak ? WEAK_PASSWORD : undefined;
}

/** Parses a sign-up, and with it the payload of the registration call. */
export const signUpSchema = v.pipe(
  v.object(
    {
      name: required('Name', 100),
      email,
      phoneNumber: optional('Phone number', 20),
      pincode: optional('Pincode', 10),
      dob: optional('Date of birth', 20),
      state: v.nullish(v.union([v.literal(''), v.picklist(states)], 'Please select a state'), ''),
      address: optional('Address', 500, 'lines'),
      landmark: optional('Landmark', 200),
      password: v.optional(
        v.pipe(
          v.string('Password is required'),
          v.nonEmpty('Password is required'),
          v.check((password) => weakPassword(password) === undefined, WEAK_PASSWORD),
          v.maxLength(LONGEST_PASSWORD, 'Password is too long: please use at most 128 characters'),
        ),
        '',
      ),
      confirmPassword: v.optional(v.string('Please confirm your password'), ''),
    },
    'Please fill in the sign-up form',
  ),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      'Passwords do not match',
    ),
    ['confirmPassword'],
  ),
);

/** What the shop keeps of a sign-up. '' where nothing was given. */
export interface SignUpProfile {
  name: string;
  email: string;
  phoneNumber: string;
  pincode: string;
  dob: string;
  state: string;
  address: string;
  landmark?: string;
}

export type SignUp = SignUpProfile & { password: string; confirmPassword: string };
export type SignUpField = keyof SignUp;

/** Checks the sign-up form. Texts come back trimmed, the passwords as typed. */
export function checkSignUp(input: Record<string, unknown>): Checked<SignUp, SignUpField> {
  return checkForm(signUpSchema, input);
}

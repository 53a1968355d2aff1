// The sign-up form: what it accepts and what it says. Phone number and PIN code stay unchecked, as
// specified; every text is bounded.
import * as v from 'valibot';
import { states } from '../states.ts';
import { type Checked, checkForm, email, optional, required } from './check-form.ts';
import { confirmPassword, newPassword, PASSWORDS_DIFFER } from './new-password.ts';

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
      password: newPassword,
      confirmPassword,
    },
    'Please fill in the sign-up form',
  ),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      PASSWORDS_DIFFER,
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

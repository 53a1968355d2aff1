// Validates the sign-up form. Phone number and PIN code are not checked, as specified, but every text has a limit.
import * as v from 'valibot';
import { states } from '../states.ts';
import { type Checked, checkForm, email, optional, required } from './fields.ts';
import { confirmPassword, newPassword, PASSWORDS_DIFFER } from './new-password.ts';

/** Parses the sign-up form, which is also the payload of the registration route. */
export const SignUpForm = v.pipe(
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

/** The part of a sign-up that the shop stores. Empty fields are ''. */
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

/** Checks the sign-up form. Texts are trimmed, passwords are not. */
export function checkSignUp(input: Record<string, unknown>): Checked<SignUp, SignUpField> {
  return checkForm(SignUpForm, input);
}

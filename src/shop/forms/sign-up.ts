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

export const PASSWORD_TOO_LONG = 'Password is too long: please use at most 128 characters';
export const PASSWORDS_DIFFER = 'Passwords do not match';

const WEAK_PASSWORD =
  'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';

/**
 * Passwords of at least six characters that guessing tools try first, in lower case. Marked pure, so that the bundler
 * drops the list from pages without a sign-up.
 */
export const commonPasswords: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    '123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 654321 ' +
    '000000 111111 1111111 11111111 121212 112233 123123 123321 131313 159753 222222 232323 ' +
    '333333 444444 555555 666666 696969 777777 7777777 789456 888888 88888888 999999 147258 ' +
    '147258369 159357 456789 aaaaaa abc123 abcd1234 abcdef abcdefg abc1234 a1b2c3 a12345 a123456 ' +
    '123abc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx q1w2e3r4 qwerty qwerty1 qwerty12 ' +
    'qwerty123 qwertyuiop asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm password password1 ' +
    'password12 password123 password@123 passw0rd p@ssw0rd p@ssword pass123 pass1234 pass@123 ' +
    'admin1 admin123 admin@123 administrator welcome welcome1 welcome123 welcome@123 letmein ' +
    'login123 test123 test1234 testing guest123 secret changeme default master monkey dragon ' +
    'shadow sunshine princess football cricket superman batman pokemon iloveyou iloveu ' +
    'loveyou lovely computer internet google samsung india123 india@123 bharat jaihind jaishreeram ' +
    'ganesh krishna omsairam sairam ganesha chennai mumbai chocolate maalai'
  ).split(' '),
);

/** Says what is refused, with a password that is not. The server's `findWeakness` refuses the most. */
export const PASSWORD_HINT =
  'At least 6 characters, no name, date or row like 123456. For example: lamp river tabla';

/**
 * Returns the form in which passwords are judged, compared and hashed (NFKC, NIST SP 800-63B): keyboards write the same
 * letter as different characters. A text that is too long for a password is returned as it is.
 */
export const normalPassword = (typed: string) =>
  typed.length > LONGEST_PASSWORD ? typed : typed.normalize('NFKC');

export const isSamePassword = (one: string, other: string) =>
  normalPassword(one) === normalPassword(other);

/** Returns a message if the password is too short or among the most common ones. */
export function weakPassword(typed: string): string | undefined {
  const password = normalPassword(typed);
  const weak = password.length < SHORTEST_PASSWORD || commonPasswords.has(password.toLowerCase());
  return weak ? WEAK_PASSWORD : undefined;
}

/** The schema of the field for a new password. */
export const newPasswordField = v.optional(
  v.pipe(
    v.string('Password is required'),
    v.nonEmpty('Password is required'),
    v.check((password) => weakPassword(password) === undefined, WEAK_PASSWORD),
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
      landmark: optional('Landmark', 200),
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

// A password that is being chosen, at sign-up or after it was forgotten: what is taken, and what is said.
import * as v from 'valibot';
import { commonPasswords } from './common-passwords.ts';

export const SHORTEST_PASSWORD = 6;
/** The identity provider takes no longer one. */
export const LONGEST_PASSWORD = 128;

export const PASSWORD_TOO_LONG = 'Password is too long: please use at most 128 characters';
export const PASSWORDS_DIFFER = 'Passwords do not match';

const WEAK_PASSWORD =
  'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';

/** One helpful sentence if the password is too short or among the most common ones. */
export function weakPassword(password: string): string | undefined {
  const weak = password.length < SHORTEST_PASSWORD || commonPasswords.has(password.toLowerCase());
  return weak ? WEAK_PASSWORD : undefined;
}

/** The field of the new password. */
export const newPassword = v.optional(
  v.pipe(
    v.string('Password is required'),
    v.nonEmpty('Password is required'),
    v.check((password) => weakPassword(password) === undefined, WEAK_PASSWORD),
    v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
  ),
  '',
);

/** The field where it is typed again. Whether both are the same is for the form to check. */
export const confirmPassword = v.optional(v.string('Please confirm your password'), '');

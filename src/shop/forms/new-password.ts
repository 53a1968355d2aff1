// The rules for new passwords, at sign-up, reset and change.
import * as v from 'valibot';
import { commonPasswords } from './common-passwords.ts';

export const SHORTEST_PASSWORD = 6;
/** better-auth's limit. */
export const LONGEST_PASSWORD = 128;

export const PASSWORD_TOO_LONG = 'Password is too long: please use at most 128 characters';
export const PASSWORDS_DIFFER = 'Passwords do not match';

const WEAK_PASSWORD =
  'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';

/** Returns a message if the password is too short or among the most common ones. */
export function weakPassword(password: string): string | undefined {
  const weak = password.length < SHORTEST_PASSWORD || commonPasswords.has(password.toLowerCase());
  return weak ? WEAK_PASSWORD : undefined;
}

/** The schema of the field for a new password. */
export const newPassword = v.optional(
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

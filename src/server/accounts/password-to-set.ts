// The rules for a password that somebody chooses.
import * as v from 'valibot';
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '../../shop/forms/new-password.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { weaknessOf } from './password.ts';

/** A new password as a client sends it. `refuseWeak` checks its strength and throws a code of its own. */
export const passwordToSet = v.pipe(
  v.string('Password is required'),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

/** Throws a 400 problem at `field` for a password of that owner which is too short or easy to guess. */
export async function refuseWeak(
  field: string,
  password: string,
  owner: { name: string; email: string },
): Promise<void> {
  const message = await weaknessOf(password, [owner.name, owner.email]);
  if (message === undefined) return;
  const errors = [{ field, message }];
  throw new ProblemError(400, message, { code: 'PASSWORD_TOO_WEAK', message, errors });
}

// A password that somebody chooses, wherever that happens: its bounds and the shop's rule.
import * as v from 'valibot';
import {
  LONGEST_PASSWORD,
  PASSWORD_TOO_LONG,
  weakPassword,
} from '../../shop/forms/new-password.ts';
import { ProblemError } from '../http/problem.ts';

/** Whether it is strong enough is `refuseWeak`'s to say, with a code of its own. */
export const passwordToSet = v.pipe(
  v.string('Password is required'),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

/** Throws a 400 problem at `field` for a password that is too short or too common. */
export function refuseWeak(field: string, password: string): void {
  const message = weakPassword(password);
  if (message === undefined) return;
  const errors = [{ field, message }];
  throw new ProblemError(400, message, { code: 'PASSWORD_TOO_WEAK', message, errors });
}

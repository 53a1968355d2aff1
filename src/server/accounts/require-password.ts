// Asks for the password again, where a borrowed phone or a stolen cookie must not be enough.
import type { Context } from 'hono';
import * as v from 'valibot';
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '../../shop/forms/new-password.ts';
import type { AppParts } from '../app-parts.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { noteAccount } from '../platform/pseudonym.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { countGuess } from './count-guess.ts';
import type { CurrentUser } from './session.ts';

const REQUIRED = 'Password is required';
const WRONG = 'This is not the password of your account. Please type it again.';

/** The current password as a client sends it. */
export const ownPassword = v.pipe(
  v.string(REQUIRED),
  v.nonEmpty(REQUIRED),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

/**
 * Returns the stored hash that the password fits. Throws a 401 problem at `field` for a wrong password, which
 * counts as a failed login, and a 429 problem after too many of them.
 */
export async function requirePassword(
  c: Context<ServerEnv>,
  { auth, db, limits }: Pick<AppParts, 'auth' | 'db' | 'limits'>,
  { user, field, password }: { user: CurrentUser; field: string; password: string },
): Promise<string> {
  noteAccount(c, user.email);
  const caller = { account: user.email, address: c.get('clientAddress') };
  return countGuess(limits, caller, async () => {
    const account = await db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', user.id)
      .where('providerId', '=', 'credential')
      .executeTakeFirst();
    const hash = account?.password;
    const { password: passwords } = await auth.$context;
    if (hash && (await passwords.verify({ hash, password }))) return hash;
    throw new ProblemError(401, WRONG, {
      code: 'INVALID_PASSWORD',
      errors: [{ field, message: WRONG }],
    });
  });
}

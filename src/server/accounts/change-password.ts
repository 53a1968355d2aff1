// Changes the password of an account, which must give its old one. One transaction sets it, ends all other sessions and
// the password reset links, renews this session's token and enqueues the e-mail that notifies the account.
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { AppParts } from '../app-parts.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { refuseWeak } from './password-to-set.ts';
import { renewToken, sendToken } from './renew-session.ts';
import { requirePassword } from './require-password.ts';
import type { CurrentSession } from './session.ts';
import { setPassword } from './set-password.ts';

/**
 * Changes the password of the session's account. Throws a 401 problem at `currentPassword` for a wrong one, a
 * 400 problem at `newPassword` for a weak one, a 409 problem if another change came first.
 */
export async function changePassword(
  c: Context<ServerEnv>,
  parts: Pick<AppParts, 'auth' | 'db' | 'clock' | 'limits' | 'mailer'>,
  { id: sessionId, user }: CurrentSession,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { auth, db, clock, mailer } = parts;
  const own = { user, field: 'currentPassword', password: currentPassword };
  const oldHash = await requirePassword(c, parts, own);
  await refuseWeak('newPassword', newPassword, user);
  const { password: passwords } = await auth.$context;
  // Outside of the transaction: hashing is slow, and the embedded database has one writer.
  const hash = await passwords.hash(newPassword);
  const now = clock();
  const token = await db.transaction().execute(async (trx) => {
    const isSet = await setPassword(trx, now, {
      userId: user.id,
      email: user.email,
      hash,
      oldHash,
      keptSession: sessionId,
      dedupeKey: randomUUID(),
      facts: { isByOldPassword: true },
    });
    // Of two concurrent changes, the later one finds another hash.
    if (!isSet) throw changedMeanwhile();
    return renewToken(trx, sessionId);
  });
  await sendToken(c, parts, token);
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
}

function changedMeanwhile(): ProblemError {
  return new ProblemError(
    409,
    'Your password was changed somewhere else at the same moment. Please log in with that new password.',
  );
}

// Sets a new password with the token of a link, once. One transaction sets it, ends all sessions of the account,
// removes its other links and enqueues the e-mail that notifies it.
import type { Kysely } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { markConfirmed } from './confirm-email.ts';
import { linkIdentifier } from './links.ts';
import { refuseWeak } from './password-to-set.ts';
import { setPassword } from './set-password.ts';

/**
 * Resolves to the account's e-mail. Throws a 400 problem for a link that was used, has expired or never existed, and
 * for a weak password; the link then stays valid.
 */
export async function resetPassword(
  { auth, db, clock, mailer }: Pick<AppParts, 'auth' | 'db' | 'clock' | 'mailer'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const identifier = linkIdentifier('password-reset', token);
  const now = clock();
  const at = now.toISOString();
  // Checked before the hash, which is expensive, and again under the lock.
  const owner = await findOwner(db, identifier, at);
  if (!owner) throw badLink();
  await refuseWeak('newPassword', newPassword, owner);
  const { password: passwords } = await auth.$context;
  const hash = await passwords.hash(newPassword);
  const account = await db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom('verification')
      .where('identifier', '=', identifier)
      .where('expiresAt', '>', at)
      .returning(['id', 'value'])
      .executeTakeFirst();
    if (!link) throw badLink();
    const { email } = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', link.value)
      .executeTakeFirstOrThrow(badLink);
    await setPassword(trx, now, { userId: link.value, email, hash, dedupeKey: link.id });
    // The link was e-mailed: whoever used it receives what is sent to this address.
    await markConfirmed(trx, link.value, at);
    return email;
  });
  mailer.kick();
  return account;
}

/** Resolves to the owner of the link; to undefined if the link is not valid. */
function findOwner(db: Kysely<Schema>, identifier: string, at: string) {
  return db
    .selectFrom('verification')
    .innerJoin('user', 'user.id', 'verification.value')
    .select(['user.name', 'user.email'])
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
}

function badLink(): ProblemError {
  const message = 'This link has been used or is too old. Please ask for a new one.';
  return new ProblemError(400, message, { code: 'INVALID_TOKEN', message });
}

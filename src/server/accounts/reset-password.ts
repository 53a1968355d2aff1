// The other end of the link: sets the new password, once. Whoever was signed in with the old one is
// signed out, no other link of the account works any more, and a message tells the account; all of it happens or
// nothing.
import type { Kysely } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../database/schema.ts';
import { ProblemError } from '../http/problem.ts';
import { markConfirmed } from './confirm-email.ts';
import { linkIdentifier } from './link-token.ts';
import { refuseWeak } from './password-to-set.ts';
import { setPassword } from './set-password.ts';

/**
 * Returns the account's e-mail. Throws a 400 problem for a link that was used, is too old or never was, and
 * for a weak password; the link then stays good.
 */
export async function resetPassword(
  { auth, db, clock, mailer }: Pick<AppParts, 'auth' | 'db' | 'clock' | 'mailer'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const identifier = linkIdentifier('password-reset', token);
  const now = clock();
  const at = now.toISOString();
  // Before the hash, which is dear, and again with the lock.
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
    // The link came by message: whoever used it reads what is sent to this e-mail.
    await markConfirmed(trx, link.value, at);
    return email;
  });
  mailer.kick();
  return account;
}

/** Whose account the link opens; undefined for one that opens none. */
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

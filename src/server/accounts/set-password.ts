// Stores a new password, ends the sessions of the old one, and notifies the account by e-mail.
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { PasswordChangedFacts } from '../mail/outbox.ts';
import { allLinks } from './links.ts';

export interface PasswordToSet {
  userId: string;
  email: string;
  hash: string;
  /** The password is set only if this is still the hash of the current one. */
  oldHash?: string;
  /** The one session that does not end. */
  keptSession?: string;
  /** At most one e-mail is sent per key. */
  dedupeKey: string;
  facts?: Pick<PasswordChangedFacts, 'isByOldPassword'>;
}

/**
 * Stores the hash, ends the sessions and the password reset links, and enqueues the e-mail. Resolves to false if
 * `oldHash` is not the current one; the transaction must then not be committed.
 */
export async function setPassword(
  trx: Transaction<Schema>,
  now: Date,
  { userId, email, hash, oldHash, keptSession = '', dedupeKey, facts }: PasswordToSet,
): Promise<boolean> {
  const at = now.toISOString();
  // First, because a request that uses a link locks the link before the account: another order could deadlock.
  await trx
    .deleteFrom('verification')
    .where('identifier', 'like', allLinks('password-reset'))
    .where('value', '=', userId)
    .execute();
  const account = await trx
    .updateTable('account')
    .set({ password: hash, updatedAt: at })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .$if(oldHash !== undefined, (query) => query.where('password', '=', oldHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  if (!account) return false;
  await trx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '<>', keptSession)
    .execute();
  await enqueueMail(trx, now, [
    {
      kind: 'password-changed',
      dedupeKey: `password-changed:${dedupeKey}`,
      recipient: email,
      facts: { email, changedAt: at, ...facts },
    },
  ]);
  return true;
}

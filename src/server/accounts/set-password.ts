// Stores a new password, ends what the old one opened, and notifies the account by e-mail.
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { PasswordChangedFacts } from '../mail/mail.ts';
import { allLinks } from './link-token.ts';

export interface PasswordToSet {
  userId: string;
  email: string;
  hash: string;
  /** The password is set only if this is still the hash of the present one. */
  oldHash?: string;
  /** The one session that goes on. */
  keptSession?: string;
  /** One e-mail for one key. */
  dedupeKey: string;
  facts?: Pick<PasswordChangedFacts, 'isByOldPassword'>;
}

/**
 * Stores the hash, ends the sessions and the links to a new password, and enqueues the e-mail. Returns false,
 * and the transaction must not be committed, if `oldHash` is not the present one.
 */
export async function setPassword(
  trx: Transaction<Schema>,
  now: Date,
  { userId, email, hash, oldHash, keptSession = '', dedupeKey, facts }: PasswordToSet,
): Promise<boolean> {
  const at = now.toISOString();
  // First, because a link that is used locks itself before the account: two in another order could wait for each other.
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

// What every capability asks of an account. Its lock: whatever writes for an account that it has checked takes this lock first, and then checks again:
// hashes and uploads take time, in which the password may change or the account be deleted.
import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Locks an account, with all that it owns, until the transaction ends: whoever else locks it waits. Resolves to false if
 * the account does not exist. Must come before what it protects is read, and before other locks: transactions that lock
 * the same rows in another order could deadlock.
 */
export async function lockAccount(trx: Transaction<Schema>, userId: string): Promise<boolean> {
  // An update that changes nothing locks on both databases.
  const locked = trx.updateTable('user').set((eb) => ({ name: eb.ref('name') }));
  return (await locked.where('id', '=', userId).returning('id').execute()).length > 0;
}

/** Resolves to whether the account has confirmed its e-mail; false for a deleted account. */
export async function isEmailConfirmed(trx: Transaction<Schema>, userId: string): Promise<boolean> {
  const query = trx.selectFrom('user').select('emailVerified').where('id', '=', userId);
  return Boolean((await query.executeTakeFirst())?.emailVerified);
}

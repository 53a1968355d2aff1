// Puts e-mails into the outbox, in the transaction of the event that they report: both happen or neither.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { NewMail } from './outbox.ts';

/** Enqueues e-mails to be sent from `now` on. One whose dedupe key exists already is ignored. */
export async function enqueueMail(
  trx: Transaction<Schema>,
  now: Date,
  mails: readonly NewMail[],
): Promise<void> {
  const at = now.toISOString();
  // An order whose personal data was erased has no recipient.
  const addressed = mails.filter(({ recipient }) => recipient !== '');
  if (addressed.length === 0) return;
  const rows = addressed.map(({ dedupeKey, recipient, kind, facts }) => ({
    id: randomUUID(),
    dedupe_key: dedupeKey,
    recipient,
    kind,
    order_id: ('orderId' in facts && facts.orderId) || null,
    payload: JSON.stringify(facts),
    created_at: at,
    tries: 0,
    next_try_at: at,
  }));
  await trx
    .insertInto('mail')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

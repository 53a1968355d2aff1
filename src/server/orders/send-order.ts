// Records that an order was handed to a courier, and notifies the shopper. However often and at the same time this is
// reported, only the first counts, and one e-mail is sent.
import type { Transaction } from 'kysely';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import { readSnapshot } from '../../shop/order.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { closeOrder, listEvents, recordEvent } from './order-events.ts';
import type { OrderEvent } from './order-events.ts';

export type Sending =
  /** `fresh`: recorded just now. `sent` is what is recorded, now or before. */
  | { outcome: 'sent'; fresh: boolean; sent: OrderEvent; email: string }
  /** The order was refunded in full. */
  | { outcome: 'refunded' }
  /** There is no such order. */
  | { outcome: 'unknown' };

/** Records the dispatch of an order. Resolves to what is recorded. */
export async function sendOrder(
  { db, clock }: { db: Database; clock: () => Date },
  orderId: string,
  dispatch: Dispatch,
): Promise<Sending> {
  const sending = await db.transaction().execute(async (trx): Promise<Sending> => {
    // First, because it locks: of two reports at once, the second waits here and then finds the order closed.
    const fresh = await closeOrder(trx, orderId);
    const order = await trx
      .selectFrom('shop_order')
      .select(['id', 'email', 'snapshot'])
      .where('id', '=', orderId)
      .executeTakeFirst();
    if (order === undefined) return { outcome: 'unknown' };
    if (fresh) await recordSending(trx, clock(), order, dispatch);
    const sent = (await listEvents(trx, orderId)).find(({ type }) => type === 'sent');
    crashAt('send:before-commit');
    if (sent === undefined) return { outcome: 'refunded' };
    return { outcome: 'sent', fresh, sent, email: order.email };
  });
  crashAt('send:after-commit');
  return sending;
}

async function recordSending(
  trx: Transaction<Schema>,
  now: Date,
  { id: orderId, email, snapshot }: { id: string; email: string; snapshot: string },
  dispatch: Dispatch,
): Promise<void> {
  const key = `order:${orderId}:sent`;
  const sentAt = now.toISOString();
  await recordEvent(trx, {
    key,
    order_id: orderId,
    type: 'sent',
    at: sentAt,
    courier: dispatch.courier,
    tracking_number: dispatch.trackingNumber ?? null,
    tracking_url: dispatch.trackingUrl ?? null,
  });
  const { lines } = readSnapshot(snapshot).quote;
  const facts = { ...dispatch, orderId, sentAt, email, lines };
  await enqueueMail(trx, now, [{ kind: 'order-sent', dedupeKey: key, recipient: email, facts }]);
}

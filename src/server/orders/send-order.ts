// Records that an order was handed to a courier, and notifies the shopper. However often and at the same time this is
// reported, only the first counts, and one e-mail is sent. A correction of the parcel is another event with its e-mail.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { correctDispatch } from '../../shop/forms/dispatch.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import { readSnapshot } from '../../shop/order.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { closeOrder, findDispatch, listEvents, recordEvent } from './order-events.ts';
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
    const sent = findDispatch(await listEvents(trx, orderId));
    crashAt('send:before-commit');
    if (sent === undefined) return { outcome: 'refunded' };
    return { outcome: 'sent', fresh, sent, email: order.email };
  });
  crashAt('send:after-commit');
  return sending;
}

export type Correction =
  /** `sent` is what is recorded now. Without a difference to `before`, nothing was recorded. */
  | { outcome: 'corrected' | 'unchanged'; sent: OrderEvent; email: string }
  /** The order was not sent, or does not exist. */
  | { outcome: 'unsent' | 'unknown' };

/** Corrects the record of a parcel. The shopper gets an e-mail that says what changed, if something did. */
export function correctParcel(
  { db, clock }: { db: Database; clock: () => Date },
  orderId: string,
  correction: Partial<Dispatch>,
): Promise<Correction> {
  return db.transaction().execute(async (trx): Promise<Correction> => {
    // Changes nothing, but locks: of two corrections at once, the second waits here and then finds the first.
    const order = await trx
      .updateTable('shop_order')
      .set(({ ref }) => ({ send_by: ref('send_by') }))
      .where('id', '=', orderId)
      .returning(['id', 'email', 'snapshot'])
      .executeTakeFirst();
    if (order === undefined) return { outcome: 'unknown' };
    const events = await listEvents(trx, orderId);
    const recorded = findDispatch(events);
    if (recorded === undefined) return { outcome: 'unsent' };
    const before = toDispatch(recorded);
    const dispatch = correctDispatch(before, correction);
    const { email } = order;
    if (isDeepStrictEqual(before, dispatch)) {
      return { outcome: 'unchanged', sent: recorded, email };
    }
    const { at: sentAt } = recorded;
    const number = events.filter(({ type }) => type === 'sent').length + 1;
    await recordSending(trx, clock(), order, dispatch, { number, before, sentAt });
    const sent = findDispatch(await listEvents(trx, orderId)) ?? recorded;
    return { outcome: 'corrected', sent, email };
  });
}

function toDispatch({ courier, tracking_number, tracking_url }: OrderEvent): Dispatch {
  return {
    courier: courier ?? '',
    ...(tracking_number && { trackingNumber: tracking_number }),
    ...(tracking_url && { trackingUrl: tracking_url }),
  };
}

async function recordSending(
  trx: Transaction<Schema>,
  now: Date,
  { id: orderId, email, snapshot }: { id: string; email: string; snapshot: string },
  dispatch: Dispatch,
  corrected?: { number: number; before: Dispatch; sentAt: string },
): Promise<void> {
  const key = `order:${orderId}:sent${corrected ? `:${corrected.number}` : ''}`;
  const at = now.toISOString();
  await recordEvent(trx, {
    key,
    order_id: orderId,
    type: 'sent',
    at,
    courier: dispatch.courier,
    tracking_number: dispatch.trackingNumber ?? null,
    tracking_url: dispatch.trackingUrl ?? null,
  });
  const { lines } = readSnapshot(snapshot).quote;
  const { sentAt = at, before } = corrected ?? {};
  const facts = { ...dispatch, orderId, sentAt, email, lines, ...(before && { before }) };
  await enqueueMail(trx, now, [{ kind: 'order-sent', dedupeKey: key, recipient: email, facts }]);
}

// The orders that are paid and neither sent nor refunded in full, a bounded number at a time.
import type { Kysely } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';

export interface OpenOrder extends OrderSnapshot {
  id: string;
  /** The day by which the shop promised to send it: '2026-11-26'. */
  sendBy: string;
  /** ISO-8601. */
  placedAt: string;
  email: string;
  /** Paise. */
  amount: number;
  /** The refunded amount, in paise. */
  refunded: number;
}

/** The place of an order in the list. */
export type OpenPlace = Pick<OpenOrder, 'sendBy' | 'placedAt' | 'id'>;

/** Resolves to at most `limit` open orders, the earliest promised day first; those after `after` if it is given. */
export async function listOpenOrders(
  db: Kysely<Schema>,
  { limit, after }: { limit: number; after?: OpenPlace | undefined },
): Promise<OpenOrder[]> {
  let query = db
    .selectFrom('shop_order')
    .select(['id', 'send_by', 'placed_at', 'email', 'amount', 'snapshot'])
    .where('send_by', 'is not', null)
    .orderBy('send_by')
    .orderBy('placed_at')
    .orderBy('id')
    .limit(limit);
  if (after !== undefined) {
    const { sendBy, placedAt, id } = after;
    query = query.where((eb) =>
      eb(eb.refTuple('send_by', 'placed_at', 'id'), '>', eb.tuple(sendBy, placedAt, id)),
    );
  }
  const rows = await query.execute();
  const refunded = await refundedOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, send_by, placed_at, email, amount, snapshot }) => ({
    id,
    sendBy: send_by ?? '',
    placedAt: placed_at,
    email,
    amount,
    refunded: refunded.get(id) ?? 0,
    ...readSnapshot(snapshot),
  }));
}

async function refundedOf(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const sums = await db
    .selectFrom('order_event')
    .select((eb) => ['order_id', eb.fn.sum<number | string>('amount').as('amount')])
    .where('order_id', 'in', ids)
    .where('type', '=', 'refunded')
    .groupBy('order_id')
    .execute();
  // PostgreSQL returns a sum of bigint as text.
  return new Map(sums.map(({ order_id, amount }) => [order_id, Number(amount)]));
}

// All that the shop knows about one order: its payments and refunds, its events, and the state of each e-mail about it.
import type { Selectable } from 'kysely';
import { listActs } from '../../server/acts/acts.ts';
import type { DoneAct } from '../../server/acts/acts.ts';
import { findDispatch, listEvents } from '../../server/orders/order-events.ts';
import type { OrderEvent } from '../../server/orders/order-events.ts';
import type {
  Database,
  MailTable,
  PartialRefundTable,
  PaymentDisputeTable,
  ShopOrderTable,
  SurplusPaymentTable,
} from '../../server/platform/database/schema.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';

const mailColumns = [
  ...(['dedupe_key', 'order_id', 'kind', 'recipient', 'created_at', 'sent_at'] as const),
  ...(['failed_at', 'tries', 'next_try_at', 'last_error'] as const),
] as const;

/** The state of an e-mail, never its content. */
export type StoryMail = Pick<Selectable<MailTable>, (typeof mailColumns)[number]>;

export interface OrderStory extends OrderSnapshot {
  order: Omit<Selectable<ShopOrderTable>, 'snapshot'>;
  /** When the shopper went to pay. */
  attempted: string;
  /** Further payments of the attempt, which do not pay for the order. */
  surplus: Selectable<SurplusPaymentTable>[];
  /** Partial refunds of these. */
  surplusParts: Selectable<PartialRefundTable>[];
  /** Of any of its payments, oldest first. */
  disputes: Selectable<PaymentDisputeTable>[];
  events: OrderEvent[];
  mails: StoryMail[];
  /** What the owner did with the order and its payments, oldest first. */
  acts: DoneAct[];
  /** Whether the account that placed it still exists. */
  hasAccount: boolean;
  /** Until when the dispatch can be undone, in ISO 8601; undefined if it cannot. */
  undoUntil: string | undefined;
}

/** More than an order can have unless something is wrong. */
const MOST_ROWS = 200;

/** Resolves to the full record of an order; undefined if there is no such order. */
export async function readOrderStory(
  db: Database,
  orderId: string,
  now: Date,
): Promise<OrderStory | undefined> {
  const stored = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (stored === undefined) return undefined;
  const { snapshot, ...order } = stored;
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('created_at')
    .where('id', '=', order.attempt_id)
    .executeTakeFirstOrThrow();
  const account = db.selectFrom('user').select('id').where('id', '=', order.user_id);
  const surplus = await db
    .selectFrom('surplus_payment')
    .selectAll()
    .where('attempt_id', '=', order.attempt_id)
    .orderBy('flagged_at')
    .limit(MOST_ROWS)
    .execute();
  const disputes = await db
    .selectFrom('payment_dispute')
    .selectAll()
    .where('provider_order_id', '=', order.provider_order_id)
    .orderBy('opened_at')
    .limit(MOST_ROWS)
    .execute();
  const surplusIds = surplus.map(({ payment_id }) => payment_id);
  const events = await listEvents(db, orderId);
  const mails = await listMails(db, orderId, [order.provider_payment_id, ...surplusIds]);
  return {
    ...readSnapshot(snapshot),
    order,
    attempted: attempt.created_at,
    surplus,
    surplusParts: await listPartialRefunds(db, surplusIds),
    disputes,
    events,
    mails,
    acts: await listActs(db, orderId, ...surplusIds),
    hasAccount: (await account.executeTakeFirst()) !== undefined,
    undoUntil: await findUndoUntil(db, events, now),
  };
}

/**
 * Resolves to the time until which a dispatch can be undone: until shoppers see it, if no try was made before to send its
 * e-mail. Undefined if it cannot.
 */
export async function findUndoUntil(
  db: Database,
  events: readonly OrderEvent[],
  now: Date,
): Promise<string | undefined> {
  const sent = findDispatch(events);
  if (!sent?.shown_at || sent.shown_at <= now.toISOString()) return undefined;
  const find = db.selectFrom('mail').select('tries').where('dedupe_key', '=', sent.key);
  const mail = await find.executeTakeFirst();
  return (mail?.tries ?? 0) === 0 ? sent.shown_at : undefined;
}

async function listPartialRefunds(db: Database, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return [];
  return db
    .selectFrom('partial_refund')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('recorded_at')
    .limit(MOST_ROWS)
    .execute();
}

/** Resolves to the e-mails that name the order, and those about its payments from before it was an order. */
function listMails(
  db: Database,
  orderId: string,
  paymentIds: readonly string[],
): Promise<StoryMail[]> {
  const keys = [
    `order:${orderId}:receipt`,
    `order:${orderId}:notice`,
    ...paymentIds.flatMap((id) => [`payment:${id}:attention`, `payment:${id}:refund`]),
  ];
  return db
    .selectFrom('mail')
    .select(mailColumns)
    .where((eb) => eb.or([eb('order_id', '=', orderId), eb('dedupe_key', 'in', keys)]))
    .orderBy('created_at')
    .orderBy('dedupe_key')
    .limit(MOST_ROWS)
    .execute();
}

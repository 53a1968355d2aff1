// What needs a person: money that became no order, disputes, e-mails that failed.
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { SHOP } from '../../server/mail/outbox.ts';
import type { RefundFacts } from '../../server/mail/outbox.ts';
import type { OpenOrder } from '../../server/orders/open-orders.ts';
import { needsResponse } from '../../server/payments/disputes.ts';
import { restOfSurplus } from '../../server/payments/surplus.ts';
import type {
  AttemptState,
  Database,
  PaymentDisputeTable,
  SurplusPaymentTable,
} from '../../server/platform/database/schema.ts';
import { leaveBy, missesDay, readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';

/** Of each kind. Today shows the first ones, and says how many more there are. */
const MOST_TASKS = 200;
const DAY_MS = 86_400_000;
/** Nothing ends an authorisation that lapsed or an e-mail that failed: after so many days they are left out. */
const SHOWN_DAYS = 7;

type Flagged = SurplusPaymentTable['state'];

/** A payment that became no order, or a second one for an order: its money waits to go back. */
export interface FlaggedPayment {
  paymentId: string;
  /** Paise, if the currency is INR. */
  amount: number;
  /** What of it has not gone back yet. */
  left: number;
  /** Whether its bank disputes it, or took the money because a dispute was lost. */
  isDisputed: boolean;
  currency: string;
  /** One sentence. */
  reason: string;
  flaggedAt: string;
  /** Absent if the shop does not know who paid; without lines once those were erased. */
  attempt: AttemptWithOrder | undefined;
}

interface AttemptWithOrder extends OrderSnapshot {
  id: string;
  email: string;
  /** The order that it became, if it did. */
  orderId: string | undefined;
}

/** A payment that a customer's bank disputes, and for which the shop has to answer. */
export interface OpenDispute extends Pick<
  Selectable<PaymentDisputeTable>,
  'dispute_id' | 'payment_id' | 'amount' | 'currency' | 'reason_code' | 'respond_by'
> {
  /** Undefined if the payment became no order. */
  order: (OrderSnapshot & { id: string }) | undefined;
}

/** A payment that only blocked the money, or that fits in another way not. */
export interface StuckAttempt extends AttemptWithOrder {
  reason: string;
  noticedAt: string;
}

/** Others are to whatever address somebody typed. Those to the shop itself are counted under More. */
export interface LostMail {
  key: string;
  /** Undefined for the refund of a payment that became no order. */
  orderId: string | undefined;
  /** Of who got that refund. */
  phone: string | undefined;
  recipient: string;
  error: string | null;
}

export interface NeedsYou {
  /** The first to answer first. */
  disputes: OpenDispute[];
  payments: FlaggedPayment[];
  attempts: StuckAttempt[];
  /** E-mails to shoppers about orders and refunds that were given up in the last days, the newest first. */
  mails: LostMail[];
  /** Open orders whose gift cannot arrive by the day on which it is needed. `first`: when it can. */
  missed: { order: OpenOrder; first: string }[];
  /** Open orders that nobody makes yet, paid after the shop had closed or sold out. */
  paused: OpenOrder[];
}

/** Resolves to what needs a person, the oldest first. `orders`: the open ones. */
export async function readNeedsYou(
  db: Database,
  now: Date,
  orders: readonly OpenOrder[],
): Promise<NeedsYou> {
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS).toISOString();
  return {
    disputes: await listDisputes(db, now),
    payments: await listFlagged(db),
    attempts: await listStuckAttempts(db, since),
    mails: await listLostMails(db, since),
    missed: orders.flatMap((order) => {
      const placedAt = new Date(order.placedAt);
      // Another day was promised since, and the shopper has read of it.
      if (order.sendBy > leaveBy(order, placedAt)) return [];
      const first = missesDay(order, placedAt, now);
      return first === undefined ? [] : { order, first };
    }),
    paused: orders.filter(({ isPaidInPause, isBeingMade }) => isPaidInPause && !isBeingMade),
  };
}

/** What a later e-mail of the same kind says as well. */
const repeated = ['order-receipt', 'order-sent'] as const;

async function listLostMails(db: Database, since: string): Promise<LostMail[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['dedupe_key', 'order_id', 'recipient', 'last_error', 'payload'])
    .where('failed_at', 'is not', null)
    .where('failed_at', '>=', since)
    .where('recipient', '<>', sql.lit(''))
    .where('recipient', '<>', SHOP)
    .where(({ or, eb }) => or([eb('order_id', 'is not', null), eb('kind', '=', 'payment-refund')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail as copy')
            .select('copy.id')
            .whereRef('copy.order_id', '=', 'mail.order_id')
            .whereRef('copy.kind', '=', 'mail.kind')
            .where('copy.kind', 'in', repeated)
            .whereRef('copy.created_at', '>', 'mail.created_at')
            .where('copy.sent_at', 'is not', null),
        ),
      ),
    )
    .orderBy('failed_at', 'desc')
    .limit(MOST_TASKS)
    .execute();
  return rows.map(({ dedupe_key, order_id, recipient, last_error, payload }) => {
    const { snapshot } = order_id === null ? (JSON.parse(payload) as RefundFacts) : {};
    const phone = snapshot?.delivery.phoneNumber;
    return { key: dedupe_key, orderId: order_id ?? undefined, phone, recipient, error: last_error };
  });
}

async function listDisputes(db: Database, now: Date): Promise<OpenDispute[]> {
  const rows = await db
    .selectFrom('payment_dispute')
    .leftJoin('shop_order', 'shop_order.provider_order_id', 'payment_dispute.provider_order_id')
    .select(['dispute_id', 'payment_id', 'payment_dispute.amount', 'payment_dispute.currency'])
    .select(['reason_code', 'respond_by', 'shop_order.id', 'shop_order.snapshot'])
    .where(needsResponse(now))
    .orderBy('respond_by', (by) => by.asc().nullsLast())
    .limit(MOST_TASKS)
    .execute();
  return rows.map(({ id, snapshot, ...dispute }) => ({
    ...dispute,
    order: id === null || snapshot === null ? undefined : { id, ...readSnapshot(snapshot) },
  }));
}

/** Resolves to a payment that waits for a refund; undefined if it does not. */
export async function findFlagged(
  db: Database,
  paymentId: string,
): Promise<FlaggedPayment | undefined> {
  return (await listFlagged(db, paymentId))[0];
}

async function listFlagged(db: Database, paymentId?: string): Promise<FlaggedPayment[]> {
  const rows = await db
    .selectFrom('surplus_payment')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'surplus_payment.attempt_id')
    .leftJoin('shop_order', 'shop_order.attempt_id', 'surplus_payment.attempt_id')
    .select(['payment_id', 'surplus_payment.amount', 'surplus_payment.currency'])
    .select(restOfSurplus.as('left'))
    .select(({ selectFrom }) =>
      selectFrom('payment_dispute')
        .select('dispute_id')
        .whereRef('payment_dispute.provider_order_id', '=', 'payment_attempt.provider_order_id')
        .whereRef('payment_dispute.payment_id', '=', 'surplus_payment.payment_id')
        .where('payment_dispute.state', 'not in', ['won', 'closed'])
        .limit(1)
        .as('dispute'),
    )
    .select(['surplus_payment.reason', 'flagged_at', 'surplus_payment.attempt_id as id'])
    .select(['payment_attempt.email', 'payment_attempt.snapshot', 'shop_order.id as order_id'])
    // A literal, so that the query uses the index of these.
    .where('surplus_payment.state', '=', sql.lit<Flagged>('flagged'))
    .$if(paymentId !== undefined, (all) => all.where('payment_id', '=', paymentId ?? ''))
    .orderBy('flagged_at')
    .limit(MOST_TASKS)
    .execute();
  return rows.map(
    ({ payment_id, amount, left, dispute, currency, reason, flagged_at, ...row }) => ({
      paymentId: payment_id,
      amount,
      left,
      isDisputed: dispute !== null,
      currency,
      reason,
      flaggedAt: flagged_at,
      attempt: toAttempt(row),
    }),
  );
}

/** Resolves to attempts that need attention and have no payment that could be refunded here. */
async function listStuckAttempts(db: Database, since: string): Promise<StuckAttempt[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .select(['id', 'email', 'snapshot', 'reason', 'updated_at'])
    .where('state', '=', sql.lit<AttemptState>('needs_attention'))
    .where('updated_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('surplus_payment')
            .select('payment_id')
            .whereRef('surplus_payment.attempt_id', '=', 'payment_attempt.id'),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(MOST_TASKS)
    .execute();
  return rows.flatMap(({ reason, updated_at, ...row }) => {
    const attempt = toAttempt({ ...row, order_id: null });
    return attempt ? { ...attempt, reason: reason ?? '', noticedAt: updated_at } : [];
  });
}

function toAttempt(row: {
  id: string | null;
  email: string | null;
  snapshot: string | null;
  order_id: string | null;
}): AttemptWithOrder | undefined {
  const { id, email, snapshot, order_id } = row;
  if (id === null || snapshot === null) return undefined;
  return { id, email: email ?? '', orderId: order_id ?? undefined, ...readSnapshot(snapshot) };
}

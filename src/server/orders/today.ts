// What the owner sees in the morning, on Today and in an e-mail: what is to be made and sent now, and what needs a person.
import { sql } from 'kysely';
import type { Selectable, SqlBool } from 'kysely';
import { addDays, dayInIndia, hourInIndia } from '../../shop/dates.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import type { QuoteLine } from '../../shop/price.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import type {
  AttemptState,
  Database,
  PaymentDisputeTable,
  SurplusPaymentTable,
} from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { restOfSurplus } from './export-orders.ts';
import { listOpenOrders } from './open-orders.ts';
import type { OpenOrder } from './open-orders.ts';
import { listFailedMails } from './order-story.ts';
import type { StoryMail } from './order-story.ts';

/** How many orders and matters are read at most; more than a person makes and settles in two days. */
const MOST_ORDERS = 500;
const MOST_MATTERS = 20;
const DAY = 86_400_000;
/**
 * Nothing ends an authorisation that lapsed, an e-mail that failed, or a dispute that nobody answered in time: after so
 * many days they are left out.
 */
const MATTERS_FOR = 7;

type Flagged = SurplusPaymentTable['state'];

/** Open orders, by the day on which they have to leave. */
export interface DueCounts {
  late: number;
  today: number;
  tomorrow: number;
  later: number;
}

/** Pieces of one kind. */
export interface ToMake {
  productId: string;
  name: string;
  versionName: QuoteLine['versionName'] | undefined;
  chocolate: QuoteLine['chocolate'] | undefined;
  /** Those that are late or have to leave today. */
  now: number;
  /** Those that have to leave tomorrow. */
  next: number;
  /** How many of these are being made. */
  making: number;
}

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
  attempt: AttemptOfMatter | undefined;
}

interface AttemptOfMatter extends OrderSnapshot {
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
export interface OddAttempt extends AttemptOfMatter {
  reason: string;
  noticedAt: string;
}

export interface NeedsYou {
  /** The first to answer first. */
  disputes: OpenDispute[];
  payments: FlaggedPayment[];
  attempts: OddAttempt[];
  /** E-mails to shoppers that failed for good in the last days. */
  mails: StoryMail[];
}

export interface Today {
  /** ISO dates. */
  day: string;
  nextDay: string;
  counts: DueCounts;
  late: OpenOrder[];
  today: OpenOrder[];
  tomorrow: OpenOrder[];
  /** The first order that has to leave after tomorrow. */
  next: OpenOrder | undefined;
  /** There are more orders than were read, so the lists and sums are not complete. */
  hasMore: boolean;
  /** By name. */
  toMake: ToMake[];
  needsYou: NeedsYou;
}

/** Resolves to the owner's day at `now`, in India. */
export async function readToday(db: Database, now: Date): Promise<Today> {
  const day = dayInIndia(now);
  const nextDay = addDays(day, 1);
  const read = await listOpenOrders(db, { limit: MOST_ORDERS + 1 });
  const orders = read.slice(0, MOST_ORDERS);
  const due = (is: (sendBy: string) => boolean) => orders.filter(({ sendBy }) => is(sendBy));
  return {
    day,
    nextDay,
    counts: await countOpenOrders(db, now),
    late: due((sendBy) => sendBy < day),
    today: due((sendBy) => sendBy === day),
    tomorrow: due((sendBy) => sendBy === nextDay),
    next: orders.find(({ sendBy }) => sendBy > nextDay),
    hasMore: read.length > MOST_ORDERS && (orders.at(-1)?.sendBy ?? '') <= nextDay,
    toMake: sumPieces(orders, day),
    needsYou: await readNeedsYou(db, now),
  };
}

/** Resolves to the number of open orders, all of them. */
export async function countOpenOrders(db: Database, now: Date): Promise<DueCounts> {
  const day = dayInIndia(now);
  const days = await db
    .selectFrom('shop_order')
    .select((eb) => ['send_by', eb.fn.countAll<number | string>().as('orders')])
    .where('send_by', 'is not', null)
    .groupBy('send_by')
    .execute();
  const counts = { late: 0, today: 0, tomorrow: 0, later: 0 };
  for (const { send_by, orders } of days) counts[whenDue(send_by ?? '', day)] += Number(orders);
  return counts;
}

/** Resolves to the number of payments that wait to go back. */
export async function countFlagged(db: Database): Promise<number> {
  const { payments } = await db
    .selectFrom('surplus_payment')
    .select((eb) => eb.fn.countAll<number | string>().as('payments'))
    .where('state', '=', sql.lit<Flagged>('flagged'))
    .executeTakeFirstOrThrow();
  return Number(payments);
}

function whenDue(sendBy: string, day: string): keyof DueCounts {
  if (sendBy < day) return 'late';
  if (sendBy === day) return 'today';
  return sendBy === addDays(day, 1) ? 'tomorrow' : 'later';
}

/** Returns the pieces of the orders that have to leave by tomorrow, per product, version and chocolate, by name. */
export function sumPieces(
  orders: readonly Pick<OpenOrder, 'sendBy' | 'isBeingMade' | 'quote'>[],
  day: string,
): ToMake[] {
  const pieces = new Map<string, ToMake>();
  for (const { sendBy, isBeingMade, quote } of orders) {
    const when = whenDue(sendBy, day);
    if (when === 'later') continue;
    for (const { productId, name, versionName, chocolate, quantity } of quote.lines) {
      const kind = { productId, name, versionName, chocolate };
      const key = JSON.stringify(kind);
      const sum = pieces.get(key) ?? { ...kind, now: 0, next: 0, making: 0 };
      sum[when === 'tomorrow' ? 'next' : 'now'] += quantity;
      if (isBeingMade) sum.making += quantity;
      pieces.set(key, sum);
    }
  }
  const nameText = ({ name, versionName = '', chocolate = '' }: ToMake) =>
    `${name} ${versionName} ${chocolate}`;
  return [...pieces.values()].toSorted((one, other) => (nameText(one) < nameText(other) ? -1 : 1));
}

const mattersSince = (now: Date) => new Date(now.getTime() - MATTERS_FOR * DAY).toISOString();

/** Resolves to what needs a person, the oldest first. */
async function readNeedsYou(db: Database, now: Date): Promise<NeedsYou> {
  const since = mattersSince(now);
  const failed = await listFailedMails(db, MOST_MATTERS);
  return {
    disputes: await listDisputes(db, now),
    payments: await listFlagged(db),
    attempts: await listOddAttempts(db, since),
    mails: failed.filter(
      ({ recipient, failed_at }) => recipient !== SHOP && (failed_at ?? '') >= since,
    ),
  };
}

async function listDisputes(db: Database, now: Date): Promise<OpenDispute[]> {
  const since = mattersSince(now);
  const rows = await db
    .selectFrom('payment_dispute')
    .leftJoin('shop_order', 'shop_order.provider_order_id', 'payment_dispute.provider_order_id')
    .select(['dispute_id', 'payment_id', 'payment_dispute.amount', 'payment_dispute.currency'])
    .select(['reason_code', 'respond_by', 'shop_order.id', 'shop_order.snapshot'])
    // As in the index of these.
    .where(sql<SqlBool>`payment_dispute.state in ('open', 'action_required')`)
    .where((eb) => eb.or([eb('respond_by', 'is', null), eb('respond_by', '>=', since)]))
    .orderBy('respond_by', (by) => by.asc().nullsLast())
    .limit(MOST_MATTERS)
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
    .limit(MOST_MATTERS)
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
async function listOddAttempts(db: Database, since: string): Promise<OddAttempt[]> {
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
    .limit(MOST_MATTERS)
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
}): AttemptOfMatter | undefined {
  const { id, email, snapshot, order_id } = row;
  if (id === null || snapshot === null) return undefined;
  return { id, email: email ?? '', orderId: order_id ?? undefined, ...readSnapshot(snapshot) };
}

/** Before the owner begins to work, in India. */
const MAIL_FROM_HOUR = 7;
const MAIL_POLL = 60_000;

interface MorningParts {
  db: Database;
  clock: () => Date;
  log: Logger;
  mailer: { kick(): unknown };
  /** Replaces the timer in tests. */
  every?: Every;
}

/**
 * Looks every minute whether the owner's e-mail of the day is due. It also comes when there is nothing to do, so that its
 * absence shows that the shop does not run. Several processes may share a database: the key is one a day.
 */
export function startMorningMail({ db, clock, log, mailer, every }: MorningParts): Rounds {
  let last: string | undefined;

  async function round(): Promise<void> {
    const now = clock();
    const day = dayInIndia(now);
    if (day === last || hourInIndia(now) < MAIL_FROM_HOUR) return;
    const facts = {
      day,
      ...(await countOpenOrders(db, now)),
      flagged: await countFlagged(db),
      disputed: (await listDisputes(db, now)).length,
    };
    const mail = { kind: 'daily', dedupeKey: `daily:${day}`, recipient: SHOP, facts } as const;
    await db.transaction().execute((trx) => enqueueMail(trx, now, [mail]));
    last = day;
    mailer.kick();
  }

  return workInRounds({
    pause: MAIL_POLL,
    round,
    onError: (err) => log.error({ err }, 'the morning e-mail waits for its next round'),
    ...(every && { every }),
  });
}

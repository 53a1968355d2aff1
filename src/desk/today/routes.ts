// The route of Today, and of 'Being made'.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { todayPage, todayTitle } from './today.tsx';
import type { Job, Need } from './today.tsx';
import { reasonWords, timeOnDay, timeWords } from '../texts.ts';
import { describeKind, listPieces, recipientName } from '../../shop/order-text.ts';
import { formatAmount } from '../../shop/money.ts';
import type { OpenOrder } from '../../server/orders/open-orders.ts';
import type { StoryMail } from '../orders/read-order.ts';
import { readToday } from './read-today.ts';
import type { FlaggedPayment, OpenDispute, StuckAttempt } from './read-tasks.ts';
import { disputesPage } from '../../server/payments/razorpay.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { drawForm, readDoneAct } from '../form.ts';
import { sendPage } from '../send-page.ts';
import type { DeskPage } from '../send-page.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { describeDone } from '../orders/story.ts';

interface TodayParts {
  db: Database;
  clock: () => Date;
}

/** Returns the routes with their full paths. */
export function todayRoutes(parts: TodayParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>().get('/', (c) => showToday(c, parts));
}

/** Cards on one page, the earliest first: more would weigh too much for a phone. The sums have all. */
const CARDS = 30;

type Shown = Pick<DeskPage, 'notice' | 'status'>;

/** Today, by default with what its last form did. */
export async function showToday(
  c: Context<ServerEnv>,
  { db, clock }: TodayParts,
  shown: Shown = {},
) {
  const now = clock();
  const today = await readToday(db, now);
  const doneAct = await readDoneAct(c, db);
  const jobs = [today.late, today.today, today.tomorrow].map((orders) => orders.map(toJob));
  const [late = [], due = [], tomorrow = []] = jobs;
  const { disputes, payments, attempts, mails } = today.needsYou;
  const body = todayPage({
    today: today.day,
    counts: today.counts,
    late: late.slice(0, CARDS),
    now: due.slice(0, Math.max(0, CARDS - late.length)),
    tomorrow: tomorrow.slice(0, Math.max(0, CARDS - late.length - due.length)),
    sums: today.toMake.map(({ name, versionName = '', chocolate = '', ...sum }) => {
      return { ...sum, name, kind: describeKind({ versionName, chocolate }) };
    }),
    needs: [
      ...disputes.map((dispute) => toDispute(dispute, now)),
      ...payments.map((payment) => toNeed(payment, now)),
      ...attempts.map((attempt) => toQuestion(attempt, now)),
      ...mails.map(toLostMail),
    ],
    next: today.next,
    hasMore: today.hasMore || late.length + due.length + tomorrow.length > CARDS,
  });
  const title = todayTitle(today.day);
  const { notice = doneAct && describeDone(doneAct), status } = shown;
  return sendPage(c, { title, current: 'today', main: 'today', notice, body, status });
}

const toJob = (order: OpenOrder): Job => ({ ...order, act: drawForm().act });

/** A payment that the owner has to defend, in the provider's dashboard. */
function toDispute(dispute: OpenDispute, now: Date): Need {
  const { dispute_id, payment_id, amount, currency, reason_code, respond_by, order } = dispute;
  const by = respond_by === null ? '' : timeOnDay(respond_by);
  const isLate = respond_by !== null && new Date(respond_by) < now;
  const until = by && (isLate ? `: the answer was due ${by}` : `: answer by ${by}`);
  const who = order
    ? `${recipientName(order.delivery)} paid for ${listPieces(order)}.`
    : `The shop has no order for the payment ${payment_id}.`;
  const why = reason_code && ` The bank’s reason: ${reasonWords(reason_code)}.`;
  return {
    title: `${formatAmount(amount, currency)} disputed by the bank${until}`,
    detail: `${who}${why} In the dashboard of the payment provider, under Transactions and Disputes, it is ${dispute_id}.`,
    look: { href: disputesPage, label: 'Answer there' },
    order: order?.id,
  };
}

const DISPUTED =
  ' Its bank disputes it, or took it back: what you refund may go back twice. See the dashboard first.';

/** Money of a payment that became no order, or a second payment of one. */
function toNeed(
  { paymentId, amount, left, isDisputed, currency, reason, flaggedAt, attempt }: FlaggedPayment,
  now: Date,
): Need {
  const money = formatAmount(amount, currency);
  const order = attempt?.orderId;
  const title = order
    ? `${money} came once more for ${order}`
    : `${money} came, but no order was made`;
  const who =
    attempt && attempt.quote.lines.length > 0
      ? `${recipientName(attempt.delivery)} paid for ${listPieces(attempt)}, ${timeWords(flaggedAt, now)}. `
      : '';
  const parts =
    left < amount ? ` ${formatAmount(amount - left, currency)} of it went back already.` : '';
  return {
    title,
    detail: `${who}${reason}${parts}${isDisputed ? DISPUTED : ''}`,
    phone: attempt?.delivery.phoneNumber,
    refund: { paymentId, money: formatAmount(left, currency), act: drawForm().act },
  };
}

function toQuestion({ delivery, email, reason, noticedAt }: StuckAttempt, now: Date): Need {
  return {
    title: 'A payment does not fit',
    detail: `${recipientName(delivery)}, ${timeWords(noticedAt, now)}. ${reason}`,
    phone: delivery.phoneNumber,
    look: { href: `/orders?q=${encodeURIComponent(email)}`, label: 'Look for an order' },
  };
}

function toLostMail({ order_id, recipient, last_error }: StoryMail): Need {
  return {
    title: `An e-mail to ${recipient} did not arrive`,
    detail: `${last_error ?? 'It was given up'}. Call, or write on WhatsApp.`,
    look: {
      href: order_id === null ? '/orders' : `/orders/${order_id}`,
      label: 'Look at the order',
    },
  };
}

// What needs a person, in words, with what to press.
import { disputesPage } from '../../server/payments/razorpay.ts';
import type { OpenOrder } from '../../server/orders/open-orders.ts';
import { formatWeekday } from '../../shop/dates.ts';
import { formatAmount } from '../../shop/money.ts';
import { listPieces, recipientName } from '../../shop/order-text.ts';
import { drawForm } from '../form.ts';
import { ContactLinks } from '../orders/order-parts.tsx';
import { Hidden, unbroken } from '../parts.tsx';
import { reasonWords, timeOnDay, timeWords } from '../texts.ts';
import type {
  FlaggedPayment,
  LostMail,
  NeedsYou,
  OpenDispute,
  StuckAttempt,
} from './read-tasks.ts';

/** Something that only a person can settle. */
export interface Task {
  /** What differs: '₹799.00 came, but the price is now ₹899.00'. */
  title: string;
  /** Who, and what it means. */
  detail: string;
  /** Ten digits. */
  phone?: string | undefined;
  /** The payment to give back, its amount, and the id of the act. */
  refund?: { paymentId: string; money: string; act: string } | undefined;
  /** The e-mail that somebody has seen to, and the id of the act. */
  settle?: { orderId: string; mail: string; act: string } | undefined;
  /** Where to look, if nothing is to be given back. */
  look?: { href: string; label: string } | undefined;
  /** The id of the order that it is about. */
  order?: string | undefined;
}

/** Cards of each kind: more would hide the orders. */
const TASKS = 20;

interface TasksProps {
  /** By kind. */
  tasks: readonly (readonly Task[])[];
}

export function Tasks({ tasks }: TasksProps) {
  const shown = tasks.flatMap((kind) => kind.slice(0, TASKS));
  const all = tasks.flat().length;
  if (all === 0) return null;
  return (
    <section className="sec" aria-labelledby="h-need">
      <header>
        <h2 id="h-need">Needs you</h2>
        <span className="n">{all}</span>
      </header>
      {shown.map((task) => (
        <div className="card need" key={`${task.title} ${task.detail}`}>
          <p className="big">{unbroken(task.title)}</p>
          <p>{unbroken(task.detail)}</p>
          <div className="row">
            {task.refund && (
              <form method="post" action={`/payments/${task.refund.paymentId}/refund`}>
                <Hidden act={task.refund.act} />
                <button className="btn">Refund {task.refund.money}</button>
              </form>
            )}
            {task.settle && (
              <form method="post" action={`/orders/${task.settle.orderId}/settle`}>
                <Hidden act={task.settle.act} />
                <input type="hidden" name="mail" value={task.settle.mail} />
                <button className="btn line">Settle</button>
              </form>
            )}
            {task.look && (
              <a className="btn" href={task.look.href}>
                {task.look.label}
              </a>
            )}
            {task.order && (
              <a className="quiet" href={`/orders/${task.order}`}>
                {unbroken(task.order)}
              </a>
            )}
            {task.phone && (
              <span className="row">
                <ContactLinks phone={task.phone} look="quiet" />
              </span>
            )}
          </div>
        </div>
      ))}
      {all > shown.length && (
        <p>{all - shown.length} more wait: they come up as these are settled.</p>
      )}
    </section>
  );
}

/** A payment that the owner has to defend, in the provider's dashboard. */
export function toDispute(dispute: OpenDispute, now: Date): Task {
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

export const DISPUTED =
  ' Its bank disputes it, or took it back: what you refund may go back twice. See the dashboard first.';

/** Money of a payment that became no order, or a second payment of one. */
export function toTask(
  { paymentId, amount, left, isDisputed, currency, reason, flaggedAt, attempt }: FlaggedPayment,
  now: Date,
): Task {
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

export function toQuestion({ delivery, email, reason, noticedAt }: StuckAttempt, now: Date): Task {
  return {
    title: 'A payment does not fit',
    detail: `${recipientName(delivery)}, ${timeWords(noticedAt, now)}. ${reason}`,
    phone: delivery.phoneNumber,
    look: { href: `/orders?q=${encodeURIComponent(email)}`, label: 'Look for an order' },
  };
}

/** A gift that cannot be there on its day. */
export function toMissed({ order, first }: NeedsYou['missed'][number]): Task {
  const { id, delivery } = order;
  return {
    title: `${id} cannot arrive by ${formatWeekday(delivery.neededBy ?? '')}`,
    detail: `${recipientName(delivery)} needs ${listPieces(order)}. It can be there on ${formatWeekday(first)} at the earliest: agree on what to do.`,
    phone: delivery.phoneNumber,
    order: id,
  };
}

/** An order that came although the shop took none. */
export function toPaused(order: OpenOrder): Task {
  const { id, delivery } = order;
  return {
    title: `${id} was paid after you paused`,
    detail: `${recipientName(delivery)} paid for ${listPieces(order)}. Make it, or refund it on its page.`,
    phone: delivery.phoneNumber,
    order: id,
  };
}

export function toLostMail({ key, orderId, phone, recipient, error }: LostMail): Task {
  const title = `An e-mail to ${recipient} did not arrive`;
  const why = error ?? 'It was given up';
  if (orderId === undefined) {
    const detail = `${why}. It tells of a refund of a payment that became no order. Call, or write on WhatsApp.`;
    return { title, detail, phone };
  }
  return {
    title,
    detail: `${why}. Call, or write on WhatsApp; correct the address on its page.`,
    settle: { orderId, mail: key, act: drawForm().act },
    look: { href: `/orders/${orderId}`, label: 'Look at the order' },
  };
}

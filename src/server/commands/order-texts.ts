// Orders as the owner reads them in a terminal.
import { formatDate, formatDay, formatTime } from '../../shop/dates.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import { oneLine } from '../../shop/forms/fields.ts';
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import type { DoneAct } from '../acts/acts.ts';
import { lineText } from '../orders/export-orders.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { NotDone } from '../orders/order-acts.ts';
import { sumRefunds } from '../orders/order-events.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import type { OrderStory, StoryMail } from '../orders/order-story.ts';
import type { RequestedRefund } from '../payments/refund-requests.ts';

/** Returns the open orders by promised day, and the e-mails that failed. `today` is an ISO date. */
export function openOrdersText(
  orders: readonly OpenOrder[],
  { today, hasMore, failed }: { today: string; hasMore: boolean; failed: readonly StoryMail[] },
): string {
  const mails = failed.map((mail) => `  ${mail.order_id ?? 'The shop'}  ${mailText(mail)}`);
  const lost = mails.length === 0 ? [] : [['Not delivered', ...mails].join('\n')];
  if (orders.length === 0) return ['No order is open.', ...lost].join('\n\n');
  const days = Map.groupBy(orders, ({ sendBy }) => sendBy);
  const blocks = Array.from(days, ([day, ofDay]) =>
    [dayHeading(day, today), ...ofDay.flatMap(openOrderLines)].join('\n'),
  );
  const last = hasMore
    ? 'There are more: npm run orders -- --all'
    : 'When one is on its way: npm run sent -- MA-… --courier DTDC --tracking 123456';
  return [...blocks, ...lost, last].join('\n\n');
}

function dayHeading(day: string, today: string): string {
  const note = day < today ? ' (late)' : day === today ? ' (today)' : '';
  return `To send by ${formatDay(day)}${note}`;
}

function openOrderLines({ id, placedAt, amount, refunded, ...order }: OpenOrder): string[] {
  const back = refunded === 0 ? '' : `, ${formatRupeesExact(refunded)} refunded`;
  const [person, ...address] = recipientLines(order.delivery, order.email);
  const lines = [...order.quote.lines.map(lineText), `to ${person}`, ...address];
  return [
    `  ${id}  ordered on ${formatDate(placedAt)}, ${formatRupeesExact(amount)}${back}`,
    ...lines.map((line) => `    ${line}`),
  ];
}

/** Returns all about one order. */
export function storyText(story: OrderStory): string {
  const { order, attempt, quote, delivery } = story;
  const { currency } = order;
  const refunded = sumRefunds(story.events);
  const coupon = quote.coupon ? [`Coupon ${quote.coupon.code} (${quote.coupon.percent}% off)`] : [];
  const sections: [string, readonly string[]][] = [
    ['Order', [...quote.lines.map(lineText), ...coupon, paymentStatusText(story, refunded)]],
    [
      'To',
      [
        ...recipientLines(delivery, order.email),
        ...(attempt.account_erased_at === null ? [] : ['The account was deleted.']),
      ],
    ],
    [
      'Payment',
      [
        `${formatTime(attempt.created_at)}: attempt ${attempt.id} began, now '${attempt.state}'${attempt.reason ? `: ${attempt.reason}` : ''}`,
        `${formatTime(order.placed_at)}: ${formatAmount(order.amount, currency)} in as ${order.provider_payment_id} for ${order.provider_order_id}`,
        ...story.surplus.map(
          ({ payment_id, amount, currency: money, state, flagged_at, reason }) =>
            `${formatTime(flagged_at)}: ${formatAmount(amount, money)} more as ${payment_id}, ${state}: ${reason}`,
        ),
        ...story.disputes.map(
          ({ dispute_id, payment_id, amount, currency: money, state, opened_at, ended_at }) =>
            `${formatTime(opened_at)}: ${formatAmount(amount, money)} of ${payment_id} disputed (${dispute_id}), ${state}${ended_at === null ? '' : ` on ${formatDate(ended_at)}`}`,
        ),
        ...story.surplusParts.map(
          ({ refund_id, payment_id, amount, recorded_at }) =>
            `${formatTime(recorded_at)}: ${formatAmount(amount, currency)} of ${payment_id} went back (${refund_id})`,
        ),
      ],
    ],
    ['Note', order.note === '' ? [] : order.note.split('\n')],
    ['Since then', story.events.map(eventText)],
    ['Done by the owner', story.acts.map(actText)],
    ['E-mails', story.mails.map(mailText)],
  ];
  return [
    `${order.id}, ordered on ${formatDate(order.placed_at)}`,
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')),
  ].join('\n\n');
}

/** Returns a line as '2 × Dairy Milk Garland, Adult, Dairy Milk'. */
/** Returns the person, the address, the day by which the gift is needed, and the gift note, each on its line. */
function recipientLines(delivery: DeliveryDetails, email: string): string[] {
  const { customerName, phoneNumber, address, landmark, state, pincode } = delivery;
  const { neededBy, giftNote } = delivery;
  return [
    [customerName, phoneNumber && `+91 ${phoneNumber}`, email].filter(Boolean).join(', '),
    [...address.split('\n'), landmark, `${state} - ${pincode}`].filter(Boolean).join(', '),
    ...(neededBy ? [`needed by ${formatDay(neededBy)}`] : []),
    ...(giftNote ? [`gift note: ${giftNote.split('\n').join(' / ')}`] : []),
  ];
}

function paymentStatusText({ order, events }: OrderStory, refunded: number): string {
  const paid = `${formatRupeesExact(order.amount)} paid`;
  if (refunded >= order.amount) return `${paid}, all of it refunded`;
  const money = refunded === 0 ? paid : `${paid}, ${formatRupeesExact(refunded)} refunded`;
  if (order.send_by !== null) return `${money}, to send by ${formatDay(order.send_by)}`;
  return events.some(({ type }) => type === 'sent') ? `${money}, sent` : money;
}

function eventText(event: OrderEvent): string {
  const { key, order_id, type, at, amount, refund_id } = event;
  if (type === 'sent') {
    const isCorrected = key.startsWith(`order:${order_id}:sent:`);
    return `${formatTime(at)}: ${isCorrected ? 'corrected to' : 'sent by'} ${parcelText(event)}`;
  }
  const id = refund_id === null ? '' : ` (${refund_id})`;
  return `${formatTime(at)}: ${formatRupeesExact(amount ?? 0)} refunded${id}`;
}

/** Returns an act as '… : refund of ₹250.00 (pending), One crown broke, by meena@maalai.example'. */
function actText({ at, kind, actor, result }: DoneAct): string {
  const { amount, outcome, reason } = (result ?? {}) as Partial<RequestedRefund>;
  const status = outcome === 'requested' || outcome === 'pending' ? ` (${outcome})` : '';
  const money = amount === undefined ? '' : ` of ${formatRupeesExact(amount)}${status}`;
  return `${formatTime(at)}: ${[`${kind}${money}`, reason, `by ${actor}`].filter(Boolean).join(', ')}`;
}

/** Returns why nothing was done with an order. */
export function notDoneText(orderId: string, { outcome }: NotDone): string {
  return outcome === 'unknown'
    ? `There is no order ${orderId}.`
    : `${orderId} has changed meanwhile. Nothing was done.`;
}

/** Returns the courier and the tracking data as 'DTDC, 123456, https://…'. */
export function parcelText({ courier, tracking_number, tracking_url }: OrderEvent): string {
  return [courier, tracking_number, tracking_url].filter(Boolean).join(', ');
}

function mailText(mail: StoryMail): string {
  const { kind, recipient, created_at, sent_at, failed_at, tries, next_try_at, last_error } = mail;
  const to = recipient === '' ? '' : ` to ${recipient === 'shop' ? 'the shop' : recipient}`;
  const name = `${formatTime(created_at)}: ${kind}${to}`;
  if (sent_at !== null) return `${name}, sent on ${formatTime(sent_at)}`;
  const times = tries === 1 ? '1 try' : `${tries} tries`;
  const why = last_error === null ? '' : `: ${oneLine(last_error)}`;
  if (failed_at !== null) return `${name}, failed on ${formatTime(failed_at)} after ${times}${why}`;
  const tried = tries === 0 ? '' : ` after ${times}, next ${formatTime(next_try_at)}`;
  return `${name}, not sent yet${tried}${why}`;
}

// The texts about orders that the owner's commands print.
import { dayInIndia, formatDate, formatDay, formatTime as longTime } from '../../shop/dates.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import { oneLine } from '../../shop/forms/fields.ts';
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { sumRefunds } from '../orders/order-events.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import type { OrderStory, StoryMail } from '../orders/order-story.ts';

/** Returns a line as '2 × Dairy Milk Garland, Adult, Dairy Milk'. */
export function lineText({ quantity, name, versionName, chocolate }: QuoteLine): string {
  return [`${quantity} × ${name}`, versionName, chocolate].filter(Boolean).join(', ');
}

/** Returns the address on one line, without the name. */
export function addressText({ address, landmark, state, pincode }: DeliveryDetails): string {
  return [...address.split('\n'), landmark, `${state} - ${pincode}`].filter(Boolean).join(', ');
}

/** Returns the open orders by promised day. `today` is an ISO date. */
export function openOrdersText(
  orders: readonly OpenOrder[],
  { today, hasMore }: { today: string; hasMore: boolean },
): string {
  if (orders.length === 0) return 'No order is open.';
  const days = Map.groupBy(orders, ({ sendBy }) => sendBy);
  const blocks = Array.from(days, ([day, ofDay]) =>
    [dayHeading(day, today), ...ofDay.flatMap(openOrderLines)].join('\n'),
  );
  const last = hasMore
    ? 'There are more: npm run orders -- --all'
    : 'When one is on its way: npm run sent -- MA-… --courier DTDC --tracking 123456';
  return [...blocks, last].join('\n\n');
}

function dayHeading(day: string, today: string): string {
  const note = day < today ? ' (late)' : day === today ? ' (today)' : '';
  return `To send by ${formatDay(day)}${note}`;
}

function openOrderLines(order: OpenOrder): string[] {
  const { id, placedAt, amount, refunded, quote, delivery, email } = order;
  const back = refunded === 0 ? '' : `, ${formatRupeesExact(refunded)} refunded`;
  const phone = delivery.phoneNumber && `+91 ${delivery.phoneNumber}`;
  return [
    `  ${id}  ordered on ${formatDate(placedAt)}, ${formatRupeesExact(amount)}${back}`,
    ...quote.lines.map((line) => `    ${lineText(line)}`),
    `    to ${[delivery.customerName, phone, email].filter(Boolean).join(', ')}`,
    `    ${addressText(delivery)}`,
    ...wishesText(delivery).map((wish) => `    ${wish}`),
  ];
}

/** Returns the day by which the gift is needed, and the gift note. */
function wishesText({ neededBy, giftNote }: DeliveryDetails): string[] {
  return [
    ...(neededBy ? [`needed by ${formatDay(neededBy)}`] : []),
    ...(giftNote ? [`gift note: ${giftNote.split('\n').join(' / ')}`] : []),
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
        [delivery.customerName, delivery.phoneNumber && `+91 ${delivery.phoneNumber}`, order.email]
          .filter(Boolean)
          .join(', '),
        addressText(delivery),
        ...wishesText(delivery),
        ...(attempt.account_erased_at === null ? [] : ['The account was deleted.']),
      ],
    ],
    [
      'Payment',
      [
        `${longTime(attempt.created_at)}: attempt ${attempt.id} began, now '${attempt.state}'${attempt.reason ? `: ${attempt.reason}` : ''}`,
        `${longTime(order.placed_at)}: ${formatAmount(order.amount, currency)} in as ${order.provider_payment_id} for ${order.provider_order_id}`,
        ...story.surplus.map(
          ({ payment_id, amount, currency: money, state, flagged_at, reason }) =>
            `${longTime(flagged_at)}: ${formatAmount(amount, money)} more as ${payment_id}, ${state}: ${reason}`,
        ),
        ...story.surplusParts.map(
          ({ refund_id, payment_id, amount, recorded_at }) =>
            `${longTime(recorded_at)}: ${formatAmount(amount, currency)} of ${payment_id} went back (${refund_id})`,
        ),
      ],
    ],
    ['Since then', story.events.map(eventText)],
    ['E-mails', story.mails.map(mailText)],
  ];
  return [
    `${order.id}, ordered on ${formatDate(order.placed_at)}`,
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')),
  ].join('\n\n');
}

function paymentStatusText({ order, events }: OrderStory, refunded: number): string {
  const paid = `${formatRupeesExact(order.amount)} paid`;
  if (refunded >= order.amount) return `${paid}, all of it refunded`;
  const money = refunded === 0 ? paid : `${paid}, ${formatRupeesExact(refunded)} refunded`;
  if (order.send_by !== null) return `${money}, to send by ${formatDay(order.send_by)}`;
  return events.some(({ type }) => type === 'sent') ? `${money}, sent` : money;
}

/** Returns what happened and when. */
export function eventText(event: OrderEvent): string {
  const { type, at, amount, refund_id } = event;
  if (type === 'sent') return `${longTime(at)}: sent by ${parcelText(event)}`;
  const id = refund_id === null ? '' : ` (${refund_id})`;
  return `${longTime(at)}: ${formatRupeesExact(amount ?? 0)} refunded${id}`;
}

/** Returns the courier and the tracking data as 'DTDC, 123456, https://…'. */
export function parcelText({ courier, tracking_number, tracking_url }: OrderEvent): string {
  return [courier, tracking_number, tracking_url].filter(Boolean).join(', ');
}

/** Returns the day of a time in India: '26 November'. */
export function dayOf(time: string): string {
  return formatDay(dayInIndia(new Date(time)));
}

function mailText(mail: StoryMail): string {
  const { kind, recipient, created_at, sent_at, tries, next_try_at, last_error } = mail;
  const to = recipient === '' ? '' : ` to ${recipient === 'shop' ? 'the shop' : recipient}`;
  const name = `${longTime(created_at)}: ${kind}${to}`;
  if (sent_at !== null) return `${name}, sent on ${longTime(sent_at)}`;
  const tried =
    tries === 0
      ? ''
      : ` after ${tries === 1 ? '1 try' : `${tries} tries`}, next ${longTime(next_try_at)}`;
  const why = last_error === null ? '' : `: ${oneLine(last_error)}`;
  return `${name}, not sent yet${tried}${why}`;
}

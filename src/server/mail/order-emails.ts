// The e-mails about an order: the receipt and the parcel to the shopper, the notice to the shop.
import { deliveryEstimate, deliverySteps } from '../../shop/catalogue/delivery.ts';
import { formatDate, formatDay, formatDays, formatTime } from '../../shop/dates.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import { formatRupees, formatRupeesExact } from '../../shop/money.ts';
import {
  addressLines,
  describeKind,
  listPieces,
  phoneLink,
  phoneText,
} from '../../shop/order-text.ts';
import { datesAfter, orderDates, slowestKind } from '../../shop/order.ts';
import type { Quote, QuoteLine } from '../../shop/price.ts';
import type { DailyFacts, OrderFacts, PromiseFacts, SentFacts } from './outbox.ts';
import { notesSection, rowsSection, stepsSection } from './render.ts';
import type { EmailContent, EmailLine, Row, Section } from './render.ts';

const withheldAddress: Section = {
  kind: 'address',
  title: 'Delivery address',
  lines: [
    'As you typed it when you ordered. You can see it under Your orders.',
    'Once you have confirmed your e-mail, our e-mails will show it too.',
  ],
};

/**
 * To the shopper, after the payment: what was ordered, what was paid, what happens next. To an unconfirmed address,
 * which may be a stranger's, it repeats nothing that the shopper wrote: no stranger learns where somebody lives, and
 * nobody can send strangers a text of their own through the shop.
 */
export function orderReceipt(facts: OrderFacts, origin: string): EmailContent {
  const { orderId, placedAt, amount, snapshot, isEmailConfirmed = false } = facts;
  const { quote, delivery } = snapshot;
  return {
    subject: `Yay! Order placed: ${orderId}`,
    preview: `${namesText(quote.lines, 3)}, ${formatRupeesExact(amount)} paid. We are starting on your gift.`,
    mark: `Order ${orderId}`,
    heading: 'Yay! Order Placed',
    lead: `Thank you${isEmailConfirmed ? `, ${delivery.customerName}` : ''}! We have received your payment and are starting on your gift.`,
    button: { label: 'Your orders', link: `${origin}/your-orders` },
    sections: [
      rowsSection('At a glance', [
        { label: 'Order ID', value: orderId },
        { label: 'Ordered on', value: formatTime(placedAt) },
        { label: 'Status', value: 'Paid' },
        ...dateRows(facts).arrival,
      ]),
      itemsSection('Your order', quote, amount),
      ...(isEmailConfirmed
        ? [addressSection(delivery), ...noteSections(delivery)]
        : [withheldAddress]),
      stepsSection('What happens next', deliverySteps(slowestKind(quote.lines))),
    ],
  };
}

/** To the shop: a paid order to make and to send, with all that the maker and the packer need. */
export function orderNotice(facts: OrderFacts, _origin: string, desk?: string): EmailContent {
  const { orderId, placedAt, amount, email, paymentId, snapshot } = facts;
  const { quote, delivery } = snapshot;
  const dates = dateRows(facts);
  return {
    subject: `New order ${orderId}: ${namesText(quote.lines, 3)}, ${formatRupeesExact(amount)}`,
    preview: `${delivery.customerName}, ${delivery.state} - ${delivery.pincode}`,
    mark: `Order ${orderId}`,
    heading: 'A new order',
    lead: `${delivery.customerName} has paid ${formatRupeesExact(amount)}. It is time to make it.`,
    ...toShop(desk, orderId),
    sections: [
      rowsSection('At a glance', [
        { label: 'Order ID', value: orderId },
        { label: 'Ordered on', value: formatTime(placedAt) },
        dates.sent,
        ...dates.arrival,
        { label: 'Customer', value: delivery.customerName },
        ...reachRows(email, delivery),
        { label: 'Payment ID', value: paymentId },
      ]),
      itemsSection('What was ordered', quote, amount),
      addressSection(delivery),
      ...noteSections(delivery),
    ],
  };
}

/** Returns what leads the shop to an order at the desk, by default to Today; no link if the desk has no address. */
export function toShop(
  desk: string | undefined,
  orderId?: string,
): Pick<EmailContent, 'button' | 'desk' | 'isToShop'> {
  if (desk === undefined) return { isToShop: true };
  const button =
    orderId === undefined
      ? { label: 'Open the desk', link: `${desk}/` }
      : { label: 'Open the order', link: `${desk}/orders/${orderId}` };
  return { isToShop: true, desk, button };
}

/** Returns when the parcel is sent, when it arrives, and when the shopper needs it. */
function dateRows({ placedAt, promisedBy, snapshot }: OrderFacts) {
  const { quote, delivery, shipsFrom } = snapshot;
  const { sentBy, from, to } = promisedBy
    ? datesAfter(promisedBy, quote.lines)
    : orderDates(quote.lines, new Date(placedAt), shipsFrom);
  const { neededBy } = delivery;
  return {
    sent: { label: 'Send by', value: formatDay(sentBy) },
    arrival: [
      { label: 'Arrives', value: formatDays(from, to) },
      ...(neededBy ? [{ label: 'Needed by', value: formatDate(neededBy) }] : []),
    ],
  };
}

/** Returns the names of all lines, or of the first `most`: 'Dairy Milk Garland, Chocolate Crown and 12 more'. */
export function namesText(lines: readonly QuoteLine[], most = lines.length): string {
  const names = lines.slice(0, most).map(({ name }) => name);
  const more = lines.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the lines of a quote, its coupon and the amount paid, in paise. */
function itemsSection(title: string, quote: Quote, amount: number): Section {
  const { coupon, total, discount } = quote;
  return {
    kind: 'lines',
    title,
    lines: quote.lines.map(emailLine),
    sums: coupon
      ? [
          { label: 'Total', value: formatRupeesExact(total) },
          {
            label: `Coupon ${coupon.code} (${coupon.percent}% off)`,
            value: `−${formatRupeesExact(discount)}`,
          },
        ]
      : [],
    sum: { label: 'Amount paid', value: formatRupeesExact(amount) },
  };
}

function emailLine(line: QuoteLine): EmailLine {
  const times = `${line.quantity} × ${formatRupees(line.unit)}`;
  return {
    name: line.name,
    detail: [describeKind(line), times].filter(Boolean).join(' · '),
    total: formatRupeesExact(line.total),
    picture: line.picture.name,
  };
}

/** Returns the first four different pictures of the lines, each with the name of its product. */
function headPictures(lines: readonly QuoteLine[]) {
  const named = new Map(lines.map(({ name, picture }) => [picture.name, name]));
  return [...named].slice(0, 4).map(([picture, alt]) => ({ picture, alt }));
}

/** Returns the delivery address as it is written on a parcel. */
function addressSection(delivery: DeliveryDetails): Section {
  const { customerName, phoneNumber } = delivery;
  const lines = [customerName, ...addressLines(delivery), phoneText(phoneNumber)];
  return { kind: 'address', title: 'Delivery address', lines };
}

/** Returns the gift note, if there is one. */
function noteSections({ giftNote }: DeliveryDetails): readonly Section[] {
  return giftNote ? [{ kind: 'address', title: 'Gift note', lines: giftNote.split('\n') }] : [];
}

/** Returns the contact details of a shopper. */
export function reachRows(email: string, { phoneNumber }: DeliveryDetails): readonly Row[] {
  return [
    { label: 'E-mail', value: email, link: `mailto:${email}` },
    { label: 'Phone', value: phoneText(phoneNumber), link: phoneLink(phoneNumber) },
  ];
}

/**
 * To the shopper: the parcel is with a courier, and where to track it; or what was wrong in the e-mail before. It
 * repeats nothing that the shopper wrote, so it may go to an unconfirmed address.
 */
export function orderSent(facts: SentFacts, origin: string): EmailContent {
  const { orderId, sentAt, courier, trackingNumber, trackingUrl, lines, before } = facts;
  const { transit } = deliveryEstimate(slowestKind(lines));
  const isOnItsWay = {
    subject: `Your gift is on its way: ${orderId}`,
    preview: `Sent by ${courier}. It usually arrives in ${transit}.`,
    heading: 'Your gift is on its way',
    lead: `We have handed your order to ${courier}. It usually arrives in ${transit}.`,
  };
  return {
    ...(before ? correctionTexts(facts, before) : isOnItsWay),
    mark: `Order ${orderId}`,
    pictures: headPictures(lines),
    button: trackingUrl
      ? { label: 'Track', link: trackingUrl }
      : { label: 'Your orders', link: `${origin}/your-orders` },
    sections: [
      rowsSection('The parcel', [
        { label: 'Order ID', value: orderId },
        { label: 'In it', value: listPieces({ quote: { lines } }) },
        { label: 'Sent on', value: formatTime(sentAt) },
        { label: 'Courier', value: notBefore(courier, before?.courier) },
        !!trackingNumber && {
          label: 'Tracking number',
          value: notBefore(trackingNumber, before?.trackingNumber),
        },
      ]),
      notesSection('Good to know', [
        'It can take a day until the courier shows where the parcel is.',
        'If something is not right, reply to this e-mail and we will look into it.',
      ]),
    ],
  };
}

/**
 * To the shopper: what was sent is made again, or what was not sent comes later; and when it arrives. It repeats nothing that
 * the shopper wrote, so it may go to an unconfirmed address.
 */
export function orderPromise(facts: PromiseFacts, origin: string): EmailContent {
  const { orderId, lines, promisedBy, isAgain = false, reason } = facts;
  const { sentBy, from, to } = datesAfter(promisedBy, lines);
  const when = `We send it by ${formatDay(sentBy)}, and it arrives ${formatDays(from, to)}.`;
  const heading = isAgain ? 'We are making your gift again' : 'Your gift comes later';
  return {
    subject: `${heading}: ${orderId}`,
    preview: when,
    mark: `Order ${orderId}`,
    heading,
    lead: isAgain
      ? `Sorry that it did not go well the first time. You pay nothing more. ${when}`
      : `Sorry, it takes longer than we promised. ${when}`,
    pictures: headPictures(lines),
    button: { label: 'Your orders', link: `${origin}/your-orders` },
    sections: [
      rowsSection('Your order', [
        { label: 'Order ID', value: orderId },
        { label: isAgain ? 'Made again' : 'In it', value: listPieces({ quote: { lines } }) },
        !!reason && { label: 'Reason', value: reason },
        { label: 'Sent by', value: formatDay(sentBy) },
        { label: 'Arrives', value: formatDays(from, to) },
      ]),
      notesSection('Good to know', [
        'You get an e-mail with the tracking once it is on its way.',
        'If this day does not suit you, reply to this e-mail and we will look into it.',
      ]),
    ],
  };
}

/** Returns the texts of a correction: they name what changed. */
function correctionTexts(facts: SentFacts, before: Dispatch) {
  const changes = [
    facts.courier !== before.courier && 'courier',
    facts.trackingNumber !== before.trackingNumber && 'tracking number',
    facts.trackingUrl !== before.trackingUrl && 'tracking page',
  ].filter((name) => name !== false);
  // While it waited, a further correction may have brought back what it corrected.
  const what =
    changes.length === 0
      ? 'Below is the right tracking of your parcel.'
      : `We have corrected the ${changes.join(' and the ')} of your parcel.`;
  const lead = `${what} Sorry for the mix-up.`;
  return {
    subject: `Corrected tracking of your gift: ${facts.orderId}`,
    preview: lead,
    heading: 'Corrected tracking',
    lead,
  };
}

/** Returns a value, and the one that it replaces. */
function notBefore(value: string, before?: string): string {
  return before === undefined || before === value ? value : `${value} (not ${before})`;
}

/** To the shop, each morning, also when there is nothing to do. */
export function daily(facts: DailyFacts, _origin: string, desk?: string): EmailContent {
  const { day, late, today, tomorrow, later, toStart = 0, flagged, disputed = 0 } = facts;
  const parts = [
    today > 0 && `${today} to send today`,
    late > 0 && `${late} late`,
    toStart > 0 && `${toStart} to start`,
  ].filter((part) => part !== false);
  const nothing =
    tomorrow + later > 0
      ? 'Nothing to send or to start today'
      : 'Nothing to make: every order has left';
  const subject = parts.join(', ') || nothing;
  const waits = (payments: number) =>
    payments === 1 ? '1 payment waits' : `${payments} payments wait`;
  const money = [
    flagged > 0 && `${waits(flagged)} for you to give the money back`,
    disputed > 0 && `${waits(disputed)} for your answer to the customer’s bank`,
  ].filter((each) => each !== false);
  return {
    subject,
    preview: `${tomorrow} for tomorrow, ${later} later`,
    mark: formatDay(day),
    heading: subject,
    lead:
      money.length === 0
        ? 'Good morning. The shop is running, and no payment waits for you.'
        : `Good morning. The shop is running, and ${money.join(', and ')}.`,
    ...toShop(desk),
    sections: [
      rowsSection('Orders to send', [
        { label: 'Late', value: String(late) },
        { label: 'Today', value: String(today) },
        { label: 'Tomorrow', value: String(tomorrow) },
        { label: 'Later', value: String(later) },
        { label: 'To start today', value: String(toStart) },
      ]),
      notesSection('Good to know', [
        'This e-mail comes every morning after seven. If it does not come, see whether the shop runs.',
      ]),
    ],
  };
}

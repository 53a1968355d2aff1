// The sections that both e-mails of an order contain: the lines, the sums, the delivery address.
import { formatDay, formatDays } from '../../shop/dates.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import { formatDate } from '../../shop/long-date.ts';
import { formatRupees, formatRupeesExact } from '../../shop/money.ts';
import { orderDates } from '../../shop/order.ts';
import type { Quote, QuoteLine } from '../../shop/price.ts';
import type { OrderFacts } from './outbox.ts';
import type { EmailLine, Row, Section } from './sheet.ts';

/** Returns the lines of a quote, its coupon and the amount paid, in paise. */
export function itemsSection(title: string, quote: Quote, amount: number): Section {
  const coupon: readonly Row[] = quote.coupon
    ? [
        { label: 'Total', value: formatRupeesExact(quote.total) },
        {
          label: `Coupon ${quote.coupon.code} (${quote.coupon.percent}% off)`,
          value: `−${formatRupeesExact(quote.discount)}`,
        },
      ]
    : [];
  return {
    kind: 'lines',
    title,
    lines: quote.lines.map(emailLine),
    sums: coupon,
    sum: { label: 'Amount paid', value: formatRupeesExact(amount) },
  };
}

function emailLine(line: QuoteLine): EmailLine {
  const times = `${line.quantity} × ${formatRupees(line.unit)}`;
  const details = [line.versionName, line.chocolate, times].filter((part) => part !== undefined);
  return {
    name: line.name,
    detail: details.join(' · '),
    total: formatRupeesExact(line.total),
    picture: line.picture.name,
  };
}

/** Returns when the parcel is sent, when it arrives, and when the shopper needs it. */
export function dateRows({ placedAt, snapshot }: OrderFacts): Record<'sent' | 'arrival', Row[]> {
  const { quote, delivery } = snapshot;
  const { sentBy, from, to } = orderDates(quote.lines, new Date(placedAt));
  const needed = delivery.neededBy
    ? [{ label: 'Needed by', value: formatDate(delivery.neededBy) }]
    : [];
  return {
    sent: [{ label: 'Send by', value: formatDay(sentBy) }],
    arrival: [{ label: 'Arrives', value: formatDays(from, to) }, ...needed],
  };
}

/** Returns the gift note, if there is one. */
export function noteSections({ giftNote }: DeliveryDetails): readonly Section[] {
  return giftNote ? [{ kind: 'address', title: 'Gift note', lines: giftNote.split('\n') }] : [];
}

/** Returns the delivery address as it is written on a parcel. */
export function addressSection(delivery: DeliveryDetails): Section {
  const { customerName, address, landmark, state, pincode, phoneNumber } = delivery;
  return {
    kind: 'address',
    title: 'Delivery address',
    lines: [
      customerName,
      ...address.split(/\r?\n/),
      ...(landmark ? [`Landmark: ${landmark}`] : []),
      `${state} - ${pincode}`,
      `Phone ${phoneText(phoneNumber)}`,
    ],
  };
}

/** Returns '+91 98765 43210' for ten digits. */
function phoneText(digits: string): string {
  return `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`;
}

/** Returns the contact details of a shopper. */
export function reachRows(email: string, { phoneNumber }: DeliveryDetails): readonly Row[] {
  return [
    { label: 'E-mail', value: email, link: `mailto:${email}` },
    { label: 'Phone', value: phoneText(phoneNumber), link: `tel:+91${phoneNumber}` },
  ];
}

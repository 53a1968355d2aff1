// Open orders for a spreadsheet, as RFC 4180. A cell that begins like a formula gets an apostrophe in front, because
// shoppers write names and addresses, and a spreadsheet would run them.
import { stringify } from 'csv-stringify/sync';
import { dayInIndia } from '../../shop/dates.ts';
import { toRupees } from '../../shop/money.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { lineText } from './order-texts.ts';

const columns = [
  'Send by',
  'Order ID',
  'Ordered on',
  'Items',
  'Quantity',
  'Amount',
  'Refunded',
  'Name',
  'Phone Number',
  'Email',
  'Full Address',
  'Landmark',
  'State',
  'Pincode',
  'Needed by',
  'Gift note',
];

/** Returns a table with one row per order, with rupees and ISO dates. */
export function ordersCsv(orders: readonly OpenOrder[]): string {
  return stringify([columns, ...orders.map(cells)], {
    // Excel reads a file without it as Latin-1.
    bom: true,
    record_delimiter: 'windows',
    // An address may contain line breaks.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

function cells({ id, sendBy, placedAt, email, amount, refunded, quote, delivery }: OpenOrder) {
  const { customerName, phoneNumber, address, landmark, state, pincode } = delivery;
  return [
    sendBy,
    id,
    dayInIndia(new Date(placedAt)),
    quote.lines.map(lineText).join('\n'),
    quote.quantity,
    toRupees(amount).toFixed(2),
    toRupees(refunded).toFixed(2),
    customerName,
    phoneNumber,
    email,
    address,
    landmark ?? '',
    state,
    pincode,
    delivery.neededBy ?? '',
    delivery.giftNote ?? '',
  ];
}

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '#support/any-text.ts';
import { orderFacts } from '#support/server/order-facts.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { ordersCsv } from './orders-csv.ts';

function openOrder(change: Partial<OpenOrder['delivery']> = {}): OpenOrder {
  const { orderId, placedAt, amount, email, snapshot } = orderFacts();
  const { quote, delivery } = snapshot;
  const order = { id: orderId, sendBy: '2026-11-19', placedAt, amount, email, refunded: 10_050 };
  return { ...order, quote, delivery: { ...delivery, ...change } };
}

/** Reads RFC 4180: records end with CRLF, a quoted field may contain anything, its quotes doubled. */
function read(csv: string): string[][] {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  const rows: string[][] = [[]];
  const text = csv.replace(/^\uFEFF/, '');
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (found === null) throw new Error('not RFC 4180');
    const [, value = '', end] = found;
    rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it('has a row for each order, with rupees and Indian dates', () => {
  const wishes = { neededBy: '2026-12-05', giftNote: 'Dear Anu,\nhappy day!' };
  const [names, row] = read(ordersCsv([openOrder(wishes)]));
  expect(Object.fromEntries(names!.map((name, i) => [name, row![i]]))).toEqual({
    'Send by': '2026-11-19',
    'Order ID': 'MA-7K3N9QX2VD',
    'Ordered on': '2026-11-15',
    Items: '2 × Dairy Milk Garland, Kids, Dairy Milk\n1 × Chocolate Crown, Munch',
    Quantity: '3',
    Amount: '2037.45',
    Refunded: '100.50',
    Name: 'Kavya & <b>Raman</b>',
    'Phone Number': '9876543210',
    Email: 'kavya@shopper.example',
    'Full Address': '12, South Mada Street\nMylapore, Chennai',
    Landmark: 'Opposite the "temple" tank',
    State: 'Tamil Nadu',
    Pincode: '600004',
    'Needed by': '2026-12-05',
    'Gift note': 'Dear Anu,\nhappy day!',
  });
});

it('has only the column names if no order is open', () => {
  expect(ordersCsv([])).toMatch(/^\uFEFFSend by,Order ID,[^\r\n]+,Gift note\r\n$/);
});

it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'lets no spreadsheet run %j as a formula',
  (customerName) => {
    const [, row] = read(ordersCsv([openOrder({ customerName })]));
    expect(row).toContain(`'${customerName}`);
  },
);

it('keeps any text in its own field', () => {
  const text = fc.oneof(anyText(20), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\'a ') }));
  const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell);
  fc.assert(
    fc.property(text, text, (customerName, address) => {
      const [names, row, ...more] = read(ordersCsv([openOrder({ customerName, address })]));
      expect({ columns: [names?.length, row?.length], more }).toEqual({
        columns: [16, 16],
        more: [],
      });
      const written = [row?.[7], row?.[10]].map((cell) => cell?.replace(/^'/, ''));
      expect(written).toEqual([customerName, address].map((typed) => typed.replace(/^'/, '')));
      expect(row?.filter(isFormula)).toEqual([]);
    }),
  );
});

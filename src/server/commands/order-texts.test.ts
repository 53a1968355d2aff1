import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#support/any-text.ts';
import { orderFacts } from '#support/server/order-facts.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import type { OrderStory } from '../orders/order-story.ts';
import { openOrdersText, ordersCsv, storyText } from './order-texts.ts';

const { orderId: id, placedAt, amount, email, snapshot } = orderFacts();

function openOrder(sendBy: string, change: Partial<OpenOrder> = {}): OpenOrder {
  return { id, sendBy, placedAt, amount, email, refunded: 0, ...snapshot, ...change };
}

describe('openOrdersText', () => {
  it('lists the orders by promised day, with all that is needed to make and send them', () => {
    const orders = [
      openOrder('2026-11-18', { id: 'MA-1111111111', refunded: 10_050 }),
      openOrder('2026-11-19'),
      openOrder('2026-11-20'),
    ];
    const text = openOrdersText(orders, { today: '2026-11-19', hasMore: false });
    expect(text.split('\n\n')[0]).toBe(`To send by 18 November (late)
  MA-1111111111  ordered on 15 November 2026, ₹2,037.45, ₹100.50 refunded
    2 × Dairy Milk Garland, Kids, Dairy Milk
    1 × Chocolate Crown, Munch
    to Kavya & <b>Raman</b>, +91 9876543210, kavya@shopper.example
    12, South Mada Street, Mylapore, Chennai, Opposite the "temple" tank, Tamil Nadu - 600004`);
    expect(text).toContain('To send by 19 November (today)\n');
    expect(text).toContain('To send by 20 November\n');
    expect(text).toContain('npm run sent -- MA-…');
  });

  it('shows the day and the gift note that the shopper asked for', () => {
    const { quote, delivery } = snapshot;
    const needs = { neededBy: '2026-12-05', giftNote: 'Dear Anu,\nhappy day!' };
    const order = openOrder('2026-11-19', { quote, delivery: { ...delivery, ...needs } });
    expect(openOrdersText([order], { today: '2026-11-19', hasMore: false })).toContain(
      '600004\n    needed by 5 December\n    gift note: Dear Anu, / happy day!\n',
    );
  });

  it('reports that no order is open, or that there are more', () => {
    expect(openOrdersText([], { today: '2026-11-19', hasMore: false })).toBe('No order is open.');
    const text = openOrdersText([openOrder('2026-11-19')], { today: '2026-11-19', hasMore: true });
    expect(text).toContain('There are more: npm run orders -- --all');
  });
});

describe('storyText', () => {
  const refunded: OrderEvent = {
    key: 'refund:rfnd_1:part',
    order_id: id,
    type: 'refunded',
    at: '2026-11-16T04:30:00.000Z',
    courier: null,
    tracking_number: null,
    tracking_url: null,
    amount: 10_050,
    refund_id: 'rfnd_1',
  };
  const sent: OrderEvent = {
    ...refunded,
    type: 'sent',
    courier: 'DTDC',
    tracking_number: '123456',
    amount: null,
    refund_id: null,
  };
  const mail = {
    dedupe_key: `order:${id}:receipt`,
    kind: 'order-receipt' as const,
    recipient: email,
    created_at: placedAt,
    sent_at: placedAt,
    tries: 1,
    next_try_at: placedAt,
    last_error: null,
  };
  const story: OrderStory = {
    ...snapshot,
    order: {
      id,
      attempt_id: 'a-1',
      provider_order_id: 'order_1',
      provider_payment_id: 'pay_1',
      user_id: 'u',
      email,
      amount,
      currency: 'INR',
      placed_at: placedAt,
      send_by: null,
    },
    attempt: {
      id: 'a-1',
      state: 'paid',
      reason: null,
      created_at: placedAt,
      updated_at: placedAt,
      account_erased_at: null,
    },
    surplus: [],
    surplusParts: [],
    events: [refunded, sent],
    mails: [mail, { ...mail, sent_at: null, tries: 2, last_error: 'Error: no\nroute\u001B[31m' }],
  };

  it('shows each part in its own lines', () => {
    expect(storyText(story)).toBe(`MA-7K3N9QX2VD, ordered on 15 November 2026

Order
  2 × Dairy Milk Garland, Kids, Dairy Milk
  1 × Chocolate Crown, Munch
  Coupon SAVE15 (15% off)
  ₹2,037.45 paid, ₹100.50 refunded, sent

To
  Kavya & <b>Raman</b>, +91 9876543210, kavya@shopper.example
  12, South Mada Street, Mylapore, Chennai, Opposite the "temple" tank, Tamil Nadu - 600004

Payment
  15 November 2026 at 1:15 am IST: attempt a-1 began, now 'paid'
  15 November 2026 at 1:15 am IST: ₹2,037.45 in as pay_1 for order_1

Since then
  16 November 2026 at 10:00 am IST: ₹100.50 refunded (rfnd_1)
  16 November 2026 at 10:00 am IST: sent by DTDC, 123456

E-mails
  15 November 2026 at 1:15 am IST: order-receipt to kavya@shopper.example, sent on 15 November 2026 at 1:15 am IST
  15 November 2026 at 1:15 am IST: order-receipt to kavya@shopper.example, not sent yet after 2 tries, next 15 November 2026 at 1:15 am IST: Error: no route [31m`);
  });

  it('shows the day to send the order by, or that it was refunded', () => {
    const open = { ...story, events: [], order: { ...story.order, send_by: '2026-11-19' } };
    expect(storyText(open)).toContain('₹2,037.45 paid, to send by 19 November\n');
    const back = { ...story, events: [{ ...refunded, amount }] };
    expect(storyText(back)).toContain('₹2,037.45 paid, all of it refunded\n');
  });

  it('shows further payments and the deletion of the account', () => {
    const surplus = {
      payment_id: 'pay_2',
      attempt_id: 'a-1',
      amount: 99_900,
      currency: 'INR',
      reason: 'Money was captured for a payment order that is settled already.',
      state: 'flagged' as const,
      refund_id: null,
      flagged_at: placedAt,
      refunded_at: null,
    };
    const part = { refund_id: 'rfnd_2', payment_id: 'pay_2', amount: 100, recorded_at: placedAt };
    const attempt = { ...story.attempt, account_erased_at: placedAt };
    const text = storyText({ ...story, attempt, surplus: [surplus], surplusParts: [part] });
    expect(text).toContain('₹999.00 more as pay_2, flagged: Money was captured');
    expect(text).toContain('₹1.00 of pay_2 went back (rfnd_2)');
    expect(text).toContain('The account was deleted.');
  });
});

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

describe('ordersCsv', () => {
  const orderFor = (change: Partial<OpenOrder['delivery']>) => {
    const delivery = { ...snapshot.delivery, ...change };
    return openOrder('2026-11-19', { refunded: 10_050, delivery });
  };

  it('has a row for each order, with rupees and Indian dates', () => {
    const needs = { neededBy: '2026-12-05', giftNote: 'Dear Anu,\nhappy day!' };
    const [names, row] = read(ordersCsv([orderFor(needs)]));
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
      const [, row] = read(ordersCsv([orderFor({ customerName })]));
      expect(row).toContain(`'${customerName}`);
    },
  );

  it('writes any text into its own field', () => {
    const text = fc.oneof(anyText(20), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\'a ') }));
    const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell);
    fc.assert(
      fc.property(text, text, (customerName, address) => {
        const [names, row, ...more] = read(ordersCsv([orderFor({ customerName, address })]));
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
});

import { describe, expect, it } from 'vitest';
import { orderFacts } from '#support/server/order-facts.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import type { OrderStory } from '../orders/order-story.ts';
import { ordersCsv } from '../orders/export-orders.ts';
import { openOrdersText, storyText } from './order-texts.ts';

const { orderId: id, placedAt, amount, email, snapshot } = orderFacts();

const mail = {
  dedupe_key: `order:${id}:receipt`,
  order_id: id,
  kind: 'order-receipt' as const,
  recipient: email,
  created_at: placedAt,
  sent_at: placedAt,
  failed_at: null,
  tries: 1,
  next_try_at: placedAt,
  last_error: null,
};

function openOrder(sendBy: string, change: Partial<OpenOrder> = {}): OpenOrder {
  const owners = { revision: 0, note: '', isBeingMade: false, isPaidInPause: false };
  return { id, sendBy, placedAt, amount, email, refunded: 0, ...owners, ...snapshot, ...change };
}

describe('openOrdersText', () => {
  const today = '2026-11-19';

  it('lists the orders by promised day, with all that is needed to make and send them', () => {
    const needs = { neededBy: '2026-12-05', giftNote: 'Dear Anu,\nhappy day!' };
    const orders = [
      openOrder('2026-11-18', {
        id: 'MA-1111111111',
        refunded: 10_050,
        delivery: { ...snapshot.delivery, ...needs },
      }),
      openOrder(today),
      openOrder('2026-11-20'),
    ];
    const text = openOrdersText(orders, { today, hasMore: false, failed: [] });
    expect(text.split('\n\n')[0]).toBe(`To send by 18 November (late)
  MA-1111111111  ordered on 15 November 2026, ₹2,037.45, ₹100.50 refunded
    2 × Dairy Milk Garland, Kids, Dairy Milk
    1 × Chocolate Crown, Munch
    to Kavya & <b>Raman</b>, +91 9876543210, kavya@shopper.example
    12, South Mada Street, Mylapore, Chennai, Opposite the "temple" tank, Tamil Nadu - 600004
    needed by 5 December
    gift note: Dear Anu, / happy day!`);
    expect(text).toContain('To send by 19 November (today)\n');
    expect(text).toContain('To send by 20 November\n');
    expect(text).toContain('npm run sent -- MA-…');
  });

  it('lists the e-mails that could not be delivered', () => {
    const failed = [{ ...mail, sent_at: null, failed_at: placedAt, last_error: 'Error: 550 Full' }];
    expect(openOrdersText([], { today, hasMore: false, failed })).toBe(`No order is open.

Not delivered
  MA-7K3N9QX2VD  15 November 2026 at 1:15 am IST: order-receipt to kavya@shopper.example, failed on 15 November 2026 at 1:15 am IST after 1 try: Error: 550 Full`);
  });

  it('reports that no order is open, or that there are more', () => {
    expect(openOrdersText([], { today, hasMore: false, failed: [] })).toBe('No order is open.');
    const text = openOrdersText([openOrder(today)], { today, hasMore: true, failed: [] });
    expect(text).toContain('There are more: npm run orders -- --all');
  });
});

describe('storyText', () => {
  const event = { key: 'a-key', order_id: id, at: '2026-11-16T04:30:00.000Z', shown_at: null };
  const parcel = { courier: 'DTDC', tracking_number: '123456', tracking_url: null };
  const noParcel = { courier: null, tracking_number: null, tracking_url: null };
  const money = { amount: 10_050, refund_id: 'rfnd_1' };
  const refunded: OrderEvent = { ...event, ...noParcel, ...money, type: 'refunded' };
  const sent: OrderEvent = { ...event, ...parcel, type: 'sent', amount: null, refund_id: null };
  const act = { id: 'act', subject: id, digest: '', at: event.at, actor: 'meena@maalai.example' };
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
      promised_by: null,
      revision: 0,
      note: 'Ring before 7 pm,\nno parcels at the gate',
      making_at: null,
      phone: snapshot.delivery.phoneNumber,
      paid_in_pause: 0,
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
    disputes: [],
    events: [refunded, sent],
    acts: [
      { ...act, kind: 'making', result: { outcome: 'making' } },
      { ...act, kind: 'refund', result: { outcome: 'pending', amount: 10_050, reason: 'Broken' } },
      // Its details were erased.
      { ...act, kind: 'send', result: null },
    ],
    hasAccount: true,
    left: 0,
    undoUntil: undefined,
    mails: [
      mail,
      { ...mail, sent_at: null, tries: 2, last_error: 'Error: no\nroute\u001B[31m' },
      { ...mail, sent_at: null, failed_at: placedAt, last_error: 'Error: 550 no such user' },
    ],
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

Note
  Ring before 7 pm,
  no parcels at the gate

Since then
  16 November 2026 at 10:00 am IST: ₹100.50 refunded (rfnd_1)
  16 November 2026 at 10:00 am IST: sent by DTDC, 123456

Done by the owner
  16 November 2026 at 10:00 am IST: making, by meena@maalai.example
  16 November 2026 at 10:00 am IST: refund of ₹100.50 (pending), Broken, by meena@maalai.example
  16 November 2026 at 10:00 am IST: send, by meena@maalai.example

E-mails
  15 November 2026 at 1:15 am IST: order-receipt to kavya@shopper.example, sent on 15 November 2026 at 1:15 am IST
  15 November 2026 at 1:15 am IST: order-receipt to kavya@shopper.example, not sent yet after 2 tries, next 15 November 2026 at 1:15 am IST: Error: no route [31m
  15 November 2026 at 1:15 am IST: order-receipt to kavya@shopper.example, failed on 15 November 2026 at 1:15 am IST after 1 try: Error: 550 no such user`);
  });

  it('shows the day to send the order by, or that it was refunded', () => {
    const open = { ...story, events: [], order: { ...story.order, send_by: '2026-11-19' } };
    expect(storyText(open)).toContain('₹2,037.45 paid, to send by 19 November\n');
    const back = { ...story, events: [{ ...refunded, amount }] };
    expect(storyText(back)).toContain('₹2,037.45 paid, all of it refunded\n');
  });

  it('shows disputes, further payments and the deletion of the account', () => {
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
    const dispute: OrderStory['disputes'][number] = {
      dispute_id: 'disp_1',
      payment_id: 'pay_1',
      provider_order_id: 'order_1',
      amount: 100,
      currency: 'INR',
      reason_code: '',
      phase: 'chargeback',
      state: 'lost',
      respond_by: null,
      opened_at: placedAt,
      ended_at: placedAt,
      reported_at: '',
    };
    const more = { surplus: [surplus], surplusParts: [part], disputes: [dispute] };
    const text = storyText({ ...story, attempt, ...more });
    expect(text).toContain('₹1.00 of pay_1 disputed (disp_1), lost on 15 November 2026');
    expect(text).toContain('₹999.00 more as pay_2, flagged: Money was captured');
    expect(text).toContain('₹1.00 of pay_2 went back (rfnd_2)');
    expect(text).toContain('The account was deleted.');
  });
});

describe('ordersCsv', () => {
  const csvOf = (change: Partial<OpenOrder['delivery']>) => {
    const delivery = { ...snapshot.delivery, ...change };
    return ordersCsv([openOrder('2026-11-19', { refunded: 10_050, delivery })]);
  };
  const NAMES =
    '\uFEFFSend by,Order ID,Ordered on,Items,Quantity,Amount,Refunded,Name,Phone Number,Email,Full Address,Landmark,State,Pincode,Needed by,Gift note\r\n';

  it('has a row for each order, with rupees and Indian dates', () => {
    const needs = { neededBy: '2026-12-05', giftNote: 'Dear Anu,\nhappy day!' };
    const cells = [
      '2026-11-19',
      'MA-7K3N9QX2VD',
      '2026-11-15',
      '"2 × Dairy Milk Garland, Kids, Dairy Milk\n1 × Chocolate Crown, Munch"',
      '3',
      '2037.45',
      '100.50',
      'Kavya & <b>Raman</b>',
      '9876543210',
      'kavya@shopper.example',
      '"12, South Mada Street\nMylapore, Chennai"',
      '"Opposite the ""temple"" tank"',
      'Tamil Nadu',
      '600004',
      '2026-12-05',
      '"Dear Anu,\nhappy day!"',
    ];
    expect(csvOf(needs)).toBe(`${NAMES}${cells.join(',')}\r\n`);
  });

  it('has only the column names if no order is open', () => {
    expect(ordersCsv([])).toBe(NAMES);
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    ['\r=1', `"'\r=1"`],
  ])('lets no spreadsheet run %j as a formula', (customerName, cell) => {
    expect(csvOf({ customerName })).toContain(`,100.50,${cell},9876543210,`);
  });
});

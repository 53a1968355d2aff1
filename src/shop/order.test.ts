import { describe, expect, it } from 'vitest';
import { everyLine } from '#support/every-line.ts';
import { deliveryDates } from './catalogue/delivery.ts';
import {
  leaveBy,
  missedBy,
  missesDay,
  orderDates,
  orderSteps,
  readSnapshot,
  slowestKind,
  withoutLines,
  withoutPerson,
  writeSnapshot,
} from './order.ts';
import type { OrderSnapshot } from './order.ts';
import { quote } from './price.ts';
import type { LineRequest } from './price.ts';

const sunday = new Date('2026-11-22T06:30:00Z');
const [garland, combo] = [{ productId: '3' }, { productId: 'COMBO_003' }];

const delivery = {
  customerName: 'Asha Raman',
  email: 'asha@example.in',
  phoneNumber: '9876543210',
  landmark: 'Opposite the tank',
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '14, North Mada Street',
  giftNote: 'Happy birthday',
  neededBy: '2026-12-03',
};

/** Returns the snapshot of an order of these lines. */
function snapshotOf(requests: readonly LineRequest[], couponCode?: string): OrderSnapshot {
  const quoted = quote(requests, couponCode);
  if (!quoted.ok) throw new Error(quoted.message);
  return { quote: quoted.quote, delivery };
}

describe('a snapshot', () => {
  it('is stored whole, and without its person for bookkeeping', () => {
    const snapshot = snapshotOf([{ productId: '6', quantity: 2 }], 'SAVE15');
    expect(readSnapshot(writeSnapshot(snapshot))).toEqual(snapshot);
    const texts = { customerName: '', email: '', phoneNumber: '', pincode: '', address: '' };
    const nobody = { ...texts, state: 'Tamil Nadu' };
    expect(readSnapshot(withoutPerson(snapshot))).toEqual({ ...snapshot, delivery: nobody });
    const nothing = { ...snapshot.quote, lines: [], productName: '', quantity: 0 };
    expect(readSnapshot(withoutLines(snapshot))).toEqual({ quote: nothing, delivery });
  });

  it('has equal lines once, with the same sums, and so a size that no request can exceed', () => {
    const cart = Array.from({ length: 2_078 }, (_, at) => everyLine[at % everyLine.length]!);
    const snapshot = snapshotOf(cart, 'LUCKY50');
    const long = { ...delivery, customerName: 'ம'.repeat(100), landmark: 'ம'.repeat(200) };
    const texts = { ...long, address: 'ம'.repeat(500), giftNote: 'ம'.repeat(300) };
    const stored = writeSnapshot({ ...snapshot, delivery: texts });
    expect(Buffer.byteLength(stored)).toBeLessThan(10 * 1024);
    const read = readSnapshot(stored).quote;
    expect(read.lines.length).toBeLessThan(40);
    const { total, discount, amount, quantity } = snapshot.quote;
    expect(read).toMatchObject({ total, discount, amount, quantity });
    expect(read.lines.reduce((sum, line) => sum + line.total, 0)).toBe(total);
  });

  it('keeps the names and prices as sold when the product has changed or gone', () => {
    const { quote: sold } = snapshotOf([{ productId: '3', selectedVersion: 'kids', quantity: 2 }]);
    const [line] = sold.lines;
    const was = { name: 'Old Garland', versionName: 'Small', unit: 50_000, originalUnit: 60_000 };
    const total = 100_000;
    const change = { ...sold, lines: [{ ...line!, ...was, total }], total, amount: total };
    const read = readSnapshot(writeSnapshot({ quote: change, delivery })).quote;
    expect(read).toEqual({ ...change, productName: 'Old Garland' });
    const gone = { ...change, lines: [{ ...line!, ...was, total, productId: '99' }] };
    expect(readSnapshot(writeSnapshot({ quote: gone, delivery })).quote.lines).toMatchObject([
      { productId: '99', ...was, quantity: 2, total, link: '', picture: { name: '' } },
    ]);
  });
});

describe('an order', () => {
  it.each([
    ['combo', [combo]],
    ['garland', [combo, garland]],
    // A product that is no longer sold.
    ['garland', [{ productId: '99' }, combo]],
  ] as const)('is delivered like a %s: %j', (kind, lines) => {
    expect(orderDates(lines, sunday)).toEqual(deliveryDates(kind, sunday));
    expect(slowestKind(lines)).toBe(kind);
  });

  it('misses the day on which it is needed if it may arrive later', () => {
    expect(missedBy('2026-12-02', [combo, garland], sunday)).toBe('2026-12-03');
    expect(missedBy('2026-12-03', [garland], sunday)).toBeUndefined();
    expect(missedBy('2026-12-02', [combo], sunday)).toBeUndefined();
  });
});

describe('the steps of an order', () => {
  it('have the promised days until the order is sent', () => {
    expect(orderSteps(['combo', 'garland'], { orderedAt: sunday, now: sunday })).toEqual([
      { name: 'Made', day: 'by 25 Nov', isDone: false },
      { name: 'Sent', day: 'by 26 Nov', isDone: false },
      { name: 'With you', day: '30 Nov-3 Dec', isDone: false },
    ]);
  });

  it("are done up to 'Sent' once the order was sent, with the day in India", () => {
    const sentAt = new Date('2026-11-24T20:00:00Z');
    expect(orderSteps(['garland'], { orderedAt: sunday, sentAt, now: sentAt })).toEqual([
      { name: 'Made', day: undefined, isDone: true },
      { name: 'Sent', day: '25 Nov', isDone: true },
      { name: 'With you', day: '30 Nov-3 Dec', isDone: false },
    ]);
  });

  it('leave out promised days that have passed, and end with the last', () => {
    const days = (now: string) =>
      orderSteps(['garland'], { orderedAt: sunday, now: new Date(now) }).map(({ day }) => day);
    expect(days('2026-11-26T06:30:00Z')).toEqual([undefined, 'by 26 Nov', '30 Nov-3 Dec']);
    expect(days('2026-12-03T18:29:00Z')).toEqual([undefined, undefined, '30 Nov-3 Dec']);
    expect(days('2026-12-03T18:30:00Z')).toEqual([]);
    const late = { orderedAt: sunday, sentAt: sunday, now: new Date('2026-12-03T18:30:00Z') };
    expect(orderSteps(['garland'], late)[2]).toEqual({ name: 'With you', isDone: false });
  });
});

const adult = { selectedVersion: 'adult' } as const;

describe('an order whose gift is needed by a day', () => {
  const wanted = (neededBy: string | undefined, { productId } = garland) => ({
    ...snapshotOf([{ productId, quantity: 1, ...(productId === '3' && adult) }]),
    delivery: { ...delivery, neededBy },
  });

  it.each([
    [undefined, garland, '2026-11-26'],
    ['2026-12-03', garland, '2026-11-26'],
    ['2026-12-02', garland, '2026-11-25'],
    ['2026-11-27', garland, '2026-11-22'],
    ['2026-11-30', combo, '2026-11-26'],
    ['2026-11-29', combo, '2026-11-25'],
  ])('leaves early enough to be there: %s', (neededBy, product, day) => {
    expect(leaveBy(wanted(neededBy, product), sunday)).toBe(day);
  });

  it('leaves by another day if the owner promised that since, whenever it is needed', () => {
    expect(leaveBy(wanted('2026-12-02'), sunday, '2026-11-28')).toBe('2026-11-28');
    expect(leaveBy(wanted(undefined), sunday, '2026-11-28')).toBe('2026-11-28');
    expect(leaveBy(wanted('2026-12-02'), sunday, '2026-11-26')).toBe('2026-11-25');
  });

  it.each([
    ['2026-11-26', '2026-11-22', undefined],
    ['2026-11-25', '2026-11-22', '2026-11-26'],
    ['2026-11-26', '2026-11-24', undefined],
    ['2026-11-26', '2026-11-25', '2026-11-27'],
    [undefined, '2026-11-30', undefined],
  ])('is missed if it can no longer be there: %s on %s', (neededBy, today, first) => {
    expect(missesDay(wanted(neededBy), sunday, new Date(`${today}T06:30:00Z`))).toBe(first);
  });
});

import { describe, expect, it } from 'vitest';
import { deliveryDates } from './catalogue/delivery.ts';
import {
  missedBy,
  orderDates,
  orderSteps,
  readSnapshot,
  slowestKind,
  withoutPerson,
  writeSnapshot,
} from './order.ts';
import { quote } from './price.ts';

const sunday = new Date('2026-11-22T06:30:00Z');
const [garland, combo] = [{ productId: '3' }, { productId: 'COMBO_003' }];

it('a snapshot is stored whole, and without its person for bookkeeping', () => {
  const quoted = quote([{ productId: '6', quantity: 2 }], 'SAVE15');
  if (!quoted.ok) throw new Error(quoted.message);
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
  const snapshot = { quote: quoted.quote, delivery };
  expect(readSnapshot(writeSnapshot(snapshot))).toEqual(snapshot);
  const nobody = { customerName: '', email: '', phoneNumber: '', pincode: '', address: '' };
  expect(JSON.parse(withoutPerson(snapshot))).toEqual({
    quote: quoted.quote,
    delivery: { ...nobody, state: 'Tamil Nadu' },
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
    expect(missedBy('2026-12-02', [garland], sunday)).toBe('2026-12-03');
    expect(missedBy('2026-12-02', [combo, garland], sunday)).toBe('2026-12-03');
    expect(missedBy('2026-12-03', [garland], sunday)).toBeUndefined();
    expect(missedBy('2026-12-02', [combo], sunday)).toBeUndefined();
  });
});

describe('the steps of an order', () => {
  it('have the promised days until the order is sent', () => {
    expect(orderSteps(['garland'], { orderedAt: sunday, now: sunday })).toEqual([
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

  it('have the days of the slowest product', () => {
    const times = { orderedAt: sunday, now: sunday };
    expect(orderSteps(['combo', 'garland'], times)[2]?.day).toBe('30 Nov-3 Dec');
    expect(orderSteps(['combo'], times)[2]?.day).toBe('28-30 Nov');
  });

  it('leave out promised days that have passed', () => {
    const days = (now: string) =>
      orderSteps(['garland'], { orderedAt: sunday, now: new Date(now) }).map(({ day }) => day);
    expect(days('2026-11-26T06:30:00Z')).toEqual([undefined, 'by 26 Nov', '30 Nov-3 Dec']);
    expect(days('2026-12-03T18:29:00Z')).toEqual([undefined, undefined, '30 Nov-3 Dec']);
    expect(days('2026-12-03T18:30:00Z')).toEqual([undefined, undefined, undefined]);
  });
});

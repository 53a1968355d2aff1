import { describe, expect, it } from 'vitest';
import { orderSteps } from './order.ts';

// A Sunday.
const orderedAt = new Date('2026-11-22T06:30:00Z');

describe('the steps of an order', () => {
  it('have the promised days until the order is sent', () => {
    expect(orderSteps(['garland'], { orderedAt, now: orderedAt })).toEqual([
      { name: 'Made', day: 'by 25 Nov', isDone: false },
      { name: 'Sent', day: 'by 26 Nov', isDone: false },
      { name: 'With you', day: '30 Nov-3 Dec', isDone: false },
    ]);
  });

  it("are done up to 'Sent' once the order was sent, with the day in India", () => {
    const sentAt = new Date('2026-11-24T20:00:00Z');
    expect(orderSteps(['garland'], { orderedAt, sentAt, now: sentAt })).toEqual([
      { name: 'Made', day: undefined, isDone: true },
      { name: 'Sent', day: '25 Nov', isDone: true },
      { name: 'With you', day: '30 Nov-3 Dec', isDone: false },
    ]);
  });

  it('have the days of the slowest product', () => {
    const [, , last] = orderSteps(['combo', 'garland'], { orderedAt, now: orderedAt });
    expect(last?.day).toBe('30 Nov-3 Dec');
    expect(orderSteps(['combo'], { orderedAt, now: orderedAt })[2]?.day).toBe('28-30 Nov');
  });

  it('leave out promised days that have passed', () => {
    const days = (now: string) =>
      orderSteps(['garland'], { orderedAt, now: new Date(now) }).map(({ day }) => day);
    expect(days('2026-11-26T06:30:00Z')).toEqual([undefined, 'by 26 Nov', '30 Nov-3 Dec']);
    expect(days('2026-12-03T18:29:00Z')).toEqual([undefined, undefined, '30 Nov-3 Dec']);
    expect(days('2026-12-03T18:30:00Z')).toEqual([undefined, undefined, undefined]);
  });
});

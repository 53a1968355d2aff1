import { describe, expect, it } from 'vitest';
import type { ProductKind } from './catalogue/product.ts';
import { dayInIndia, formatDay, formatDays } from './dates.ts';
import { deliveryDates, type DeliveryDates, parcelDates } from './catalogue/delivery.ts';

describe('dayInIndia', () => {
  it('returns the day in Asia/Kolkata', () => {
    expect(dayInIndia(new Date('2026-11-22T18:29:59.999Z'))).toBe('2026-11-22');
    expect(dayInIndia(new Date('2026-11-22T18:30:00.000Z'))).toBe('2026-11-23');
  });
});

describe('deliveryDates', () => {
  // 22 November 2026 is a Sunday. The preparation takes three days, the dispatch one.
  it.each<[ProductKind, string, DeliveryDates]>([
    // Two business days after Thursday end on Monday, five on the next Thursday.
    ['garland', '2026-11-22', { sentBy: '2026-11-26', from: '2026-11-30', to: '2026-12-03' }],
    ['gift', '2026-11-22', { sentBy: '2026-11-26', from: '2026-11-30', to: '2026-12-03' }],
    ['prod', '2026-11-22', { sentBy: '2026-11-26', from: '2026-11-30', to: '2026-12-03' }],
    // Combos travel on weekends too.
    ['combo', '2026-11-22', { sentBy: '2026-11-26', from: '2026-11-28', to: '2026-11-30' }],
    // Dispatched on a Saturday: the first business day is Monday.
    ['garland', '2026-11-24', { sentBy: '2026-11-28', from: '2026-12-01', to: '2026-12-04' }],
    ['combo', '2026-12-27', { sentBy: '2026-12-31', from: '2027-01-02', to: '2027-01-04' }],
  ])('returns the dates of a %s ordered on %s', (kind, day, dates) => {
    expect(deliveryDates(kind, new Date(`${day}T06:30:00Z`))).toEqual(dates);
  });

  it('counts from the day in India', () => {
    const lateEvening = new Date('2026-11-22T18:30:00Z');
    expect(deliveryDates('combo', lateEvening).sentBy).toBe('2026-11-27');
  });
});

describe('parcelDates', () => {
  it('returns the dates of the slowest product', () => {
    const orderedAt = new Date('2026-11-22T06:30:00Z');
    const slowest = deliveryDates('garland', orderedAt);
    expect(parcelDates(['combo', 'garland'], orderedAt)).toEqual(slowest);
    expect(parcelDates(['garland', 'combo'], orderedAt)).toEqual(slowest);
    expect(parcelDates(['combo'], orderedAt)).toEqual(deliveryDates('combo', orderedAt));
  });
});

describe('rangeText', () => {
  it('names the month once if it is the same', () => {
    expect(formatDays('2026-11-27', '2026-11-30')).toBe('27-30 November');
    expect(formatDays('2026-12-01', '2026-12-04', 'short')).toBe('1-4 Dec');
  });

  it('names both months otherwise', () => {
    expect(formatDays('2026-11-28', '2026-12-03')).toBe('28 November-3 December');
    expect(formatDays('2026-11-28', '2026-12-03', 'short')).toBe('28 Nov-3 Dec');
  });
});

it('writes a day with its month', () => {
  expect(formatDay('2026-11-26')).toBe('26 November');
  expect(formatDay('2026-11-26', 'short')).toBe('26 Nov');
});

it.each(['long', 'short'] as const)('formats %s months like Indian English', (length) => {
  const format = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: length });
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-07`;
    expect(formatDay(day, length)).toBe(format.format(new Date(`${day}T12:00`)));
  }
});

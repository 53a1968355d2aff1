// The delivery estimate as dates. All days are ISO dates ('2026-11-22') on the shop's calendar (Asia/Kolkata).
import type { ProductKind } from './catalogue/product.ts';
import { DISPATCH_HOURS, PREPARATION, transitOf } from './catalogue/delivery.ts';

export interface DeliveryDates {
  /** The last day of the dispatch. */
  sentBy: string;
  /** The first and the last day of the delivery, if the parcel is dispatched on `sentBy`. */
  from: string;
  to: string;
}

const DAYS_TO_DISPATCH = PREPARATION[1] + DISPATCH_HOURS / 24;

const DAY = 86_400_000;
const INDIA = 5.5 * 3_600_000;

/** Returns the day of a time in India. */
export function dayInIndia(time: Date): string {
  return clockInIndia(time).slice(0, 10);
}

/** Returns date and time of day in India, as '2026-11-26T18:15:00.000'. */
export function clockInIndia(time: Date): string {
  return new Date(time.getTime() + INDIA).toISOString().slice(0, -1);
}

/** Returns when something ordered at `orderedAt` is sent, and when it arrives. */
export function deliveryDates(kind: ProductKind, orderedAt: Date): DeliveryDates {
  const sentBy = addDays(dayInIndia(orderedAt), DAYS_TO_DISPATCH);
  const { days, isBusinessDays } = transitOf(kind);
  const add = isBusinessDays ? addBusinessDays : addDays;
  return { sentBy, from: add(sentBy, days[0]), to: add(sentBy, days[1]) };
}

/** Returns the dates of a parcel with these kinds of products, at least one: those of the slowest. */
export function parcelDates(kinds: readonly ProductKind[], orderedAt: Date): DeliveryDates {
  return kinds
    .map((kind) => deliveryDates(kind, orderedAt))
    .reduce((slowest, dates) => (dates.to > slowest.to ? dates : slowest));
}

/** Returns the day that is this many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** Counts Monday to Friday; couriers that also deliver on Saturdays are earlier than promised. */
function addBusinessDays(day: string, days: number): string {
  let at = day;
  for (let left = days; left > 0;) {
    at = addDays(at, 1);
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}

// Not Intl: its data is 6.5 MB of the server's memory.
const names =
  'January February March April May June July August September October November December';
const MONTHS = names.split(' ');
const shortMonths = MONTHS.map((name) => name.slice(0, name === 'September' ? 4 : 3));

/** Returns '26 November', or '26 Nov'. */
export function formatDay(day: string, length: 'long' | 'short' = 'long'): string {
  const [, month, date] = day.split('-').map(Number);
  return `${date} ${(length === 'long' ? MONTHS : shortMonths)[(month ?? 0) - 1]}`;
}

/** Returns '27-30 November' or '28 November-3 December', or with short months '28 Nov-3 Dec'. */
export function formatDays(from: string, to: string, length: 'long' | 'short' = 'long'): string {
  const start = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : undefined;
  return `${start ?? formatDay(from, length)}-${formatDay(to, length)}`;
}

// How long a kind of product takes (section 1 of the specification): in days, as texts and as dates. The shop makes each
// piece after the order, so preparation always comes first.
import { addDays, dayInIndia } from '../dates.ts';
import type { ProductKind } from './product.ts';

/** Days, at least and at most. */
export const PREPARATION = [2, 3] as const;

/** After the preparation, at most. */
const DISPATCH_HOURS = 24;

/** From the order to the last day of the dispatch. */
export const DAYS_TO_DISPATCH = PREPARATION[1] + DISPATCH_HOURS / 24;

const combined = { days: [2, 4], isBusinessDays: false } as const;
const single = { days: [2, 5], isBusinessDays: true } as const;

/** Returns the time from the dispatch to the delivery, at least and at most. */
export function transitFor(kind: ProductKind) {
  // The specification names garlands and combos; other kinds get the longer of the two times.
  return kind === 'combo' ? combined : single;
}

/**
 * Returns the shop's estimate for a kind of product: preparation '2-3 days', after that dispatch '24 hours', after that
 * transit '2-5 business days'.
 */
export function deliveryEstimate(kind: ProductKind) {
  const { days, isBusinessDays } = transitFor(kind);
  return {
    preparation: `${PREPARATION.join('-')} days`,
    dispatch: `${DISPATCH_HOURS} hours`,
    transit: `${days.join('-')} ${isBusinessDays ? 'business days' : 'days'}`,
  };
}

/**
 * Returns the estimate as sentences, in chronological order.
 * @param packaging how the product is packed, if its page says so
 */
export function deliverySteps(kind: ProductKind, packaging?: string): readonly string[] {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  return [
    `Prepared by hand in ${preparation}`,
    ...(packaging ? [packaging] : []),
    `Dispatched within ${dispatch} after that`,
    'Tracking details follow once it is on its way',
    `Delivered in ${transit} across India`,
  ];
}

export interface DeliveryDates {
  /** The last day of the dispatch. */
  sentBy: string;
  /** The first and the last day of the delivery, if the parcel is dispatched on `sentBy`. */
  from: string;
  to: string;
}

/**
 * Returns when something ordered at `orderedAt` is sent, and when it arrives.
 * @param shipsFrom nothing is sent before this day, if the shop was late at the order
 */
export function deliveryDates(
  kind: ProductKind,
  orderedAt: Date,
  shipsFrom?: string,
): DeliveryDates {
  return parcelDates([kind], orderedAt, shipsFrom);
}

/** Returns the dates of a parcel with these kinds of products, at least one: those of the slowest. */
export function parcelDates(
  kinds: readonly ProductKind[],
  orderedAt: Date,
  shipsFrom = '',
): DeliveryDates {
  const usual = addDays(dayInIndia(orderedAt), DAYS_TO_DISPATCH);
  return promisedDates(kinds, usual < shipsFrom ? shipsFrom : usual);
}

/** Returns the dates of such a parcel that is promised to be sent by this day. */
export function promisedDates(kinds: readonly ProductKind[], sentBy: string): DeliveryDates {
  return kinds
    .map((kind) => ({ sentBy, ...addTransit(sentBy, kind) }))
    .reduce((slowest, dates) => (dates.to > slowest.to ? dates : slowest));
}

/** Returns the last day of the dispatch after which a parcel may arrive later than on `day`. */
export const dispatchBefore = (day: string, kind: ProductKind): string =>
  addTransit(day, kind, -1).to;

/** Returns the first day on which a parcel can arrive that is dispatched on `day`. */
export const firstArrival = (day: string, kind: ProductKind): string => addTransit(day, kind).from;

/** Returns the day moved by the shortest and by the longest time of transit. `way`: -1 to go back. */
function addTransit(day: string, kind: ProductKind, way: 1 | -1 = 1) {
  const { days, isBusinessDays } = transitFor(kind);
  const add = isBusinessDays ? addBusinessDays : addDays;
  return { from: add(day, way * days[0]), to: add(day, way * days[1]) };
}

/** Counts Monday to Friday, forwards or backwards; couriers that also deliver on Saturdays are earlier than promised. */
function addBusinessDays(day: string, days: number): string {
  let at = day;
  for (let left = Math.abs(days); left > 0;) {
    at = addDays(at, Math.sign(days));
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}

// A placed order: what was agreed, when its parcel is sent and arrives, and its progress.
import { findProduct } from './catalogue/catalogue.ts';
import {
  DAYS_TO_DISPATCH,
  dispatchBefore,
  firstArrival,
  parcelDates,
  PREPARATION,
  promisedDates,
} from './catalogue/delivery.ts';
import type { DeliveryDates } from './catalogue/delivery.ts';
import { versionPicture } from './catalogue/product.ts';
import type { Picture, ProductKind } from './catalogue/product.ts';
import { addDays, dayInIndia, formatDay, formatDays } from './dates.ts';
import type { DeliveryDetails } from './forms/delivery.ts';
import { summarizeLines } from './price.ts';
import type { Quote, QuoteLine } from './price.ts';

/**
 * What a shopper agreed to pay for, frozen when the attempt began: later changes of a price, a coupon or the cart do not
 * affect it. The attempt and its order store it as JSON.
 */
export interface OrderSnapshot {
  quote: Quote;
  delivery: DeliveryDetails;
  /** The shop was late: the day before which nothing is sent, as the shopper was shown it. */
  shipsFrom?: string | undefined;
}

type StoredLine = Omit<QuoteLine, 'link' | 'picture' | 'total'>;

interface StoredSnapshot {
  quote: Omit<Quote, 'lines' | 'productName' | 'quantity'> & { lines: readonly StoredLine[] };
  delivery: DeliveryDetails;
  shipsFrom?: string | undefined;
}

/**
 * Returns what is stored: equal lines as one, so that the catalogue limits its size and not the shopper, and no more of
 * each than keeps an order true for ever: ids, quantity, prices, and the names as sold.
 */
export function writeSnapshot({ quote, delivery, shipsFrom }: OrderSnapshot): string {
  const { lines, productName: _names, quantity: _sum, ...sums } = quote;
  const stored = mergeLines(lines).map(
    ({ link: _link, picture: _picture, total: _total, ...line }) => line,
  );
  const snapshot: StoredSnapshot = { quote: { ...sums, lines: stored }, delivery, shipsFrom };
  return JSON.stringify(snapshot);
}

/**
 * Reads what `writeSnapshot` wrote: our own rows are trusted, not parsed by a schema. Link and picture are those of the
 * product today.
 */
export function readSnapshot(stored: string): OrderSnapshot {
  const { quote, ...rest } = JSON.parse(stored) as StoredSnapshot;
  const lines = quote.lines.map(toQuoteLine);
  return { quote: { ...quote, lines, ...summarizeLines(lines) }, ...rest };
}

/** Returns the lines with equal ones as one, at the position of the first. */
function mergeLines(lines: readonly QuoteLine[]): QuoteLine[] {
  const merged = new Map<string, QuoteLine>();
  for (const line of lines) {
    const { productId, name, selectedVersion, versionName, chocolate, unit, originalUnit } = line;
    const what = [productId, name, selectedVersion, versionName, chocolate, unit, originalUnit];
    const key = JSON.stringify(what);
    const quantity = (merged.get(key)?.quantity ?? 0) + line.quantity;
    merged.set(key, { ...line, quantity });
  }
  return [...merged.values()];
}

const noPicture: Picture = { name: '', alt: '', focus: [0.5, 0.5] };

function toQuoteLine(line: StoredLine): QuoteLine {
  const { productId, selectedVersion, unit, quantity } = line;
  const product = findProduct(productId);
  const picture = product ? versionPicture(product, selectedVersion) : noPicture;
  return { link: product?.link ?? '', picture, ...line, total: unit * quantity };
}

/** Returns the snapshot for bookkeeping, without recipient and address. The state stays: the tax depends on it. */
export function withoutPerson({ quote, delivery: { state }, shipsFrom }: OrderSnapshot): string {
  const nobody = { customerName: '', email: '', phoneNumber: '', pincode: '', address: '' };
  return writeSnapshot({ quote, delivery: { ...nobody, state }, shipsFrom });
}

/** Returns the snapshot of an attempt that cannot become an order any more: its sums and its person, but no lines. */
export function withoutLines({ quote, delivery }: OrderSnapshot): string {
  return writeSnapshot({ quote: { ...quote, lines: [] }, delivery });
}

interface OrderedLine {
  productId: string;
}

/** Returns the dates of a parcel with these lines, at least one. `shipsFrom`: see `deliveryDates`. */
export function orderDates(
  lines: readonly OrderedLine[],
  orderedAt: Date,
  shipsFrom?: string,
): DeliveryDates {
  return parcelDates(listKinds(lines), orderedAt, shipsFrom);
}

/** Returns the dates of a parcel with these lines, at least one, that is promised to be sent by this day. */
export function datesAfter(sentBy: string, lines: readonly OrderedLine[]): DeliveryDates {
  return promisedDates(listKinds(lines), sentBy);
}

/** Returns the kind whose delivery takes longest: only a parcel of combos alone is faster than the others. */
export function slowestKind(lines: readonly OrderedLine[]): ProductKind {
  return listKinds(lines).every((kind) => kind === 'combo') ? 'combo' : 'garland';
}

/** Returns the kinds of the products. A product that is no longer sold counts as a garland. */
function listKinds(lines: readonly OrderedLine[]): ProductKind[] {
  return lines.map(({ productId }) => findProduct(productId)?.kind ?? 'garland');
}

/** Returns the last day of arrival if that is after the day on which the gift is needed. */
export function missedBy(
  neededBy: string,
  lines: readonly OrderedLine[],
  orderedAt: Date,
  shipsFrom?: string,
): string | undefined {
  const { to } = orderDates(lines, orderedAt, shipsFrom);
  return neededBy < to ? to : undefined;
}

/**
 * Returns the day by which an order has to leave: the promised one, or an earlier one from which its gift arrives by the day
 * on which it is needed. Not before the order. Another day that the owner promised since counts alone.
 */
export function leaveBy(
  { quote: { lines }, delivery: { neededBy }, shipsFrom }: OrderSnapshot,
  placedAt: Date,
  promisedBy?: string,
): string {
  const { sentBy } = orderDates(lines, placedAt, shipsFrom);
  if (!neededBy || (promisedBy ?? sentBy) !== sentBy) return promisedBy ?? sentBy;
  const latest = dispatchBefore(neededBy, slowestKind(lines));
  const placed = dayInIndia(placedAt);
  if (latest >= sentBy) return sentBy;
  return latest < placed ? placed : latest;
}

/** Returns the day on which making an order has to begin that leaves on `day`. */
export const startBy = (day: string): string => addDays(day, -PREPARATION[1]);

/** Returns the first day on which a gift can still arrive, if that is after the day on which it is needed. */
export function missesDay(
  { quote, delivery: { neededBy } }: OrderSnapshot,
  placedAt: Date,
  now: Date,
): string | undefined {
  if (!neededBy) return undefined;
  const made = addDays(dayInIndia(placedAt), PREPARATION[0]);
  const today = dayInIndia(now);
  const first = firstArrival(made > today ? made : today, slowestKind(quote.lines));
  return first > neededBy ? first : undefined;
}

export interface OrderStep {
  name: string;
  /** '26 Nov', 'by 26 Nov', '30 Nov-3 Dec'. Absent if it is unknown, or promised for a day that has passed. */
  day: string | undefined;
  isDone: boolean;
}

/** Returns the dates of an order with products of these kinds, at least one, as they are promised now. */
export function datesFor(kinds: readonly ProductKind[], orderedAt: Date, promisedBy?: string) {
  return promisedBy ? promisedDates(kinds, promisedBy) : parcelDates(kinds, orderedAt);
}

interface OrderTimes {
  orderedAt: Date;
  /** The day by which it is promised to be sent; without it, the usual one. */
  promisedBy?: string | undefined;
  /** Once it was sent. */
  sentAt?: Date | undefined;
  now: Date;
}

interface OrderEvents {
  events?: readonly { type: string; at: string }[] | undefined;
}

/** Returns when the order was sent; undefined until then. */
export function sentTime({ events = [] }: OrderEvents): Date | undefined {
  const sent = events.find(({ type }) => type === 'sent');
  return sent && new Date(sent.at);
}

/**
 * Returns the three steps of an order with products of these kinds, at least one. The shop records when an order was
 * sent; until then, the days are the promised ones, and once these have passed there are no steps. Nobody reports that a
 * parcel has arrived, so the last step is never done.
 */
export function orderSteps(
  kinds: readonly ProductKind[],
  { orderedAt, promisedBy, sentAt, now }: OrderTimes,
): readonly OrderStep[] {
  const today = dayInIndia(now);
  const { sentBy, from, to } = datesFor(kinds, orderedAt, promisedBy);
  const by = (day: string) => (day < today ? undefined : `by ${formatDay(day, 'short')}`);
  const madeBy = addDays(sentBy, PREPARATION[1] - DAYS_TO_DISPATCH);
  const isDone = sentAt !== undefined;
  if (!isDone && to < today) return [];
  const sentOn = isDone ? formatDay(dayInIndia(sentAt), 'short') : by(sentBy);
  const arrival = to < today ? undefined : formatDays(from, to, 'short');
  return [
    { name: 'Made', day: isDone ? undefined : by(madeBy), isDone },
    { name: 'Sent', day: sentOn, isDone },
    { name: 'With you', day: arrival, isDone: false },
  ];
}

// What can be ordered on a day: the shop is open, late or closed, and a product may be sold out. Everything begins and ends
// by itself at midnight in India, because it is computed for a day and never switched.
import { formatDay } from './dates.ts';

export type Mode = 'open' | 'late' | 'closed';

/** What the owner has set. Days are ISO dates; `until` and `backOn` are the first days on which it is over. */
export interface Availability {
  mode: Mode;
  /** The first day of the mode; without it, it has begun. */
  from?: string | undefined;
  /** Without it, the mode lasts until the owner changes it. */
  until?: string | undefined;
  /** Late: nothing is sent before this day. */
  shipsFrom?: string | undefined;
  /** By product id. */
  soldOut: Readonly<Record<string, { backOn?: string | undefined }>>;
}

export const alwaysOpen: Availability = { mode: 'open', soldOut: {} };

/** Returns what of it is not over on this day: what the owner has still set. */
export function stillSet(set: Availability, day: string): Availability {
  const isOver = (until: string | undefined) => until !== undefined && until <= day;
  const soldOut = Object.entries(set.soldOut).filter(([, { backOn }]) => !isOver(backOn));
  const mode = isOver(set.until) ? { mode: 'open' as const } : set;
  return { ...mode, soldOut: Object.fromEntries(soldOut) };
}

function hasMode({ mode, from, until }: Availability, wanted: Mode, day: string): boolean {
  return (
    mode === wanted && (from === undefined || from <= day) && (until === undefined || day < until)
  );
}

/** Returns why nothing can be ordered on this day: 'Closed until 12 January'; undefined if the shop is open. */
export function whyClosed(set: Availability, day: string): string | undefined {
  if (!hasMode(set, 'closed', day)) return undefined;
  return set.until === undefined ? 'Closed for now' : `Closed until ${formatDay(set.until)}`;
}

/** Returns whether a product is sold out on this day. */
export function isSoldOut({ soldOut }: Availability, productId: string, day: string): boolean {
  const found = Object.hasOwn(soldOut, productId) ? soldOut[productId] : undefined;
  return found !== undefined && (found.backOn === undefined || day < found.backOn);
}

/**
 * Returns why a product cannot be ordered on this day, in the words that shoppers read: 'Closed until 12 January', 'Sold
 * out · Back on 12 January'; undefined if it can.
 */
export function whyNotForSale(
  set: Availability,
  productId: string,
  day: string,
): string | undefined {
  const closed = whyClosed(set, day);
  if (closed !== undefined || !isSoldOut(set, productId, day)) return closed;
  const { backOn } = set.soldOut[productId] ?? {};
  return backOn === undefined ? 'Sold out' : `Sold out · Back on ${formatDay(backOn)}`;
}

/** Returns the day before which nothing is sent that is ordered on this day; undefined if the shop is not late. */
export function shipsFrom(set: Availability, day: string): string | undefined {
  return hasMode(set, 'late', day) ? set.shipsFrom : undefined;
}

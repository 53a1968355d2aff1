// Computes when the parcel of an order is sent and when it arrives.
import { findProduct } from './catalogue/catalogue.ts';
import type { ProductKind } from './catalogue/product.ts';
import { type DeliveryDates, parcelDates } from './dates.ts';

interface OrderedLine {
  productId: string;
}

/** Returns the kinds of the products. A product that is no longer sold counts as a garland. */
export function kindsOf(lines: readonly OrderedLine[]): ProductKind[] {
  return lines.map(({ productId }) => findProduct(productId)?.kind ?? 'garland');
}

/** Returns the kind whose delivery takes longest: only a parcel of combos alone is faster than the others. */
export function slowestKind(lines: readonly OrderedLine[]): ProductKind {
  return kindsOf(lines).every((kind) => kind === 'combo') ? 'combo' : 'garland';
}

/** Returns the dates of a parcel with these lines, at least one. */
export function orderDates(lines: readonly OrderedLine[], orderedAt: Date): DeliveryDates {
  return parcelDates(kindsOf(lines), orderedAt);
}

/** Returns the last day of arrival if that is after the day on which the gift is needed. */
export function missedBy(
  neededBy: string,
  lines: readonly OrderedLine[],
  orderedAt: Date,
): string | undefined {
  const { to } = orderDates(lines, orderedAt);
  return neededBy < to ? to : undefined;
}

// When the parcel of an order is sent and arrives.
import { findProduct } from './catalogue/catalogue.ts';
import { type DeliveryDates, parcelDates } from './delivery-dates.ts';

interface OrderedLine {
  productId: string;
}

/** Returns the dates of a parcel with these lines, at least one. What is no longer sold counts as a garland. */
export function orderDates(lines: readonly OrderedLine[], orderedAt: Date): DeliveryDates {
  const kinds = lines.map(({ productId }) => findProduct(productId)?.kind ?? 'garland');
  return parcelDates(kinds, orderedAt);
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

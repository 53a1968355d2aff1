// The day that an order was promised to be sent by.
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { parcelDates } from '../../shop/delivery-dates.ts';
import type { QuoteLine } from '../../shop/price.ts';

/** Returns the last day of the dispatch of these products, ordered at `placedAt`: '2026-11-26'. */
export function sendBy(lines: readonly Pick<QuoteLine, 'productId'>[], placedAt: Date): string {
  // A product that is no longer sold is promised as most are.
  const kinds = lines.map(({ productId }) => findProduct(productId)?.kind ?? 'garland');
  return parcelDates(kinds, placedAt).sentBy;
}

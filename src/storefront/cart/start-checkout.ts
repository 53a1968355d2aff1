// What Buy Now and the cart hand over to /deliveryform. That page is entered by a full page load, so the handover is
// kept in the session storage of the tab. read-handover.ts reads it; it is separate, because every product page loads
// this file.
import type { LineRequest } from '../../shop/price.ts';
import { inTab } from '../platform/storage.ts';

export const keptHandover = inTab('checkout');

/**
 * One product of Buy Now, with the code that was applied on its page, or the cart as it stands when
 * /deliveryform opens. It never holds a price: the catalogue has it.
 */
export type Handover =
  { mode: 'product'; line: LineRequest; couponCode?: string } | { mode: 'cart' };

/** Stores the handover for /deliveryform. Returns false if the browser refuses storage: then the cart is shown. */
export function handOver(handover: Handover): boolean {
  return keptHandover.write(handover);
}

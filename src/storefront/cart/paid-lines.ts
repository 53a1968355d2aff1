// Removes paid lines from the cart.
import { lineRequestOf } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart-item.ts';
import type { LineRequest } from '../../shop/price.ts';

function key(line: LineRequest): string {
  return [line.productId, line.selectedVersion ?? '', line.chocolate ?? '', line.quantity].join(
    '|',
  );
}

/**
 * Returns the items without one item for each paid line. The cart does not merge equal items: if two of three equal
 * ones are paid, one stays. A line that is no longer in the cart is ignored.
 */
export function withoutPaidLines(
  items: readonly CartItem[],
  paid: readonly LineRequest[],
): CartItem[] {
  const due = new Map<string, number>();
  for (const line of paid) due.set(key(line), (due.get(key(line)) ?? 0) + 1);
  return items.filter((item) => {
    const left = due.get(key(lineRequestOf(item))) ?? 0;
    if (left > 0) due.set(key(lineRequestOf(item)), left - 1);
    return left === 0;
  });
}

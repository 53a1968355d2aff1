// What stays in the cart once some of its lines are paid.
import { lineRequestOf } from '../../../shop/cart.ts';
import type { CartItem } from '../../../shop/cart-item.ts';
import type { LineRequest } from '../../../shop/price.ts';

function key(line: LineRequest): string {
  return [line.productId, line.selectedVersion ?? '', line.chocolate ?? '', line.quantity].join(
    '|',
  );
}

/**
 * Takes one item out for each paid line. Equal items are not merged in the cart, so of three equal
 * ones of which two were paid, one stays; a line that is no longer there changes nothing.
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

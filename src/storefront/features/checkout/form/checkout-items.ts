// What is about to be ordered: the one product of Buy Now, or a checklist of what is in the cart.
import { findProduct } from '../../../../shop/catalogue/catalogue.ts';
import type { Picture } from '../../../../shop/catalogue/product.ts';
import { lineRequestOf } from '../../../../shop/cart.ts';
import type { CartItem } from '../../../../shop/cart-item.ts';
import type { Paise } from '../../../../shop/money.ts';
import { quote } from '../../../../shop/price.ts';
import type { LineRequest } from '../../../../shop/price.ts';
import type { Handover } from '../handover/handover.ts';

export interface CheckoutItem {
  /** Tells the lines of one checkout apart, and stays the same when other lines come or go. */
  key: string;
  line: LineRequest;
  name: string;
  picture: Picture;
  /** Price times quantity, before any coupon. */
  total: Paise;
  /** 'Adult · 3.5 feet · Dairy Milk · Qty 1' */
  facts: string;
}

export interface CheckoutItems {
  mode: Handover['mode'];
  items: readonly CheckoutItem[];
  /** Titles of what is in the cart but cannot be ordered any more. */
  leftOut: readonly string[];
}

/** The items of a hand-over. A product that is no longer sold gives way to the cart. */
export function checkoutItems(handover: Handover, cart: readonly CartItem[]): CheckoutItems {
  if (handover.mode === 'product') {
    const item = itemOf(handover.line);
    if (item) return { mode: 'product', items: [item], leftOut: [] };
  }
  const items: CheckoutItem[] = [];
  const leftOut: string[] = [];
  const seen = new Map<string, number>();
  for (const entry of cart) {
    const item = itemOf(lineRequestOf(entry), entry);
    if (!item) {
      leftOut.push(entry.title || 'One item');
      continue;
    }
    const count = seen.get(item.key) ?? 0;
    seen.set(item.key, count + 1);
    items.push({ ...item, key: `${item.key}#${count}` });
  }
  return { mode: 'cart', items, leftOut };
}

function itemOf(line: LineRequest, entry?: CartItem): CheckoutItem | undefined {
  const product = findProduct(line.productId);
  const quoted = quote([line]);
  const priced = quoted.ok ? quoted.quote.lines[0] : undefined;
  if (!product || !priced) return undefined;
  const version = product.versions?.find(({ key }) => key === priced.selectedVersion);
  const facts = [
    priced.versionName,
    entry?.size ?? version?.size,
    entry?.color,
    priced.chocolate,
    `Qty ${priced.quantity}`,
  ];
  return {
    key: [line.productId, line.selectedVersion, line.chocolate, line.quantity].join('|'),
    line,
    name: priced.name,
    picture: priced.picture,
    total: priced.total,
    facts: facts.filter(Boolean).join(' · '),
  };
}

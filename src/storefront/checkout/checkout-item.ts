// A line of an order as the checkout shows it: on the delivery form, and on /success.
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import type { Picture, ProductKind } from '../../shop/catalogue/product.ts';
import { findVersion } from '../../shop/catalogue/versions.ts';
import type { CartItem } from '../../shop/cart-item.ts';
import { joinFacts } from '../ui/join-facts.ts';
import type { Paise } from '../../shop/money.ts';
import { quote } from '../../shop/price.ts';
import type { LineRequest } from '../../shop/price.ts';

export interface CheckoutItem {
  /** Unique among the lines of a checkout; stays the same when other lines are added or removed. */
  key: string;
  line: LineRequest;
  name: string;
  kind: ProductKind;
  picture: Picture;
  /** Price times quantity, before any coupon. */
  total: Paise;
  /** 'Adult · 3.5 feet · Dairy Milk · Qty 1' */
  facts: string;
}

/** Returns the item of a line; undefined if the shop no longer sells it. `entry` is its item in the cart. */
export function itemOf(line: LineRequest, entry?: CartItem): CheckoutItem | undefined {
  const product = findProduct(line.productId);
  const quoted = quote([line]);
  const priced = quoted.ok ? quoted.quote.lines[0] : undefined;
  if (!product || !priced) return undefined;
  const version = findVersion(product, priced.selectedVersion);
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
    kind: product.kind,
    picture: priced.picture,
    total: priced.total,
    facts: joinFacts(facts),
  };
}

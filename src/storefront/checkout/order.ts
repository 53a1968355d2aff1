// The order of this checkout: the items, which of them are ticked, the coupon, and the amounts.
import { useMemo, useState } from 'react';
import { findCoupon } from '../../shop/coupon.ts';
import type { Coupon } from '../../shop/coupon.ts';
import type { CartItem } from '../../shop/cart.ts';
import type { Paise } from '../../shop/money.ts';
import { toLineRequest, quote } from '../../shop/price.ts';
import type { LineRequest, QuoteResult } from '../../shop/price.ts';
import { readCheckoutStart } from '../cart/start-checkout.ts';
import type { CheckoutStart } from '../cart/start-checkout.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import type { Picture, ProductKind } from '../../shop/catalogue/product.ts';
import { findVersion } from '../../shop/catalogue/product.ts';
import { joinFacts } from '../ui/class-names.ts';

interface OrderControl {
  /** Undefined until the browser's storage was read. */
  order: CheckoutItems | undefined;
  unticked: ReadonlySet<string>;
  /** The ticked items. */
  chosen: readonly CheckoutItem[];
  quoted: QuoteResult;
  coupon: Coupon | undefined;
  couponError: string | undefined;
  toggle(key: string): void;
  applyCoupon(code: string): boolean;
  clearCouponError(): void;
}

const INVALID_COUPON = 'Invalid coupon code';

/** Returns the amounts of the quote; 0 if there is no quote. */
export function computeAmounts(
  quoted: QuoteResult,
): Record<'total' | 'discount' | 'amount', Paise> {
  return quoted.ok ? quoted.quote : { total: 0, discount: 0, amount: 0 };
}

/** @param cart undefined until it was read */
export function useOrder(cart: readonly CartItem[] | undefined): OrderControl {
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  // Undefined until it is changed: then the code of Buy Now applies. Null for none.
  const [typedCode, setCode] = useState<string | null>();
  const [isWrongCode, setWrongCode] = useState(false);

  const { order, handedCode } = useMemo(() => {
    if (!cart) return {};
    const handover = readCheckoutStart();
    const items = checkoutItems(handover, cart);
    const brought = handover.mode === 'product' && items.mode === 'product';
    return { order: items, handedCode: brought ? handover.couponCode : undefined };
  }, [cart]);
  const code = (typedCode === undefined ? handedCode : typedCode) ?? undefined;
  const chosen = order ? order.items.filter(({ key }) => !unticked.has(key)) : [];
  const ids = chosen.map(({ line }) => line.productId);
  // A change of the ticked items can end a coupon for a single product, and bring it back.
  const coupon = code === undefined ? undefined : findCoupon(code, ids);
  const quoted = quote(
    chosen.map(({ line }) => line),
    coupon?.code,
  );
  const lapsed = code !== undefined && !coupon;

  return {
    order,
    unticked,
    chosen,
    quoted,
    coupon,
    couponError: isWrongCode || lapsed ? INVALID_COUPON : undefined,

    toggle(key) {
      const next = new Set(unticked);
      if (!next.delete(key)) next.add(key);
      setUnticked(next);
    },

    applyCoupon(typed) {
      const found = findCoupon(typed, ids);
      setCode(found?.code ?? null);
      setWrongCode(!found);
      return found !== undefined;
    },

    clearCouponError() {
      setWrongCode(false);
      if (lapsed) setCode(null);
    },
  };
}

// The items to order: the one product of Buy Now, or the cart as a checklist.

export interface CheckoutItems {
  mode: CheckoutStart['mode'];
  items: readonly CheckoutItem[];
  /** Titles of the cart's items that can no longer be ordered. */
  leftOut: readonly string[];
}

/** Returns the items of a handover. Falls back to the cart if the product is no longer sold. */
export function checkoutItems(handover: CheckoutStart, cart: readonly CartItem[]): CheckoutItems {
  if (handover.mode === 'product') {
    const item = toCheckoutItem(handover.line);
    if (item) return { mode: 'product', items: [item], leftOut: [] };
  }
  const items: CheckoutItem[] = [];
  const leftOut: string[] = [];
  const seen = new Map<string, number>();
  for (const entry of cart) {
    const item = toCheckoutItem(toLineRequest(entry), entry);
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

// A line of an order as the checkout shows it: on the delivery form, and on /success.

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
export function toCheckoutItem(line: LineRequest, entry?: CartItem): CheckoutItem | undefined {
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

// The order of this checkout: the items, which of them are ticked, the coupon, and the amounts.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CartItem } from '../../shop/cart.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { findVersion } from '../../shop/catalogue/product.ts';
import type { Picture, ProductKind } from '../../shop/catalogue/product.ts';
import { findCoupon } from '../../shop/coupon.ts';
import type { Paise } from '../../shop/money.ts';
import { quote, toLineRequest } from '../../shop/price.ts';
import type { LineRequest } from '../../shop/price.ts';
import {
  readCheckoutChoice,
  readCheckoutStart,
  storeCheckoutChoice,
} from '../cart/start-checkout.ts';
import type { CheckoutChoice, CheckoutStart } from '../cart/start-checkout.ts';
import { joinParts } from '../ui/class-names.ts';
import { whyNotForSale } from '../ui/product/for-sale.tsx';

const INVALID_COUPON = 'Invalid coupon code';

/** What a shopper can order: the one product of Buy Now, or the cart as a checklist. */
interface Offer {
  mode: CheckoutStart['mode'];
  items: readonly CheckoutItem[];
  /** Titles of the cart's items that can no longer be ordered. */
  leftOut: readonly string[];
}

/** A line of an order as the checkout shows it: on the delivery form, and on /success. */
export interface CheckoutItem {
  /** Unique among the lines of a checkout; stays the same when other lines are added or removed. */
  key: string;
  line: LineRequest;
  name: string;
  kind: ProductKind;
  picture: Picture;
  /** Price times quantity, before any coupon. */
  total: Paise;
  /** 'Adult · 3.5 feet · Dairy Milk · Qty 2' */
  facts: string;
}

export type Order = ReturnType<typeof useOrder>;

/**
 * @param cart undefined until it was read
 * @param onChange called when what is ordered or its coupon has changed, here or in another tab
 */
export function useOrder(cart: readonly CartItem[] | undefined, onChange: () => void) {
  /** What was chosen on this page; what was chosen before it was loaded is in `stored`. */
  const [chosen, setChosen] = useState<CheckoutChoice>();
  const [isWrongCode, setWrongCode] = useState(false);

  const { offer, startCode, stored } = useMemo(() => {
    if (!cart) return {};
    const start = readCheckoutStart();
    const items = checkoutItems(start, cart);
    const isBuyNow = start.mode === 'product' && items.mode === 'product';
    const code = isBuyNow ? start.couponCode : undefined;
    return { offer: items, startCode: code, stored: readCheckoutChoice() };
  }, [cart]);
  const choice = chosen ?? stored ?? { unticked: [] };
  const isTicked = ({ key, line }: CheckoutItem) =>
    !choice.unticked.includes(key) && !whyNotForSale(line.productId);
  const code = (choice.code === undefined ? startCode : choice.code) ?? undefined;
  const ticked = offer ? offer.items.filter(isTicked) : [];
  const lines = ticked.map(({ line }) => line);
  const ids = lines.map(({ productId }) => productId);
  // A change of the ticked items can end a coupon for a single product, and bring it back.
  const coupon = code === undefined ? undefined : findCoupon(code, ids);
  const hasLapsed = code !== undefined && !coupon;
  const quoted = quote(lines, coupon?.code);
  const { total, discount, amount } = quoted.ok
    ? quoted.quote
    : { total: 0, discount: 0, amount: 0 };

  const choose = (part: Partial<CheckoutChoice>) => setChosen({ ...choice, ...part });
  useEffect(() => {
    if (chosen) storeCheckoutChoice(chosen);
  }, [chosen]);

  // A line that has left the cart is ticked if it comes back: it was chosen anew.
  const present = choice.unticked.filter((key) => offer?.items.some((item) => item.key === key));
  if (offer && present.length < choice.unticked.length) choose({ unticked: present });

  const change = useEffectEvent(onChange);
  const content = offer && [...ticked.map(({ key }) => key), coupon?.code].join();
  useEffect(() => {
    if (content !== undefined) change();
  }, [content]);

  return {
    /** Undefined until the browser's storage was read. */
    offer,
    /** Whether there is nothing to order. Undefined until the browser's storage was read: then the styles decide. */
    isEmpty: offer && offer.items.length === 0,
    /** Whether nothing of it can be ordered now: the shop is closed, or all is sold out. */
    isUnavailable:
      offer !== undefined &&
      offer.items.length > 0 &&
      offer.items.every(({ line }) => whyNotForSale(line.productId) !== undefined),
    isTicked,
    /** The lines of the ticked items, and their kinds. */
    lines,
    kinds: ticked.map(({ kind }) => kind),
    quoted,
    /** The amounts of the quote; 0 if there is no quote. */
    total,
    discount,
    amount,
    /** The coupon that applies to the ticked items. */
    coupon,
    couponError: isWrongCode || hasLapsed ? INVALID_COUPON : undefined,

    toggle({ key }: CheckoutItem): void {
      const others = choice.unticked.filter((other) => other !== key);
      choose({ unticked: others.length < choice.unticked.length ? others : [...others, key] });
    },

    /** Tries a code as typed. Returns whether it applies. */
    applyCoupon(typed: string): boolean {
      const found = findCoupon(typed, ids);
      choose({ code: found?.code ?? null });
      setWrongCode(!found);
      return found !== undefined;
    },

    removeCoupon(): void {
      choose({ code: null });
      setWrongCode(false);
    },

    clearCouponError(): void {
      setWrongCode(false);
      if (hasLapsed) choose({ code: null });
    },
  };
}

/** Returns the items of a checkout. Falls back to the cart if the product is no longer sold. */
export function checkoutItems(start: CheckoutStart, cart: readonly CartItem[]): Offer {
  if (start.mode === 'product') {
    const item = toCheckoutItem(start.line);
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

/** Returns the item of a line; undefined if the shop no longer sells it. `entry` is its item in the cart. */
export function toCheckoutItem(line: LineRequest, entry?: CartItem): CheckoutItem | undefined {
  const product = findProduct(line.productId);
  const quoted = quote([line]);
  const priced = quoted.ok ? quoted.quote.lines[0] : undefined;
  if (!product || !priced) return undefined;
  const facts = [
    priced.versionName,
    entry?.size ?? findVersion(product, priced.selectedVersion)?.size,
    entry?.color,
    priced.chocolate,
    // One piece is not worth a word.
    priced.quantity > 1 && `Qty ${priced.quantity}`,
  ];
  return {
    key: [line.productId, line.selectedVersion, line.chocolate, line.quantity].join('|'),
    line,
    name: priced.name,
    kind: product.kind,
    picture: priced.picture,
    total: priced.total,
    facts: joinParts(facts),
  };
}

// The order of this checkout: the items, which of them are ticked, the coupon, and the amounts.
import { useMemo, useState } from 'react';
import { findCoupon } from '../../shop/coupon.ts';
import type { Coupon } from '../../shop/coupon.ts';
import type { CartItem } from '../../shop/cart-item.ts';
import type { Paise } from '../../shop/money.ts';
import { quote } from '../../shop/price.ts';
import type { QuoteResult } from '../../shop/price.ts';
import { checkoutItems } from './checkout-items.ts';
import type { CheckoutItems } from './checkout-items.ts';
import type { CheckoutItem } from './checkout-item.ts';
import { readHandover } from '../cart/read-handover.ts';

export interface OrderControl {
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
export function figuresOf(quoted: QuoteResult): Record<'total' | 'discount' | 'amount', Paise> {
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
    const handover = readHandover();
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

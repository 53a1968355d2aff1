// The discount code of a product page: its state, its messages, and its effect on the price.
import { applyProdCode } from '../../shop/coupon.ts';
import type { Coupon } from '../../shop/coupon.ts';
import { discountPercent, percentOf } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import type { LinePrice } from '../../shop/catalogue/price-line.ts';
import type { ChoiceControl } from './use-choice.ts';

export interface CodeState {
  /** The code that applies to the chosen version; one at most. */
  readonly coupon?: Coupon;
  /** What was wrong with the last try. */
  readonly fault?: string;
}

/** Returns the state after another try. `amount` is the amount to discount, in paise. */
export function tryCode(state: CodeState, typed: string, amount: Paise): CodeState {
  const tried = applyProdCode(typed, amount, state.coupon !== undefined);
  return tried.ok ? { coupon: tried.coupon } : { ...state, fault: tried.message };
}

/** Returns the message of an applied code. Its saving follows the quantity. */
export function successOf(coupon: Coupon, amount: Paise): string {
  return applyProdCode(coupon.code, amount, false).message;
}

/** Returns the discounted amounts; `quote` deducts the same, so the total is that of the checkout. */
export function discounted(amounts: LinePrice, coupon: Coupon | undefined): LinePrice {
  if (!coupon) return amounts;
  const { originalTotal } = amounts;
  const total = amounts.total - percentOf(amounts.total, coupon.percent);
  return {
    ...amounts,
    total,
    saving: Math.max(originalTotal - total, 0),
    percent: discountPercent(total, originalTotal),
  };
}

/** Returns the versions, with the chosen one at the discounted price. */
export function withCoupon(
  { choice, versions }: Pick<ChoiceControl, 'choice' | 'versions'>,
  coupon: Coupon | undefined,
): ChoiceControl['versions'] {
  if (!coupon) return versions;
  return versions?.map((version) =>
    version.key === choice.version
      ? { ...version, price: version.price - percentOf(version.price, coupon.percent) }
      : version,
  );
}

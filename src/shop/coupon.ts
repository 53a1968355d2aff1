// Coupon codes. Six apply to all products; three belong to the /prod page and apply to its product only.
import { plainCode } from './forms/clean-text.ts';
import { formatRupees, percentOf, rupees, toRupees } from './money.ts';
import type { Paise } from './money.ts';

export interface Coupon {
  code: string;
  /** Percent off the total. */
  percent: number;
}

/** For all products, entered at the checkout (section 9 of the specification). */
const checkoutCodes = {
  WELCOME10: 10,
  SPECIAL20: 20,
  FESTIVE30: 30,
  SAVE15: 15,
  MEGA25: 25,
  LUCKY50: 50,
};

export type CheckoutCode = keyof typeof checkoutCodes;

const prodCodes = { DAIRY10: 10, CHOCOLATE20: 20, GIFT25: 25 };

const PROD_PRODUCT = '7';

/** Returns the coupon with this code if it applies to all these products. Ignores case and what is invisible. */
export function findCoupon(code: string, productIds: readonly string[]): Coupon | undefined {
  const onlyProd = productIds.length > 0 && productIds.every((id) => id === PROD_PRODUCT);
  return lookUp(checkoutCodes, code) ?? (onlyProd ? lookUp(prodCodes, code) : undefined);
}

function lookUp(codes: Readonly<Record<string, number>>, typed: string): Coupon | undefined {
  const code = plainCode(typed).toUpperCase();
  const percent = Object.hasOwn(codes, code) ? codes[code] : undefined;
  return percent === undefined ? undefined : { code, percent };
}

export type ProdCodeResult =
  | { ok: true; coupon: Coupon; saved: Paise; message: string }
  | { ok: false; message: string };

/**
 * Checks the discount-code box of /prod, with its own messages. `amount` is the price to discount, in paise;
 * `applied` is whether the chosen version already has a code.
 */
export function applyProdCode(code: string, amount: Paise, applied: boolean): ProdCodeResult {
  if (plainCode(code) === '') return { ok: false, message: 'Please enter a discount code.' };
  if (applied) return { ok: false, message: 'Discount code already applied.' };
  const coupon = lookUp(prodCodes, code);
  if (!coupon) return { ok: false, message: 'Invalid discount code.' };
  const saved = percentOf(amount, coupon.percent);
  const shown = formatRupees(rupees(Math.round(toRupees(saved))));
  return { ok: true, coupon, saved, message: `Success! You saved ${shown}.` };
}

/** Returns the text of the banner on the home page: how to use the code, or a general line without one. */
export function offerText(code: CheckoutCode | undefined): string {
  return code ? `Use ${code} for ${checkoutCodes[code]}% off` : 'Sweet savings inside';
}

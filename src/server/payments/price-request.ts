// Decides what a payment order costs. The shopper's total is only compared: the price follows from the
// catalogue and the coupon rules.
import { formatRupeesExact, toRupees } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { quote, whyNotPayable } from '../../shop/price.ts';
import type { Quote } from '../../shop/price.ts';
import type { PaymentOrderRequest } from '../../shop/payloads/orders.ts';
import type { Caller, Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';

/** A thousandth of a paisa, in rupees: a browser's own sum may be off by this much, but no two prices are so close. */
const FLOAT_NOISE = 0.00001;

/**
 * Resolves to the server's quote for a request. Throws 400 for what cannot be sold, 409 with the right amount when
 * the shopper was shown another, 429 for guessing coupon codes.
 */
export async function priceRequest(
  request: PaymentOrderRequest,
  limits: Limits,
  caller: Caller,
): Promise<Quote> {
  const couponCode = request.couponCode?.trim() || undefined;
  if (couponCode !== undefined) await limits.coupon.take(caller);
  const result = quote(request.items, couponCode);
  const guessed = !result.ok && result.field === 'couponCode';
  if (couponCode !== undefined && !guessed) await limits.coupon.giveBack(caller);
  if (!result.ok) {
    const { field, message } = result;
    throw new ProblemError(400, message, { errors: [{ field, message }] });
  }
  const { amount } = result.quote;
  checkAmount(amount);
  const totalAmount = toRupees(amount);
  if (!(Math.abs(request.totalAmount - totalAmount) < FLOAT_NOISE)) {
    throw new ProblemError(
      409,
      `The price of this order is ${formatRupeesExact(amount)}. Nothing was charged: please check the new price and place the order again.`,
      { code: 'price-changed', amount, totalAmount },
    );
  }
  return result.quote;
}

function checkAmount(amount: Paise): void {
  const message = whyNotPayable(amount);
  if (message !== undefined)
    throw new ProblemError(400, message, { errors: [{ field: 'items', message }] });
}

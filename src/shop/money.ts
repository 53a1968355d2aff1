// Money: a whole number of paise everywhere in the code. Rupees appear only in text and, where the specification demands
// it, in payloads.

/** A whole number of paise: ₹1 is 100. */
export type Paise = number;

/**
 * The largest amount that the shop handles. A double represents every decimal of up to fifteen digits distinctly,
 * so up to here rupees and paise convert into each other without loss.
 */
export const LARGEST_AMOUNT: Paise = 999_999_999_999_999;

/**
 * Converts rupees to paise: 999 → 99900, 1358.3 → 135830. Throws RangeError for a fraction of a paisa and for an
 * amount above `LARGEST_AMOUNT`.
 */
export function rupees(amount: number): Paise {
  const paise = Math.round(amount * 100);
  // Dividing back is exact where multiplying is not: 1358.3 * 100 is 135830.00000000003, 135830 / 100 is 1358.3.
  if (!(Math.abs(paise) <= LARGEST_AMOUNT) || paise / 100 !== amount) {
    throw new RangeError(`${amount} rupees is not an amount of whole paise`);
  }
  return paise;
}

/** Converts paise to rupees, for payloads and the stored cart only: 135830 → 1358.3. */
export function toRupees(amount: Paise): number {
  return amount / 100;
}

/**
 * Returns a percentage of an amount, rounded half up to a whole paisa. Exact for every amount and every whole
 * percent from 0 to 100.
 */
export function percentOf(amount: Paise, percent: number): Paise {
  // Split, because amount * percent exceeds the safe integers long before the amount does.
  const hundreds = Math.floor(amount / 100);
  return hundreds * percent + Math.round(((amount - hundreds * 100) * percent) / 100);
}

/** Returns the discount in whole percent, rounded; 0 if the original price is not above the price. */
export function discountPercent(price: Paise, originalPrice: Paise): number {
  if (originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}

/** Formats an amount for products and the cart: '₹1,299', with two decimals only if there are paise. */
export function formatRupees(amount: Paise): string {
  return amount % 100 === 0 ? formatRupeesExact(amount).slice(0, -3) : formatRupeesExact(amount);
}

/** Formats an amount that a coupon may reduce: always two decimals, Indian grouping: '₹1,19,900.00'. */
export function formatRupeesExact(amount: Paise): string {
  // Not with Intl: it needs rupees, and dividing by 100 would lose paise of large amounts.
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = groupDigits(digits.slice(0, -2));
  return `${amount < 0 ? '−' : ''}₹${whole}.${digits.slice(-2)}`;
}

/** Returns the digits of a whole number in Indian grouping: '1,19,900'. */
export function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',');
}

/** Returns '₹999.00'; for other currencies, with unknown decimals, the amount in the smallest unit. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'INR') return formatRupeesExact(amount);
  return `${amount} of the smallest unit of ${currency}`;
}

// Money is a whole number of paise everywhere in the code. Rupees exist in text and, where the
// specification says so, on the wire.

/** A whole number of paise: ₹1 is 100. */
export type Paise = number;

/**
 * The largest amount the shop handles. Up to fifteen digits a double holds every decimal amount
 * apart from its neighbours, so rupees and paise turn into each other without loss.
 */
export const LARGEST_AMOUNT: Paise = 999_999_999_999_999;

/** Rupees to paise: 999 → 99900, 1358.3 → 135830. Throws RangeError for a part of a paisa or an amount too large. */
export function rupees(amount: number): Paise {
  const paise = Math.round(amount * 100);
  // Dividing back is exact where multiplying is not: 1358.3 * 100 is 135830.00000000003, 135830 / 100 is 1358.3.
  if (!(Math.abs(paise) <= LARGEST_AMOUNT) || paise / 100 !== amount) {
    throw new RangeError(`${amount} rupees is not an amount of whole paise`);
  }
  return paise;
}

/** Paise to rupees, for the wire and the stored cart only: 135830 → 1358.3. */
export function toRupees(amount: Paise): number {
  return amount / 100;
}

/** A percentage of an amount, rounded half up to a whole paisa. Exact for every amount and a whole percent from 0 to 100. */
export function percentOf(amount: Paise, percent: number): Paise {
  // Split, because amount * percent leaves the safe integers long before the amount does.
  const hundreds = Math.floor(amount / 100);
  return hundreds * percent + Math.round(((amount - hundreds * 100) * percent) / 100);
}

/** Percent off, rounded; 0 where the original price is not above the price. */
export function discountPercent(price: Paise, originalPrice: Paise): number {
  if (originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}

/** For products and the cart: '₹1,299'; two decimals only if there are paise. */
export function formatRupees(amount: Paise): string {
  return amount % 100 === 0 ? formatRupeesExact(amount).slice(0, -3) : formatRupeesExact(amount);
}

/** Where coupons can cut: always two decimals, grouped as in India: '₹1,19,900.00'. */
export function formatRupeesExact(amount: Paise): string {
  // By digits, not through Intl: dividing by 100 first would lose paise of large amounts.
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',');
  return `${amount < 0 ? '−' : ''}₹${whole}.${digits.slice(-2)}`;
}

// Amounts as a letter tells them.
import { formatRupeesExact } from '../../../shop/money.ts';

/** '₹999.00'; money of another country, whose coins we do not know, by its smallest unit. */
export function amountText(amount: number, currency: string): string {
  if (currency === 'INR') return formatRupeesExact(amount);
  return `${amount} of the smallest unit of ${currency}`;
}

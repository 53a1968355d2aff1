// Amounts and times as e-mails and messages write them.
import { formatRupeesExact } from '../../../shop/money.ts';

/** '₹999.00'; money of another country, whose coins we do not know, by its smallest unit. */
export function amountText(amount: number, currency: string): string {
  if (currency === 'INR') return formatRupeesExact(amount);
  return `${amount} of the smallest unit of ${currency}`;
}

const istLong = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** The time in India: '20 November 2026 at 6:15 pm IST' for an ISO-8601 time. */
export function longDate(time: string): string {
  return `${istLong.format(new Date(time))} IST`;
}

// Formats amounts and times for e-mails and messages.
import { clockInIndia } from './dates.ts';
import { formatDate } from './long-date.ts';
import { formatRupeesExact } from './money.ts';

/** Returns '₹999.00'; for other currencies, with unknown decimals, the amount in the smallest unit. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'INR') return formatRupeesExact(amount);
  return `${amount} of the smallest unit of ${currency}`;
}

/** Returns the time in India for an ISO-8601 time: '20 November 2026 at 6:15 pm IST'. */
export function formatTime(time: string): string {
  const clock = clockInIndia(new Date(time));
  const hours = Number(clock.slice(11, 13));
  const half = hours < 12 ? 'am' : 'pm';
  return `${formatDate(time)} at ${hours % 12 || 12}:${clock.slice(14, 16)} ${half} IST`;
}

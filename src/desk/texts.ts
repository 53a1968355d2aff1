// What the pages of the desk show of an order, in few words that are the same everywhere.
import { addDays, dayInIndia, formatWeekday, timeInIndia } from '../shop/dates.ts';
import type { DeliveryDetails } from '../shop/forms/delivery.ts';
import type { OrderSnapshot } from '../shop/order.ts';

/** An order as the pages of the desk show it. Amounts are in paise. */
export interface DeskOrder extends OrderSnapshot {
  id: string;
  email: string;
  /** ISO-8601. */
  placedAt: string;
  amount: number;
  refunded: number;
  /** Counts the owner's changes. */
  revision: number;
  /** The day by which it was promised to be sent; undefined once it was sent or refunded in full. */
  sendBy: string | undefined;
  /** The owner's own. */
  note: string;
  isBeingMade: boolean;
  /** It was paid after the shop had closed, or its product was sold out. */
  isPaidInPause: boolean;
}

/** Returns '1 piece' or '3 pieces'. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Returns the first name, to speak of a person: 'Kavya'. */
export function firstName({ customerName }: Pick<DeliveryDetails, 'customerName'>): string {
  return customerName.split(' ', 1)[0] || 'The shopper';
}

/** Returns 'today', 'tomorrow', or 'Fri 4 Dec'. */
export function dayWords(day: string, today: string): string {
  if (day === today) return 'today';
  return day === addDays(today, 1) ? 'tomorrow' : formatWeekday(day);
}

/** Returns 'Fri 4 Dec, 11:59 pm'. */
export const timeOnDay = (time: string) =>
  `${formatWeekday(dayInIndia(new Date(time)))}, ${timeInIndia(new Date(time))}`;

/** Returns a reason of the payment provider in words: 'goods or services not received'. */
export const reasonWords = (code: string) => code.replaceAll('_', ' ');

/** Returns 'today, 2:42 pm' or 'Sat 28 Nov, 11:04 am'. */
export function timeWords(time: string, now: Date): string {
  const at = new Date(time);
  return `${dayWords(dayInIndia(at), dayInIndia(now))}, ${timeInIndia(at)}`;
}

/** Returns the link to a WhatsApp chat with a number of ten digits, with a text ready to be sent. */
export function chatWith(phone: string, text?: string): string {
  return `https://wa.me/91${phone}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`;
}

// Formats dates as '14 November 2026'.
import { dayInIndia, formatDay } from './dates.ts';

/** Returns the day of an ISO 8601 time in the shop's time zone (Asia/Kolkata), not the reader's. */
export function formatDate(time: string): string {
  const day = dayInIndia(new Date(time));
  return `${formatDay(day)} ${day.slice(0, 4)}`;
}

// Formats dates as '14 November 2026'.
import { dayInIndia, dayText } from './dates.ts';

/** Returns the day of an ISO 8601 time in the shop's time zone (Asia/Kolkata), not the reader's. */
export function longDate(time: string): string {
  const day = dayInIndia(new Date(time));
  return `${dayText(day)} ${day.slice(0, 4)}`;
}

// Days and times in India as text. A day is an ISO date ('2026-11-22') on the shop's calendar (Asia/Kolkata), a time is
// in ISO 8601. Without Intl, whose data is 6.5 MB of the server's memory.
const DAY = 86_400_000;
const INDIA = 5.5 * 3_600_000;

const names =
  'January February March April May June July August September October November December';
const MONTHS = names.split(' ');
const shortMonths = MONTHS.map((name) => name.slice(0, name === 'September' ? 4 : 3));

/** Returns the day of a time in India. */
export function dayInIndia(time: Date): string {
  return clockInIndia(time).slice(0, 10);
}

/** Returns the hour of a time in India, 0 to 23. */
export function hourInIndia(time: Date): number {
  return Number(clockInIndia(time).slice(11, 13));
}

/** Returns date and time of day in India, as '2026-11-26T18:15:00.000'. */
function clockInIndia(time: Date): string {
  return new Date(time.getTime() + INDIA).toISOString().slice(0, -1);
}

/** Returns the day that is this many days after another. */
export function addDays(day: string, days: number): string {
  // All but the time: a year after 9999 has more digits.
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, -14);
}

/** Returns whether the text is a day that exists: '2026-02-29' does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Returns '26 November', or '26 Nov'. */
export function formatDay(day: string, length: 'long' | 'short' = 'long'): string {
  const [, month, date] = day.split('-').map(Number);
  return `${date} ${(length === 'long' ? MONTHS : shortMonths)[(month ?? 0) - 1]}`;
}

/** Returns '27-30 November' or '28 November-3 December', or with short months '28 Nov-3 Dec'. */
export function formatDays(from: string, to: string, length: 'long' | 'short' = 'long'): string {
  const start = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : undefined;
  return `${start ?? formatDay(from, length)}-${formatDay(to, length)}`;
}

/** Returns 'Fri 4 December', or 'Fri 4 Dec'. */
export function formatWeekday(day: string, length: 'long' | 'short' = 'short'): string {
  const number = new Date(day).getUTCDay();
  return `${'SunMonTueWedThuFriSat'.slice(3 * number, 3 * number + 3)} ${formatDay(day, length)}`;
}

/** Returns the time of day in India: '2:42 pm'. */
export function timeInIndia(time: Date): string {
  const clock = clockInIndia(time);
  const hours = Number(clock.slice(11, 13));
  return `${hours % 12 || 12}:${clock.slice(14, 16)} ${hours < 12 ? 'am' : 'pm'}`;
}

/** Returns the day in India of a time, whatever the reader's time zone: '14 November 2026'. */
export function formatDate(time: string): string {
  const day = dayInIndia(new Date(time));
  return `${formatDay(day)} ${day.slice(0, 4)}`;
}

/** Returns the time in India, for e-mails and messages: '20 November 2026 at 6:15 pm IST'. */
export function formatTime(time: string): string {
  return `${formatDate(time)} at ${timeInIndia(new Date(time))} IST`;
}

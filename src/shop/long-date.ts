// Formats dates as '14 November 2026'.

const format = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** Returns the day of an ISO 8601 time in the shop's time zone (Asia/Kolkata), not the reader's. */
export function longDate(time: string): string {
  return format.format(new Date(time));
}

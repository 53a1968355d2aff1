// A date in words, as the shop writes them: '14 November 2026'.

const format = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** The day of an ISO 8601 time in the shop's own zone, wherever it is read. */
export function longDate(time: string): string {
  return format.format(new Date(time));
}

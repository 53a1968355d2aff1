// Times as the shop's people read them: in India's, and said so.
const istLong = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** '20 November 2026 at 6:15 pm IST' for an ISO-8601 time. */
export function longDate(time: string): string {
  return `${istLong.format(new Date(time))} IST`;
}

import { expect, it } from 'vitest';
import { formatTime } from './dates.ts';

const indian = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

it('formats a time in Indian English and in the time zone of India', () => {
  expect(formatTime('2026-11-20T12:45:00.000Z')).toBe('20 November 2026 at 6:15 pm IST');
  for (let hour = 0; hour < 24; hour += 1) {
    const time = new Date(Date.UTC(2026, 11, 31, hour, 7));
    expect(formatTime(time.toISOString())).toBe(`${indian.format(time)} IST`);
  }
});

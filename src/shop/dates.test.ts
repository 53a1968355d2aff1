import { expect, it } from 'vitest';
import {
  addDays,
  dayInIndia,
  formatDate,
  formatDay,
  formatDays,
  formatTime,
  formatWeekday,
  hourInIndia,
  timeInIndia,
} from './dates.ts';

it('a day begins at midnight in India', () => {
  for (const [time, day, date, hour] of [
    ['2026-11-14T18:29:59.999Z', '2026-11-14', '14 November 2026', 23],
    ['2026-11-14T18:30:00.000Z', '2026-11-15', '15 November 2026', 0],
  ] as const) {
    expect(dayInIndia(new Date(time))).toBe(day);
    expect(hourInIndia(new Date(time))).toBe(hour);
    expect(formatDate(time)).toBe(date);
  }
});

it('a day after the last of four digits is another day', () => {
  const days = ['9999-12-31'];
  while (days.length < 4) days.push(addDays(days.at(-1)!, 1));
  expect(new Set(days.map((day) => Date.parse(day))).size).toBe(4);
});

it('a range names the month once if it is the same', () => {
  expect(formatDays('2026-11-27', '2026-11-30')).toBe('27-30 November');
  expect(formatDays('2026-12-01', '2026-12-04', 'short')).toBe('1-4 Dec');
  expect(formatDays('2026-11-28', '2026-12-03')).toBe('28 November-3 December');
  expect(formatDays('2026-11-28', '2026-12-03', 'short')).toBe('28 Nov-3 Dec');
});

it.each(['long', 'short'] as const)('days have %s months as in Indian English', (length) => {
  const format = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: length });
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-07`;
    expect(formatDay(day, length)).toBe(format.format(new Date(`${day}T12:00`)));
  }
  expect(formatDay('2026-11-26')).toBe('26 November');
});

it('times are in Indian English and in the time zone of India', () => {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const;
  const indian = new Intl.DateTimeFormat('en-IN', options);
  expect(formatTime('2026-11-20T12:45:00.000Z')).toBe('20 November 2026 at 6:15 pm IST');
  for (let hour = 0; hour < 24; hour += 1) {
    const time = new Date(Date.UTC(2026, 11, 31, hour, 7));
    expect(formatTime(time.toISOString())).toBe(`${indian.format(time)} IST`);
  }
});

it('an owner reads days with their weekday, and times as e-mails write them', () => {
  expect(formatWeekday('2026-12-04')).toBe('Fri 4 Dec');
  expect(formatWeekday('2026-12-01', 'long')).toBe('Tue 1 December');
  const times = ['09:12', '18:30', '00:16', '06:30'];
  const shown = times.map((time) => timeInIndia(new Date(`2026-12-01T${time}:00.000Z`)));
  expect(shown).toEqual(['2:42 pm', '12:00 am', '5:46 am', '12:00 pm']);
});

import { expect, it } from 'vitest';
import { formatDate } from './dates.ts';

it("longDate returns the day in the shop's time zone", () => {
  expect(formatDate('2026-11-14T06:30:00.000Z')).toBe('14 November 2026');
  expect(formatDate('2026-11-14T18:29:59.999Z')).toBe('14 November 2026');
  expect(formatDate('2026-11-14T18:30:00.000Z')).toBe('15 November 2026');
});

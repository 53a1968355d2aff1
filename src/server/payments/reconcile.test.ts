// When the reconciler checks an attempt that nobody pays.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultTimes, nextCheck, testTimes } from './reconcile.ts';

const began = Date.parse('2026-11-14T12:45:00.000Z');
const created_at = new Date(began).toISOString();
const MINUTE = 60_000;

/** Returns the minutes of all checks, from the attempt's beginning. */
function checkMinutes(times = defaultTimes): number[] {
  const all: number[] = [];
  let at: Date | undefined = new Date(began + times.after);
  for (let checks = 0; at !== undefined; checks += 1) {
    all.push((at.getTime() - began) / MINUTE);
    at = nextCheck({ created_at, checks }, at, times);
  }
  return all;
}

it('checks after two minutes, then less and less often, and for the last time after five days', () => {
  const minutes = checkMinutes();
  expect(minutes.slice(0, 6)).toEqual([2, 4, 8, 16, 32, 64]);
  expect(minutes.at(-1)).toBe(5 * 24 * 60);
  const pauses = minutes.slice(1).map((each, i) => each - (minutes[i] ?? 0));
  expect(Math.max(...pauses)).toBe(6 * 60);
  expect(minutes.length).toBeLessThan(35);
  expect(defaultTimes.poll).toBeLessThanOrEqual(10_000);
});

it('keeps the usual end with the short times of tests', () => {
  expect(checkMinutes(testTimes(MINUTE)).at(-1)).toBe(5 * 24 * 60);
  const short = { after: 300, longestPause: 1_200, retry: 300, poll: 150, lease: 6_000 };
  expect(testTimes(300)).toEqual({ ...defaultTimes, ...short });
  expect(testTimes(10).poll).toBe(50);
});

it('returns a later time, at most the last one, and ends', () => {
  const late = fc.integer({ min: 0, max: 2 * defaultTimes.giveUp });
  fc.assert(
    fc.property(late, fc.integer({ min: 0, max: 2_000 }), (elapsed, checks) => {
      const now = new Date(began + elapsed);
      const next = nextCheck({ created_at, checks }, now, defaultTimes);
      expect(next === undefined).toBe(elapsed >= defaultTimes.giveUp);
      if (next === undefined) return;
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime()).toBeLessThanOrEqual(began + defaultTimes.giveUp);
    }),
    { seed: 4 },
  );
});

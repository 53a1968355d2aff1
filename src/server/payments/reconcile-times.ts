// When the reconciler checks an attempt: first when browser and webhook have had their time, then less and
// less often, and for the last time when no bank responds any more. All times are in milliseconds.
import type { Attempt } from './attempts.ts';

export interface ReconcileTimes {
  /** From an attempt's beginning to the first check, and from that to the second; then it doubles. */
  after: number;
  /** The longest pause between two checks. */
  longestPause: number;
  /** The pause after a check in which the provider could not be asked. */
  retry: number;
  /** From an attempt's beginning to the last check. */
  giveUp: number;
  /** How long repeating the request can still create the provider's order of an attempt that has none. */
  abandon: number;
  /** How often a process looks for attempts that are due. */
  poll: number;
  /** How long a process leases an attempt; a crash delays it for so long. */
  lease: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Banks respond up to five days late. */
export const usualTimes: ReconcileTimes = {
  after: 2 * MINUTE,
  longestPause: 6 * HOUR,
  retry: 30 * SECOND,
  giveUp: 5 * DAY,
  abandon: DAY,
  poll: 5 * SECOND,
  lease: 20 * SECOND,
};

/** For tests with real clocks, which cannot wait: ends after the usual days, but checks every few `after`. */
export function hastyTimes(after: number): ReconcileTimes {
  return {
    ...usualTimes,
    after,
    longestPause: 4 * after,
    retry: after,
    poll: Math.max(50, after / 2),
    lease: 6 * SECOND,
  };
}

/** Returns when an attempt that was just checked is checked again; undefined when that was the last time. */
export function nextCheck(
  { created_at, checks }: Pick<Attempt, 'created_at' | 'checks'>,
  now: Date,
  { after, longestPause, giveUp }: ReconcileTimes,
): Date | undefined {
  const last = Date.parse(created_at) + giveUp;
  if (now.getTime() >= last) return undefined;
  const pause = Math.min(after * 2 ** checks, longestPause);
  return new Date(Math.min(now.getTime() + pause, last));
}

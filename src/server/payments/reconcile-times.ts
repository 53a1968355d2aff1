// When the reconciler looks at an attempt: first when browser and webhook have had their time, then
// less and less often, and for the last time when no bank answers any more. Everything in milliseconds.
import type { Attempt } from './attempts.ts';

export interface ReconcileTimes {
  /** From an attempt's beginning to the first look, and from that to the second; then it doubles. */
  after: number;
  /** The longest pause between two looks. */
  longestPause: number;
  /** The pause after a look in which the provider could not be asked. */
  retry: number;
  /** From an attempt's beginning to the last look. */
  giveUp: number;
  /** How long an attempt without a provider's order may still be begun by repeating the call. */
  abandon: number;
  /** How often a process looks for what is due. */
  poll: number;
  /** How long one process has an attempt to itself; a crash holds it up for so long. */
  lease: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Banks answer up to five days late. */
export const usualTimes: ReconcileTimes = {
  after: 2 * MINUTE,
  longestPause: 6 * HOUR,
  retry: 30 * SECOND,
  giveUp: 5 * DAY,
  abandon: DAY,
  poll: 5 * SECOND,
  lease: 20 * SECOND,
};

/** For tests with real clocks, which cannot wait: the usual days, but looks every few `after`. */
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

/** When an attempt that has just been looked at is looked at again; undefined when that was the last time. */
export function nextLook(
  { created_at, checks }: Pick<Attempt, 'created_at' | 'checks'>,
  now: Date,
  { after, longestPause, giveUp }: ReconcileTimes,
): Date | undefined {
  const last = Date.parse(created_at) + giveUp;
  if (now.getTime() >= last) return undefined;
  const pause = Math.min(after * 2 ** checks, longestPause);
  return new Date(Math.min(now.getTime() + pause, last));
}

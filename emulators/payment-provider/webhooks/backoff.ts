// When a webhook that was not taken is tried again.

const HOUR = 60 * 60 * 1_000;

/** Milliseconds until the next try after `tries` failed ones: 1, 2, 4 s and so on, at most an hour. */
export function retryDelay(tries: number): number {
  return Math.min(HOUR, 1_000 * 2 ** (tries - 1));
}

/** An event is given up a day after it happened, as the provider does. */
export const giveUpAfter = 24 * 60 * 60 * 1_000;

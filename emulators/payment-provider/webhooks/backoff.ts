// When a webhook that was not taken is tried again.

/** Milliseconds until the next try after `tries` failed ones: 1, 2, 4, 8, 16 s, then every 30 s. */
export function retryDelay(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** (tries - 1));
}

/** An event is given up a day after it happened, as the provider does. */
export const giveUpAfter = 24 * 60 * 60 * 1_000;

// When a webhook that was not delivered is tried again.

const HOUR = 60 * 60 * 1_000;

/** Returns the milliseconds until the next try after `tries` failed ones: 1, 2, 4 s and so on, at most an hour. */
export function retryDelay(tries: number): number {
  return Math.min(HOUR, 1_000 * 2 ** (tries - 1));
}

/** Milliseconds after which an event is given up: a day, as at the provider. */
export const giveUpAfter = 24 * 60 * 60 * 1_000;

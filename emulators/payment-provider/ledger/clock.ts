// Time as it is handed in, so that tests own it.
export type Clock = () => Date;

/** Unix seconds, the unit of every `created_at` on the provider's wire. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock().getTime() / 1000);
}

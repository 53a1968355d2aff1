// A clock that is passed in, so that tests can control the time.
export type Clock = () => Date;

/** Returns Unix seconds, the unit of every `created_at` in the provider's payloads. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock().getTime() / 1000);
}

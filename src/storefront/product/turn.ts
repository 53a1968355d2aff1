// The gallery's wrap-around.

/** Returns the index `by` steps after `index`, wrapping around at both ends. */
export function turn(index: number, by: number, count: number): number {
  return count === 0 ? 0 : (((index + by) % count) + count) % count;
}

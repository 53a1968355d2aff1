// Which picture comes after which.

/** The picture `by` steps on from `index`; after the last comes the first again, and the other way round. */
export function turn(index: number, by: number, count: number): number {
  return count === 0 ? 0 : (((index + by) % count) + count) % count;
}

// Computes a carousel's current and next position from pixels and counts.

export interface Measures {
  /** The scroll offset from the left. */
  scrolled: number;
  /** The distance between the left edges of two slides: width and gap. */
  step: number;
  /** The width of the visible area. */
  width: number;
  slides: number;
}

function sideBySide({ width, step }: Measures): number {
  return Math.max(1, Math.round(width / step));
}

/** Returns the number of positions: there is never empty space after the last slide. */
export function placeCount(measures: Measures): number {
  return Math.max(1, measures.slides - sideBySide(measures) + 1);
}

/** Returns the current position, 0 for the first. */
export function placeNow(measures: Measures): number {
  const nearest = Math.round(measures.scrolled / measures.step);
  return Math.min(nearest, placeCount(measures) - 1);
}

/** Returns the position `by` steps on, wrapping around at both ends. */
export function placeAfter(measures: Measures, by: 1 | -1): number {
  const count = placeCount(measures);
  return (placeNow(measures) + by + count) % count;
}

/** Returns the number of slides, from the first, up to the last one in view at `place`, be it only its edge. */
export function slidesUntil(place: number, { width, step, slides }: Measures): number {
  return Math.min(place + Math.ceil(width / step), slides);
}

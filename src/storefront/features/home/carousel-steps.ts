// Where a carousel stands and where it goes next, as plain arithmetic on pixels and counts.

export interface Measures {
  /** What is scrolled away at the left. */
  scrolled: number;
  /** From one slide's left edge to the next one's: width and gap. */
  step: number;
  /** Of the window on the slides. */
  width: number;
  slides: number;
}

/** How many places the carousel can stand at: the last slide never leaves a hole behind it. */
export function placeCount({ width, step, slides }: Measures): number {
  const sideBySide = Math.max(1, Math.round(width / step));
  return Math.max(1, slides - sideBySide + 1);
}

/** The place it stands at now, 0 for the first. */
export function placeNow(measures: Measures): number {
  const nearest = Math.round(measures.scrolled / measures.step);
  return Math.min(nearest, placeCount(measures) - 1);
}

/** The place `by` steps on; after the last comes the first, and before the first the last. */
export function placeAfter(measures: Measures, by: 1 | -1): number {
  const count = placeCount(measures);
  return (placeNow(measures) + by + count) % count;
}

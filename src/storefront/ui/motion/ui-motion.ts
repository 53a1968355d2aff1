// Respects the visitor's preference for reduced motion.

export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns the behaviour for `scrollTo`, which ignores the CSS for reduced motion. */
export function gentleScroll(): ScrollBehavior {
  return prefersStillness() ? 'instant' : 'smooth';
}

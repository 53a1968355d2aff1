// Whether the visitor asked the device for less movement.

export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** For `scrollTo` from a script: CSS cannot tame it. */
export function gentleScroll(): ScrollBehavior {
  return prefersStillness() ? 'instant' : 'smooth';
}

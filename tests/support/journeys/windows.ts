// The two windows of the journeys. A test for only one of them sets it with `test.use`.
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const desktop = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

/** For journeys of what moves: the others run with reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

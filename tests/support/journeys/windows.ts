// The two windows of the journeys. A test for only one of them sets it with `test.use`.
export const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
export const desktop = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

/** For journeys of what moves: the others run with reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

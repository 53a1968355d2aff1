// The two windows that journeys run in. A test of what only one of them has names it by `test.use`.
export const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
export const desktop = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

/** `npm run test:all` runs what takes too long for every change. */
export const isLongTail = process.env['MAALAI_TESTS'] === 'all';

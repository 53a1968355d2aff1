/** Whether this is `npm run test:all`, which has more repetitions and variations than `npm test` has time for. */
export const isLongTail = process.env['MAALAI_TESTS'] === 'all';

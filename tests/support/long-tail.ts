/** Whether this is `npm run test:all`, which repeats and varies more than `npm test` has time for. */
export const isLongTail = process.env['MAALAI_TESTS'] === 'all';

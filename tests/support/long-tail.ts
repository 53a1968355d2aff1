/** Whether this is the long tail (`npm run test:all`), which repeats and varies more than `npm test` has time for. */
export const isLongTail = process.env['MAALAI_TESTS'] === 'all';

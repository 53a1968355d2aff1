// The two tiers of tests. `npm test` has what every change needs; `npm run test:all` has every proof. What belongs to
// the other tier is not registered, so no test is ever reported as skipped.

/** Whether this is `npm run test:all`. */
export const isAll = process.env['MAALAI_TESTS'] === 'all';

/**
 * Whether tests repeat and draw much more, and other inputs each time. Not under mutation, where the same inputs must
 * find a fault each time, for hundreds of faults.
 */
export const drawsMany = isAll && process.env['MUTATION_PART'] === undefined;

/** Registers tests in `npm run test:all` only. A file of nothing else is named `*.all.test.ts` instead. */
export function onlyInAll(register: () => void): void {
  if (isAll) register();
}

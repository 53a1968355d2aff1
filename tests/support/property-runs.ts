// How property tests draw: `npm test` the same inputs each time, so that it is red only for a change; the long tail
// more of them, and others each time. fast-check names the seed of what it refuted.
import * as fc from 'fast-check';
import { isLongTail } from './long-tail.ts';

fc.configureGlobal(isLongTail ? { numRuns: 1_000 } : { numRuns: 50, seed: 20_261_121 });

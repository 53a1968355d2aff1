// Configures property tests. `npm test` generates the same inputs each time, so that only a change can make it fail.
// `npm run test:all` generates more inputs, different ones each time. fast-check prints the seed of a failure.
import * as fc from 'fast-check';
import { drawsMany } from './tier.ts';

fc.configureGlobal(drawsMany ? { numRuns: 1_000 } : { numRuns: 50, seed: 20_261_121 });

// The tests below the browser, cheapest first: `unit` needs nothing but Node; `integration` needs a database, a
// process or a socket; `races` are whole shops that are killed and cut off, `alone` those of them in which seconds
// count; `real` is a shop as in production, before a fuzzer, in Firefox and in WebKit. Journeys in Chromium have playwright.config.ts. A file `*.all.test.ts` runs in `npm run test:all` only.
import { defineConfig } from 'vitest/config';
import { isAll } from './tests/support/tier.ts';

const integration = '{src,emulators,scripts,deploy,tests/fuzz}/**/*.integration{,.all}.test.ts';
const otherTier = isAll ? [] : ['**/*.all.test.{ts,tsx}'];
/**
 * A process for each file takes four fifths of the time of a unit test and a third of the others'. Files share
 * modules instead, so a test leaves the state of a module as it found it: `--sequence.shuffle.files --maxWorkers=1`
 * finds one that does not.
 */
const isolate = false;

const races = {
  setupFiles: ['tests/support/cheap-hashes.ts'],
  globalSetup: ['tests/races/set-up.ts'],
  // What waits for a process waits for the machine as well.
  testTimeout: isAll ? 600_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  isolate,
};

export default defineConfig({
  test: {
    // They wait for databases, hashes and leases as much as they work: with one worker more than the processors of the
    // smallest machine the waits of one fill the gaps of the others.
    maxWorkers: 3,
    // For what hangs: a worker of a busy machine ends late.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{src,emulators,scripts,deploy}/**/*.test.{ts,tsx}',
            'tests/architecture/**/*.test.ts',
          ],
          exclude: [integration, ...otherTier],
          setupFiles: ['tests/support/property-runs.ts'],
          // Time limits are for what hangs: a busy machine takes five times as long as a quiet one.
          testTimeout: 120_000,
          isolate,
        },
      },
      {
        test: {
          name: 'integration',
          include: [integration],
          exclude: otherTier,
          setupFiles: ['tests/support/cheap-hashes.ts'],
          isolate,
          globalSetup: ['tests/support/databases/shared-databases.ts'],
          // With thousands of inputs in `npm run test:all`.
          testTimeout: isAll ? 600_000 : 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'races',
          include: ['tests/races/**/*.test.ts'],
          exclude: ['**/*.all.test.ts'],
          ...races,
        },
      },
      {
        // One file at a time: a busy machine would use up the seconds that the rows give a shop.
        test: {
          name: 'alone',
          include: ['tests/races/**/*.all.test.ts'],
          fileParallelism: false,
          ...races,
        },
      },
      {
        test: {
          name: 'real',
          include: ['tests/{engines,fuzz}/**/*.all.test.ts'],
          exclude: [integration],
          globalSetup: ['tests/races/set-up.ts'],
          // A purchase is one test.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate,
        },
      },
    ],
  },
});

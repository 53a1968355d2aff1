// The tests below the browser, cheapest first: `unit` needs nothing but Node; `integration` needs a database, a
// process or a socket; `races` are whole shops that are killed and cut off; `engines` is a shop in Firefox and in WebKit.
// Journeys in Chromium have playwright.config.ts.
import { defineConfig } from 'vitest/config';

const integration = '{src,emulators,scripts,deploy,tests/fuzz}/**/*.integration.test.ts';
/**
 * A process for each file takes four fifths of the time of a unit test and a third of the others'. Files share
 * modules instead, so a test leaves the state of a module as it found it: `--sequence.shuffle.files --maxWorkers=1`
 * finds one that does not.
 */
const isolate = false;

export default defineConfig({
  test: {
    // Most of them wait for a database or for a hash: one worker leaves a core idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{src,emulators,scripts,deploy}/**/*.test.{ts,tsx}',
            'tests/architecture/**/*.test.ts',
          ],
          exclude: [integration],
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
          isolate,
          globalSetup: ['tests/support/databases/vitest-databases.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'races',
          include: ['tests/{races,fuzz}/**/*.test.ts'],
          exclude: [integration],
          globalSetup: ['tests/races/set-up.ts'],
          // What waits for a process waits for the machine as well.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // They wait for leases and for limits of time more than they work.
          maxWorkers: 5,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/races/set-up.ts'],
          // A purchase is one test.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

// How the unit, property and integration tests run. Journeys in a real browser have playwright.config.ts, the races
// tests/races/vitest.config.ts.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,emulators,scripts}/**/*.test.{ts,tsx}', 'tests/architecture/**/*.test.ts'],
    globalSetup: ['tests/support/vitest-databases.ts'],
    // Most of them wait for a database or a password's hash: one worker leaves a core idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A process that is started beside another test takes longer than the second that is usual.
    expect: { poll: { timeout: 10_000 } },
  },
});

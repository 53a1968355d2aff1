// How the races run: after the unit tests, and not beside them, because they are about who comes first. Where limits of
// time are tested, nothing else runs.
import { defineConfig } from 'vitest/config';

const outages = 'tests/races/outage.test.ts';
const all = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...all,
          name: 'races',
          include: ['tests/races/**/*.test.ts'],
          exclude: [outages],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...all, name: 'outages', include: [outages], sequence: { groupOrder: 1 } },
      },
    ],
  },
});

// The journeys: real shops in a real browser. In `npm test` each runs in the window of a phone and on SQLite, those with
// `@wide` in the title in the window of a desktop too, and those with `@all` not at all. `npm run test:all` runs every
// journey in both windows, and those with `@purchase` or `@data` on both databases.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import type { ShopOptions } from '#support/journeys/journey.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import { isAll } from '#support/tier.ts';

/** The same engine without a window's user interface: it starts faster and uses less of the processor. */
const headlessShell = '/usr/bin/chromium-headless-shell';

export default defineConfig<ShopOptions, ShopOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One a processor of the smallest machine: a browser works while a journey waits.
  workers: 2,
  // For what hangs: a busy machine takes five times as long as a quiet one.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/journeys.json' }]],
  globalSetup: './tests/support/databases/shared-databases.ts',
  use: {
    // A trace costs a quarter of the time. TRACE=1 records those of failed journeys.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // What moves uses a tenth of the processor. Journeys of what moves ask for movement.
    contextOptions: { reducedMotion: 'reduce' },
    // Below the timeout of a journey, so that a failure names the action that did not end.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath:
        process.env['CHROMIUM'] ??
        (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium'),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        // The payment window needs no process of its own here.
        '--disable-site-isolation-trials',
      ],
    },
  },
  grepInvert: isAll ? [] : /@all/,
  projects: [
    { name: 'sqlite-360', use: { ...phone, database: 'sqlite' as const } },
    {
      name: 'sqlite-1280',
      use: { ...desktop, database: 'sqlite' as const },
      grep: isAll ? /./ : /@wide/,
    },
    ...(isAll
      ? [
          { name: 'postgres-360', use: { ...phone, database: 'postgres' as const } },
          { name: 'postgres-1280', use: { ...desktop, database: 'postgres' as const } },
        ].map((project) => ({ ...project, grep: /@purchase|@data/ }))
      : []),
  ],
});

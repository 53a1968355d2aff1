// The journeys: real shops in a real browser. Every journey runs once, in the window of a phone and on SQLite. Those
// with `@wide` in the title run in the window of a desktop too, and those with `@purchase` there on PostgreSQL.
// `npm run test:all` (MAALAI_TESTS=all) runs every journey in both windows, and those with `@data` on both databases.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import type { ShopOptions } from '#support/journeys/journey.ts';
import { desktop, phone } from '#support/journeys/windows.ts';

const isAll = process.env['MAALAI_TESTS'] === 'all';
const wide = isAll ? /./ : /@wide/;
const onPostgres = isAll ? /@purchase|@data/ : /@purchase/;
/** The same engine without a window's user interface: it starts faster and uses less of the processor. */
const headlessShell = '/usr/bin/chromium-headless-shell';

export default defineConfig<ShopOptions, ShopOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One more than the processors of the smallest machine: a journey also waits.
  workers: 3,
  // For what hangs: a busy machine takes five times as long as a quiet one.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // The summary names each journey that needed it, and more than two fail the run (docs/decisions/tests.md).
  retries: 1,
  reporter: 'list',
  globalSetup: './tests/support/journeys/playwright-databases.ts',
  use: {
    // A trace costs a quarter of the time. TRACE=1 records those of failed journeys.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // What moves uses a tenth of the processor. Journeys of what moves, the sweep and the purchase ask for movement.
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
      ],
    },
  },
  projects: [
    { name: 'sqlite-375', use: { ...phone, database: 'sqlite' as const } },
    { name: 'sqlite-1280', use: { ...desktop, database: 'sqlite' as const }, grep: wide },
    { name: 'postgres-375', use: { ...phone, database: 'postgres' as const }, grep: onPostgres },
    { name: 'postgres-1280', use: { ...desktop, database: 'postgres' as const }, grep: onPostgres },
  ].filter(({ name }) => isAll || name !== 'postgres-375'),
});

// The journeys: real shops on both databases, a real browser, a phone's and a desktop's window.
import { defineConfig } from '@playwright/test';
import type { ShopOptions } from '#support/journeys/journey.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };

export default defineConfig<ShopOptions, ShopOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // A browser on a busy machine may lose a tap: what passes only the second time is reported as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/journeys.json' }]],
  globalSetup: './tests/support/journeys/playwright-databases.ts',
  use: {
    trace: 'retain-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
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
    { name: 'sqlite-375', use: { ...phone, database: 'sqlite' } },
    { name: 'sqlite-1280', use: { ...desktop, database: 'sqlite' } },
    { name: 'postgres-375', use: { ...phone, database: 'postgres' }, grep: /@data/ },
    { name: 'postgres-1280', use: { ...desktop, database: 'postgres' }, grep: /@data/ },
  ],
});

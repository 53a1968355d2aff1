// What every journey stands on: a shop of the worker's own, and a page that tolerates no console error, no failed
// request, no page error and no message box of the browser.
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { createPostgresDatabase } from '../databases/postgres-database.ts';
import { postgresUrl } from '../databases/shared-databases.ts';
import { startShop } from '../shop.ts';
import type { RunningShop } from '../shop.ts';

export interface ShopOptions {
  database: 'sqlite' | 'postgres';
}

interface Fixtures {
  /** What went wrong in the browser so far. A test that expects a refusal empties it. */
  troubles: string[];
}

export const test = base.extend<Fixtures, ShopOptions & { shop: RunningShop }>({
  database: ['sqlite', { option: true, scope: 'worker' }],

  shop: [
    async ({ database }, use) => {
      if (database === 'sqlite') {
        const shop = await startShop();
        await use(shop);
        return shop.remove();
      }
      const own = await createPostgresDatabase(await postgresUrl());
      const shop = await startShop({ DATABASE_URL: own.url });
      await use(shop);
      await shop.remove();
      return own.drop();
    },
    // Its start is not the first journey's time.
    { scope: 'worker', timeout: 60_000 },
  ],

  context: async ({ context }, use) => {
    // The fault that tests/mutation asks this run about. Without one this variable is not set.
    const mutant = process.env['__STRYKER_ACTIVE_MUTANT__'];
    if (mutant) await context.addInitScript(`__stryker__ = { activeMutant: '${mutant}' }`);
    await use(context);
  },

  baseURL: async ({ shop }, use) => use(shop.origin),

  troubles: [
    async ({ page }, use) => {
      const troubles: string[] = [];
      page.on('console', (message) => {
        // The recorder of traces fetches a preview's picture for itself, which the page's policy refuses.
        const isRecorder = message.text().startsWith("Connecting to 'blob:");
        if (['error', 'warning'].includes(message.type()) && !isRecorder) {
          troubles.push(`console: ${message.text()}`);
        }
      });
      page.on('pageerror', (error) => troubles.push(`page: ${error.message}`));
      page.on('requestfailed', (request) => {
        // A navigation away ends what is under way; that is no failure.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
          troubles.push(`request: ${request.url()} ${request.failure()?.errorText}`);
        }
      });
      // What the specification calls an alert is an element of the page.
      page.on('dialog', (box) => {
        troubles.push(`message box: ${box.message()}`);
        void box.dismiss();
      });
      await use(troubles);
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a path and waits until the page is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits until React has taken over the prerendered page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
}

/** Opens a path with the page's clock stopped from the start: time passes only by `page.clock.runFor`. */
export async function visitInStoppedTime(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: '2026-11-14T10:00:00+05:30' });
  await page.clock.pauseAt('2026-11-14T10:00:01+05:30');
  await visit(page, path);
}

/** Holds back the matching calls until the function that comes back is called; from then on they pass. */
export async function holdBack(page: Page, calls: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * No violation of WCAG 2.2 A and AA or of axe's best practices in the page as it stands, or in the part of it that
 * `part` selects: a dialog, a form, whose page is looked at elsewhere.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page });
  if (part !== undefined) axe.include(part);
  const { violations } = await axe
    // Without it axe opens a second page to sum up in, and one in stopped time would be closed under the clock's hands.
    .setLegacyMode()
    .options({
      // Only violations in detail: what passes takes longer to describe than to find.
      resultTypes: ['violations'],
      preload: false,
      // What a control shows is part of its name: not one of axe's default rules.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`),
  ).toEqual([]);
}

/** The same in stopped time, which has to move on by some milliseconds: axe waits by the page's clock. */
export async function expectAccessibleInStoppedTime(page: Page): Promise<void> {
  const looked = new AbortController();
  const tick = async () => {
    while (!looked.signal.aborted) await page.clock.runFor(1);
  };
  const ticking = tick();
  try {
    await expectAccessible(page);
  } finally {
    looked.abort();
    await ticking;
  }
}

/** Nothing reaches out of the window sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Not innerWidth: a phone's window grows with what is too wide for it.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/** A state of a screen, or of a part of it, that is accessible and does not reach out of the window sideways. */
export async function expectFit(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part);
  await expectNoSidewaysScroll(page);
}

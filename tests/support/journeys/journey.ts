// The fixtures of all journeys: one shop per worker, and a page on which a console error, a failed request, a page error
// or a message box of the browser fails the test.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
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
  /** The errors in the browser so far. A test that expects an error empties the list. */
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
    // The start does not count towards the time of the first journey.
    { scope: 'worker', timeout: 60_000 },
  ],

  context: async ({ context }, use) => {
    // The mutant that tests/mutation runs. Without one the variable is not set.
    const mutant = process.env['__STRYKER_ACTIVE_MUTANT__'];
    if (mutant) await context.addInitScript(`__stryker__ = { activeMutant: '${mutant}' }`);
    await use(context);
  },

  baseURL: async ({ shop }, use) => use(shop.origin),

  troubles: [
    async ({ page }, use) => {
      const troubles: string[] = [];
      page.on('console', (message) => {
        // Playwright's trace recorder fetches the picture of a preview, which the page's policy refuses.
        const isRecorder = message.text().startsWith("Connecting to 'blob:");
        if (['error', 'warning'].includes(message.type()) && !isRecorder) {
          troubles.push(`console: ${message.text()}`);
        }
      });
      page.on('pageerror', (error) => troubles.push(`page: ${error.message}`));
      page.on('requestfailed', (request) => {
        // Navigating away aborts requests, which is not a failure.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
          troubles.push(`request: ${request.url()} ${request.failure()?.errorText}`);
        }
      });
      // The alerts of the specification are elements of the page.
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

/** Opens a path with the page's clock stopped. The clock advances only with `page.clock.runFor`. */
export async function visitInStoppedTime(page: Page, path: string): Promise<void> {
  // An hour apart, because the clock runs between the two calls and cannot stop at a time that has passed.
  await page.clock.install({ time: '2026-11-14T09:00:01+05:30' });
  await page.clock.pauseAt('2026-11-14T10:00:01+05:30');
  await visit(page, path);
}

/** Holds back the matching requests. Resolves to a function that lets them and all later ones pass. */
export async function holdBack(page: Page, calls: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Runs in the page. Resolves once nothing fades in or out, because text has less contrast halfway through a fade. */
async function fadesEnded(): Promise<void> {
  const fades = document.getAnimations().filter(({ playState, effect }) => {
    const { endTime } = effect?.getComputedTiming() ?? {};
    return playState === 'running' && Number(endTime) < 1_000;
  });
  await Promise.allSettled(fades.map(({ finished }) => finished));
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What is checked: WCAG 2.2 A and AA, and axe's best practices. */
const rules: axe.RunOptions = {
  // Details of violations only: describing what passes takes longer than finding it.
  resultTypes: ['violations'],
  preload: false,
  // A control's visible text must be part of its name. This is not one of axe's default rules.
  rules: { 'label-content-name-mismatch': { enabled: true } },
};

/**
 * Expects no violation in the current page and its frames, or only in the part that the selector `part` matches, such as
 * a dialog on a page that another test checks.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await page.evaluate(fadesEnded);
  // Once per document: it is half a megabyte.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  }
  const violations = await page.evaluate(
    async ({ within, options }) => {
      const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
      const found = await run(within ?? document, options);
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
      );
    },
    { within: part, options: rules },
  );
  expect(violations).toEqual([]);
}

/** Like expectAccessible, with a stopped clock. The clock advances by some milliseconds, because axe waits for it. */
export async function expectAccessibleInStoppedTime(page: Page, part?: string): Promise<void> {
  const finished = new AbortController();
  const tick = async () => {
    while (!finished.signal.aborted) await page.clock.runFor(1);
  };
  const ticking = tick();
  try {
    await expectAccessible(page, part);
  } finally {
    finished.abort();
    await ticking;
  }
}

/**
 * Expects an error in the browser for each of these words, and no error with none of them. Removes the errors from the
 * list. Waits, because the console may report an error after the page has shown it.
 */
export async function expectTroubles(troubles: string[], ...words: string[]): Promise<void> {
  const has = (word: string) => troubles.some((trouble) => trouble.includes(word));
  await expect.poll(() => words.filter((word) => !has(word)), 'words without an error').toEqual([]);
  const isOther = (trouble: string) => !words.some((word) => trouble.includes(word));
  expect(troubles.splice(0).filter(isOther)).toEqual([]);
}

/** Resolves once the page draws. While it still shows pictures of a change of screens, a tap would reach neither. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await (document as { activeViewTransition?: ViewTransition | null }).activeViewTransition
      ?.finished;
  });
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Not innerWidth: on a phone it grows with content that is too wide.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/** Expects that a screen, or a part of it, is accessible and that the page does not scroll sideways. */
export async function expectFit(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part);
  await expectNoSidewaysScroll(page);
}

/** Expects that every button and field is at least 44 px high. */
export async function expectTargetsOf44Px(page: Page): Promise<void> {
  const small = await page
    .locator('button:visible, select:visible, textarea:visible, input:visible, summary:visible')
    .evaluateAll((all) =>
      all.flatMap((element) => {
        // The label is the target of a hidden radio or checkbox.
        const target = element.matches('[type=radio], [type=checkbox], [type=file]')
          ? (element.closest('label') ?? element)
          : element;
        const { height } = target.getBoundingClientRect();
        return height < 43.5 ? [`${element.outerHTML.slice(0, 90)} ${height}`] : [];
      }),
    );
  expect(small).toEqual([]);
}

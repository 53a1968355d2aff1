// The fixtures of all journeys: one shop per worker, and a page on which a console error, a failed request, a page error
// or a message box of the browser fails the test.
import '../cheap-hashes.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { test as base, expect } from '@playwright/test';
import type { APIRequestContext, Page, Response, Route } from '@playwright/test';
import { createPostgresDatabase } from '../databases/postgres-database.ts';
import { postgresUrl } from '../databases/shared-databases.ts';
import { freePort } from '../free-port.ts';
import { startShop } from '../shop.ts';
import type { RunningShop } from '../shop.ts';
import { isAll } from '../tier.ts';
import { ahead, signIn } from './accounts.ts';
import type { Shopper } from './accounts.ts';

export { shopTime } from './accounts.ts';

export interface ShopOptions {
  database: 'sqlite' | 'postgres';
}

interface Fixtures {
  /**
   * Expects errors in the browser that match, each at least once, whenever they come: the console may report an error
   * after the page has shown it.
   */
  allow: (...errors: RegExp[]) => void;
  /** A new account, which is signed in. */
  shopper: Shopper;
  /** Another device, which has no screen. */
  elsewhere: APIRequestContext;
}

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

/** Starts a shop for journeys. `env` is added to its environment. */
export const startJourneyShop = (env: Record<string, string> = {}): Promise<RunningShop> =>
  startShop({ TEST_CLOCK_AHEAD: String(ahead), ...env });

async function withShop(
  database: ShopOptions['database'],
  env: Record<string, string>,
  use: (shop: RunningShop) => Promise<void>,
): Promise<void> {
  const own =
    database === 'postgres' ? await createPostgresDatabase(await postgresUrl()) : undefined;
  const shop = await startJourneyShop({ ...env, ...(own && { DATABASE_URL: own.url }) });
  await use(shop);
  await shop.remove();
  await own?.drop();
}

export const test = base.extend<Fixtures, ShopOptions & { shop: RunningShop }>({
  database: ['sqlite', { option: true, scope: 'worker' }],

  shop: [
    ({ database }, use) => withShop(database, {}, use),
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
  shopper: async ({ page, shop }, use) => use(await signIn(page, shop)),
  elsewhere: async ({ playwright, baseURL }, use) => {
    const options = { ...(baseURL && { baseURL }), userAgent: chromeOnAndroid };
    const device = await playwright.request.newContext(options);
    await use(device);
    await device.dispose();
  },

  allow: [
    async ({ page }, use) => {
      const errors: string[] = [];
      const allowed: RegExp[] = [];
      page.on('console', (message) => {
        // Playwright's trace recorder fetches the picture of a preview, which the page's policy refuses.
        const isRecorder = message.text().startsWith("Connecting to 'blob:");
        if (['error', 'warning'].includes(message.type()) && !isRecorder) {
          errors.push(`console: ${message.text()} ${message.location().url}`);
        }
      });
      page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
      page.on('requestfailed', (request) => {
        // Navigating away aborts requests, which is not a failure.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
          errors.push(`request: ${request.url()} ${request.failure()?.errorText}`);
        }
      });
      // The alerts of the specification are elements of the page.
      page.on('dialog', (box) => {
        errors.push(`message box: ${box.message()}`);
        void box.dismiss();
      });
      await use((...more) => void allowed.push(...more));
      const missing = () => allowed.filter((each) => !errors.some((error) => each.test(error)));
      await expect.poll(missing, 'errors that did not come').toEqual([]);
      expect(errors.filter((error) => !allowed.some((each) => each.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

interface OwnFixtures {
  /** A shop for this journey alone. */
  ownShop: RunningShop;
}

/** For a journey that changes, kills or closes the shop: it has one of its own, and its pages are there. */
export const testOwnShop = test.extend<OwnFixtures>({
  ownShop: [
    async ({ database }, use) => withShop(database, { DESK_PORT: String(await freePort()) }, use),
    { timeout: 60_000 },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.origin),
  shopper: async ({ page, ownShop }, use) => use(await signIn(page, ownShop)),
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

/** Loads the page again, and waits until it is hydrated. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

/** Opens a path with the page's clock stopped. The clock advances only with `page.clock.runFor`. */
export async function visitInStoppedTime(page: Page, path: string): Promise<void> {
  // An hour apart, because the clock runs between the two calls and cannot stop at a time that has passed.
  await page.clock.install({ time: '2026-11-14T09:00:01+05:30' });
  await page.clock.pauseAt('2026-11-14T10:00:01+05:30');
  await visit(page, path);
}

/**
 * Holds back the matching requests. Resolves to a function that lets them and all later ones pass, and resolves once those
 * that were held have ended.
 */
export async function holdBack(
  page: Page,
  requests: string | RegExp,
): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  const hold = async (route: Route) => {
    await promise;
    await route.continue();
  };
  await page.route(requests, (route) => {
    const holding = hold(route);
    held.push(holding);
    return holding;
  });
  return async () => {
    resolve();
    await Promise.all(held);
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/**
 * Leaves the shop's pages before a route, the shop or its data changes: a page that acts by itself would meet both the old
 * and the new.
 */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'wait' });
}

/**
 * Does what makes the page send a request, and waits for the response: what the page showed before it must not be taken
 * for its effect.
 * @param request such as 'POST /payments/orders'
 */
export async function untilResponse(
  page: Page,
  request: string,
  act: () => Promise<unknown>,
): Promise<Response> {
  const [method, path] = request.split(' ');
  const [response] = await Promise.all([
    page.waitForResponse(
      (each) => each.request().method() === method && new URL(each.url()).pathname === path,
    ),
    act(),
  ]);
  return response;
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
 * @param without rules that another test checks
 */
export async function expectAccessible(
  page: Page,
  part?: string,
  without: readonly string[] = [],
): Promise<void> {
  await page.evaluate(fadesEnded);
  // Once per document: it is half a megabyte.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  }
  const off = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const violations = await page.evaluate(
    async ({ within, options }) => {
      const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
      const found = await run(within ?? document, options);
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
      );
    },
    { within: part, options: { ...rules, rules: { ...rules.rules, ...off } } },
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

/** Resolves once the page draws. While it still shows pictures of a change of screens, a tap would reach neither. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await (document as { activeViewTransition?: ViewTransition | null }).activeViewTransition
      ?.finished;
  });
}

/** Sets the size of the window, and waits until the page is laid out and drawn in it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  // A phone's window that shrinks shows the page zoomed out for a moment.
  await page.waitForFunction(({ width }) => innerWidth <= width && scrollX === 0, size);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Not innerWidth: on a phone it grows with content that is too wide.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/**
 * Expects that the page does not scroll sideways; in `npm run test:all` also that the screen, or a part of it, is accessible
 * in its present state. A journey that must show that in both tiers calls `expectAccessible`.
 */
export async function expectFit(page: Page, part?: string): Promise<void> {
  if (isAll) await expectAccessible(page, part);
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

// Loads every route and checks it. One page of each kind in full: no browser errors, accessibility, keyboard, touch targets,
// exact texts, no sideways scrolling, no layout shift; the others for errors and fit; and each kind again in a wide window.
// `npm run test:all` checks every page in full in both windows, with an empty cache, with the Tab key and with movement.
// Dialogs are in dialogs.journey.ts.
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { routes } from '../../src/storefront/app/routes.tsx';
import { expectFreeOfChat } from '#support/journeys/chat.ts';
import { insertOrder } from '#support/journeys/insert-order.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectTargetsOf44Px,
  holdBack,
  hydrated,
  resize,
  test as base,
  visit,
} from '#support/journeys/journey.ts';
import { expectControlsInOrder, expectPageByKeyboard } from '#support/journeys/keyboard.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import { fivestar, keepInCart, signIn } from '#support/journeys/shopper.ts';
import { withMotion } from '#support/journeys/windows.ts';
import type { RunningShop } from '#support/shop.ts';
import { isAll } from '#support/tier.ts';

/** One browser context for all pages of a worker, whose files stay in its cache. */
const withCache = base.extend<object, { shared: BrowserContext }>({
  shared: [
    async ({ browser, shop }, use, { project }) => {
      const { viewport, hasTouch, isMobile, locale, timezoneId, contextOptions } = project.use;
      const own = { viewport, hasTouch, isMobile, locale, timezoneId } as BrowserContextOptions;
      const options = { ...contextOptions, ...own, baseURL: shop.origin };
      const context = await browser.newContext(options);
      // The first page meets what each meets on a first visit: fonts that come after its hydration.
      const first = await context.newPage();
      await openWithLateFonts(first, '/home');
      await first.close();
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ shared }, use) => {
    await shared.clearCookies();
    await use(shared);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.clear());
    await use(page);
    await page.close();
  },
});

const test = isAll ? base : withCache;
if (isAll) test.use(withMotion);

interface View {
  path: string;
  /** Whether another path shows the same kind of page in full. */
  isAnother?: boolean;
  title?: string;
  prepare?: (page: Page, shop: RunningShop) => Promise<unknown>;
  /** What the page shows once it has read the browser's storage and the server. */
  shows?: string;
}

const fillCart = (page: Page, shop: RunningShop) =>
  keepInCart(page, shop, fivestar, { id: '6', title: 'Sandal Garland', quantity: 2 });

const withToken = /^\/(?:reset-password|confirm-email)$/;
const paths = routes
  .map(({ path }) => (withToken.test(path) ? `${path}#any` : path))
  // Both need an account.
  .filter((path) => !['/your-orders', '/account'].includes(path));

/** Pages whose kind another path shows: the other garlands, gifts, combos, policies, forms and empty states. */
const others =
  '/fivestargarland /kitkatgarland /chocolatebouquet /sandlegarland /birthdaycombo /shipping /refunds /privacy ' +
  '/cart /deliveryform /forgot-password /confirm-email#any';

const views: readonly View[] = [
  ...paths.map((path) => ({ path, isAnother: others.split(' ').includes(path) })),
  {
    path: '/cart',
    title: '/cart with two lines',
    prepare: fillCart,
    shows: 'Proceed to Checkout',
  },
  {
    path: '/deliveryform',
    title: '/deliveryform with two lines, signed in',
    prepare: async (page, shop) => {
      await signIn(page, shop);
      await fillCart(page, shop);
      // As after the login.
      await page.evaluate(() => localStorage.setItem('maalai.signed-in', '1'));
    },
    shows: 'Fivestar Garland',
  },
  {
    path: '/your-orders',
    title: '/your-orders with an order',
    prepare: async (page, shop) => insertOrder(shop, await signIn(page, shop)),
    shows: 'Fivestar Garland',
  },
  {
    path: '/account',
    title: '/account with one device',
    prepare: signIn,
    shows: 'This device',
  },
  { path: '/no-such-page', shows: '404 - Page Not Found' },
];

/** The windows besides those of the journeys: a tablet and two small phones. */
const sizes = [
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 768, height: 740 },
];

for (const { path, title = path, isAnother = false, prepare, shows } of views) {
  const is = isAnother
    ? 'opens without errors and fits the window'
    : 'opens without errors, is accessible, works by keyboard, fits the window and does not shift @wide [route-2..4,8..10,13,16,17 name-2,8 state-1 found-6,7]';
  test(`${title} ${is}`, async ({ page, shop, allow, isMobile }) => {
    if (path === '/no-such-page') allow(/404/);
    await prepare?.(page, shop);
    await noteShifts(page);
    if (isAll) await openWithLateFonts(page, path);
    else await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Chat with us' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\d+/,
    );
    await expect(page.getByText(/demo/i).first()).toBeVisible();
    if (shows) await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
    if (isAll || !isAnother)
      await expectAccessible(page, undefined, isMobile ? [] : ['color-contrast']);
    if (isAll || (isMobile && !isAnother)) {
      await expectStill(page, 0.005);
      await expectTargetsOf44Px(page);
      await expectExactTexts(page);
      await (isAll ? expectPageByKeyboard(page) : expectControlsInOrder(page));
    }
    await expectNoSidewaysScroll(page);
    const looksForChat = isAll || !isAnother;
    for (const size of isMobile ? sizes : []) {
      await resize(page, size);
      await expectNoSidewaysScroll(page);
      if (looksForChat && size.width < 768) await expectFreeOfChat(page);
    }
    if (looksForChat && !isMobile) await expectFreeOfChat(page);
  });
}

/** Opens a path as on a first visit, on which the fonts arrive after the first paint, here even after hydration. */
async function openWithLateFonts(page: Page, path: string): Promise<void> {
  const bringFonts = await holdBack(page, /\.woff2$/);
  await page.goto(path, { waitUntil: 'commit' });
  await hydrated(page);
  await bringFonts();
  await page.waitForLoadState();
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** Expects that a translation of the page leaves amounts, e-mail addresses, phone numbers and order ids as they are. */
async function expectExactTexts(page: Page): Promise<void> {
  const translated = await page.locator('body').evaluate((body) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const isExact = /₹\d|\w@\w|\+91 \d|\bMA-\w{10}\b/;
    return texts
      .filter(({ parentElement }) => !parentElement?.closest('[translate=no], script, style'))
      .flatMap(({ data }) => (isExact.test(data) ? [data] : []));
  });
  expect(translated).toEqual([]);
}

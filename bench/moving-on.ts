// Navigation in the shop: how soon the next screen is painted after a click, and whether a page is restored on the way
// back as it was left.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { desktop, phone } from '#support/journeys/windows.ts';
import { open, openStage, slowProcessor, untilHydrated } from './browser.ts';
import type { Stage } from './browser.ts';
import { middle } from './part.ts';
import type { Part, PartOptions, Row } from './part.ts';

/** How long a mouse rests on a link before it clicks, and a finger before it lifts. */
const REST_MS = 100;
const PATIENCE_MS = 60_000;

interface Step {
  name: string;
  from: string;
  link(page: Page): Locator;
}

const linkTo = (path: string) => (page: Page) =>
  page.getByRole('main').locator(`a[href="${path}"]`).first();
const steps: readonly Step[] = [
  { name: 'home to a product', from: '/home', link: linkTo('/dairymilkgarland') },
  { name: 'listing to a product', from: '/productspage', link: linkTo('/kitkatgarland') },
  {
    name: 'product to the cart',
    from: '/fivestargarland',
    link: (page) => page.getByRole('banner').locator('a[href="/cart"]').first(),
  },
];

/** With reduced motion, the picture of a card does not move: the browser captures no images of the two screens. */
const ways = [
  { of: '', visitor: desktop, isSlow: false },
  { of: ', reduced motion', visitor: { ...desktop, reducedMotion: 'reduce' }, isSlow: false },
  { of: ', a quarter of the processor', visitor: desktop, isSlow: true },
] as const;

/** Runs in the page. Records how long after the next click another screen is painted. */
function watchClick(): void {
  const heading = () => document.querySelector('main h1')?.textContent;
  const [path, title] = [location.pathname, heading()];
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        const isThere = location.pathname !== path && heading() && heading() !== title;
        if (!isThere) return requestAnimationFrame(look);
        // A task that is queued before the paint of a frame runs after it.
        return setTimeout(() => {
          Object.assign(globalThis, { movedOn: performance.now() - timeStamp });
        });
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/** Resolves to the milliseconds from the click to the paint of the next screen. */
async function move(page: Page, { from, link }: Step, isSlow: boolean): Promise<number> {
  await open(page, from);
  const target = link(page);
  await target.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  if (isSlow) await slowProcessor(page);
  await page.evaluate(watchClick);
  await target.hover();
  await pause(REST_MS);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => 'movedOn' in globalThis, undefined, { timeout: PATIENCE_MS });
  return page.evaluate(() => (globalThis as unknown as { movedOn: number }).movedOn);
}

/** How a page was restored that was left for another document. */
interface Return {
  isScrolled: boolean;
  /** Why it was not restored from the cache; empty if it was. */
  reasons: string[];
}

/** The headless shell has no such cache, a full Chromium has one: CHROMIUM selects which one runs. */
const NO_CACHE = 'BackForwardCacheDisabledForDelegate';

async function comeBack(page: Page, path: string): Promise<Return> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const reasons: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations: why }) =>
    reasons.push(...why.map(({ reason }) => reason)),
  );
  await open(page, path);
  const top = await page.evaluate(async () => {
    scrollTo({ top: 300, behavior: 'instant' });
    // The browser saves the scroll position with the frames that it paints.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return scrollY;
  });
  await open(page, '/terms');
  // Playwright's goBack waits for a load that does not happen.
  await page.evaluate(() => history.back());
  await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
  await untilHydrated(page);
  const left = () => page.evaluate((wanted) => Math.abs(scrollY - wanted), top);
  const isScrolled = await expect
    .poll(left, { timeout: 2_000 })
    .toBeLessThanOrEqual(1)
    .then(() => true)
    .catch(() => false);
  return { isScrolled, reasons };
}

async function returns(stage: Stage, { report }: PartOptions): Promise<Row[]> {
  const paths = ['/home', '/productspage', '/dairymilkgarland', '/prod', '/cart', '/deliveryform'];
  const seen: Return[] = [];
  for (const path of paths) {
    const back = await stage.visit(phone, (page) => comeBack(page, path));
    if (back.reasons.length > 0) report(`${path} was not in the cache: ${back.reasons.join(', ')}`);
    if (!back.isScrolled) report(`${path} was scrolled elsewhere`);
    seen.push(back);
  }
  const of = (what: string, is: (back: Return) => boolean): Row => {
    const value = seen.filter(is).length;
    return { what: `${what}, of ${paths.length}`, unit: 'score', value, reach: paths.length };
  };
  const hasCache = !seen.some(({ reasons }) => reasons.includes(NO_CACHE));
  return [
    ...(hasCache ? [of('back from the cache', ({ reasons }) => reasons.length === 0)] : []),
    of('scroll kept', ({ isScrolled }) => isScrolled),
  ];
}

export const part: Part = {
  name: 'moving-on',
  about:
    'From a click on a link that was in view to the paint of the next screen, and back from the cache of the browser.',
  async run(options) {
    // Playwright disables the cache by default.
    await using stage = await openStage({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    const rows: Row[] = [];
    for (const { of, visitor, isSlow } of ways) {
      for (const step of steps) {
        const took: number[] = [];
        for (let turn = 0; turn < options.repeats; turn += 1) {
          took.push(await stage.visit(visitor, (page) => move(page, step, isSlow)));
        }
        rows.push({
          what: step.name + of,
          unit: 'ms',
          ...middle(took),
          ...(!isSlow && { reach: 50 }),
        });
      }
    }
    return [...rows, ...(await returns(stage, options))];
  },
};

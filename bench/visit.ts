// What a visitor gets: the requests and bytes of a first visit, and on a slow phone the paints of a page and the effect of
// taps before its scripts have loaded.
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, expect } from '@playwright/test';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { earlyTaps } from '#support/journeys/early-taps.ts';
import type { EarlyTap } from '#support/journeys/early-taps.ts';
import { firstVisit } from '#support/journeys/first-visit.ts';
import { holdBack } from '#support/journeys/journey.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import { startRealShop } from '#support/shop.ts';
import config from '../playwright.config.ts';
import type { Bench, Figure, Part } from './run.ts';
import { startBareServer } from './shop-process.ts';

const product = '/dairymilkgarland';
const paths = ['/home', product, '/prod', '/productspage', '/cart', '/deliveryform', '/login'];

/** Runs `work` with a page of a new visitor, whose caches are empty. */
type Visit = <T>(size: BrowserContextOptions, work: (page: Page) => Promise<T>) => Promise<T>;

function createVisit(browser: Browser, baseURL: string): Visit {
  const { locale = '', timezoneId = '' } = config.use!;
  return async (size, work) => {
    const context = await browser.newContext({ baseURL, locale, timezoneId, ...size });
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  };
}

/** Kilobytes. */
const byteLimits: Record<string, number> = { '/home': 240, [product]: 220 };

/** Measures first visits until nothing has been requested for two seconds. */
async function countRequests(visit: Visit, { repeat }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of [phone, desktop]) {
    for (const path of paths) {
      const name = `${path} ${size.viewport.width}`;
      const all = await repeat(name, () => visit(size, (page) => firstVisit(page, path)));
      const count = (what: string, measured: number[], reach?: number) =>
        figures.push({ what: `${name}: ${what}`, unit: 'requests', measured, reach });
      const weigh = (what: string, bytes: number[], reach?: number) => {
        const measured = bytes.map((each) => each / 1_024);
        figures.push({ what: `${name}: ${what}`, unit: 'KB', measured, reach });
      };
      count('requests but pictures', all.requests, 14);
      count('pictures', all.pictures);
      count('scripts', all.scripts, 4);
      count('style sheets', all.sheets, 1);
      weigh('wire', all.bytes, byteLimits[path]);
      weigh('scripts on load', all.bytesOnLoad, 70);
      weigh('scripts until quiet', all.scriptBytes, 78);
    }
  }
  return figures;
}

/** Milliseconds since the page was requested, of blocked main thread, and the score of layout shifts. */
interface Moments {
  /** The first paint and the largest until now. */
  painted: number;
  largest: number;
  /** What long tasks lasted longer than 50 ms. */
  blocked: number;
  shift: number;
  tapped: number;
  hydrated: number;
}

/** Runs in the page, before its own scripts. */
export function recordMoments(): void {
  const moments: Partial<Moments> & { blocked: number; shift: number } = { blocked: 0, shift: 0 };
  Object.assign(globalThis, { moments });
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
    });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') moments.painted ??= startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => void (moments.largest = startTime));
  observe('longtask', ({ duration }) => void (moments.blocked += duration - 50));
  observe('layout-shift', (entry) => {
    moments.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  const record = (name: 'tapped' | 'hydrated') => (moments[name] ??= performance.now());
  addEventListener('click', ({ isTrusted }) => void (isTrusted && record('tapped')), true);
  const html = { subtree: true, attributeFilter: ['data-hydrated'] };
  new MutationObserver(() => record('hydrated')).observe(document, html);
}

export const readMoments = (page: Page): Promise<Moments> =>
  page.evaluate(() => (globalThis as unknown as { moments: Moments }).moments);

/** Resolves `after` milliseconds after the first paint. Runs in the page. */
function untilPainted(after: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { painted } = (globalThis as unknown as { moments: Partial<Moments> }).moments;
      if (painted === undefined) requestAnimationFrame(look);
      else setTimeout(resolve, Math.max(0, painted + after - performance.now()));
    };
    look();
  });
}

/** Makes a page that of a cheap phone with bad reception: a quarter of the processor, 1.6 Mbit/s and 150 ms. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [downloadThroughput, uploadThroughput] = [1_600_000 / 8, 750_000 / 8];
  const network = { downloadThroughput, uploadThroughput, latency: 150, offline: false };
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(recordMoments);
}

/** Measures the paints of pages, beside those of a page with only a heading. */
async function measurePaints(visit: Visit, { repeat }: Bench): Promise<Figure[]> {
  const body = '<!doctype html><meta name="viewport" content="width=device-width"><h1>Home</h1>';
  const headers = ['Content-Type', 'text/html'];
  await using bare = await startBareServer({
    responses: { 'GET /': { status: 200, headers, body } },
  });
  const paints = (address: string) =>
    repeat(address, () =>
      visit(phone, async (page) => {
        await slowDown(page);
        await page.goto(address, { waitUntil: 'networkidle' });
        const { painted, largest, blocked, shift } = await readMoments(page);
        return { painted, largest, blocked, shift };
      }),
    );
  const twin = await paints(`http://127.0.0.1:${bare.port}/`);
  const figures: Figure[] = [];
  for (const path of paths) {
    const { painted, largest, blocked, shift } = await paints(path);
    figures.push(
      { what: `${path} first paint`, unit: 'ms', measured: painted, twin: twin.painted },
      { what: `${path} largest paint`, unit: 'ms', measured: largest, twin: twin.largest },
      { what: `${path} blocked`, unit: 'ms', measured: blocked, twin: twin.blocked },
      { what: `${path} layout shift`, unit: 'score', measured: shift, reach: 0 },
    );
  }
  return figures;
}

/** The scripts come this much later. */
const LATE_MS = 1_500;
/** Between the first paint and the tap. */
const TAP_AFTER_MS = 150;
/** A tap without an effect this long after the hydration is lost. */
const PATIENCE_MS = 20_000;

/** Resolves to the moments, and whether the tap never had its effect. */
async function tapEarly(page: Page, { path, target, type, happened }: EarlyTap) {
  await slowDown(page);
  const release = await holdBack(page, '**/assets/*.js');
  const arrival = page.waitForRequest('**/assets/*.js').then(() => pause(LATE_MS));
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(untilPainted, TAP_AFTER_MS);
  await type?.(page);
  await target(page).tap({ force: true });
  await arrival;
  release();
  // Longer than a journey waits: this machine may be slow.
  await page.waitForSelector('html[data-hydrated]', { state: 'attached', timeout: 60_000 });
  const isLost = await expect(() => happened(page))
    .toPass({ timeout: PATIENCE_MS })
    .then(() => false)
    .catch(() => true);
  const done = Math.round(await page.evaluate(() => performance.now()));
  return { ...(await readMoments(page)), isLost, done };
}

async function countLostTaps(visit: Visit, { repeat, report }: Bench): Promise<Figure[]> {
  const [tapped, hydrated]: [number[], number[]] = [[], []];
  const { lost } = await repeat('taps', async () => {
    let missing = 0;
    for (const tap of earlyTaps) {
      const { isLost, done, ...at } = await visit(phone, (page) => tapEarly(page, tap));
      const [first, second, third] = [at.painted, at.tapped, at.hydrated].map(Math.round);
      const effect = isLost ? 'lost' : `done at ${done} ms`;
      report(`${tap.name}: painted at ${first}, tapped ${second}, hydrated ${third}, ${effect}`);
      tapped.push(at.tapped - at.painted);
      hydrated.push(at.hydrated - at.painted);
      if (isLost) missing += 1;
    }
    return { lost: missing };
  });
  return [
    { what: `lost of ${earlyTaps.length}`, unit: 'taps', measured: lost, reach: 0 },
    { what: 'first paint until tapped', unit: 'ms', measured: tapped },
    { what: 'first paint until hydrated', unit: 'ms', measured: hydrated },
  ];
}

export const visit: Part = {
  about: `first visits, exact and without a twin; paints on a slow phone, beside a page with only a heading; and there ${earlyTaps.length} taps ${TAP_AFTER_MS} ms after the first paint, with scripts that come ${LATE_MS} ms late`,
  async measure(bench) {
    await using stack = new AsyncDisposableStack();
    const shop = stack.adopt(await startRealShop(), (started) => started.remove());
    const browser = stack.use(await chromium.launch(config.use!.launchOptions));
    const visitPage = createVisit(browser, shop.origin);
    return [
      ...(await countRequests(visitPage, bench)),
      ...(await measurePaints(visitPage, bench)),
      ...(await countLostTaps(visitPage, bench)),
    ];
  },
};

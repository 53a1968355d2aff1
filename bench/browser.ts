// Starts a shop and a browser for the parts that measure what visitors see.
import { chromium } from '@playwright/test';
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from '@playwright/test';
import { startShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import config from '../playwright.config.ts';

export interface Stage extends AsyncDisposable {
  shop: RunningShop;
  browser: Browser;
  /** Runs `work` with a page of a new visitor, whose caches are empty. */
  visit<T>(size: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T>;
}

/** Starts a shop on data of its own, and the browser of the journeys. */
export async function openStage(launch: LaunchOptions = {}): Promise<Stage> {
  const { launchOptions, locale, timezoneId } = config.use!;
  const place = { locale: locale!, timezoneId: timezoneId! };
  const stack = new AsyncDisposableStack();
  try {
    const shop = await startShop();
    stack.defer(() => shop.remove());
    const args = [...launchOptions!.args!, ...(launch.args ?? [])];
    const browser = await chromium.launch({ ...launchOptions, ...launch, args });
    stack.defer(() => browser.close());
    return {
      shop,
      browser,
      async visit(size, work) {
        const context = await browser.newContext({ baseURL: shop.origin, ...place, ...size });
        try {
          return await work(await context.newPage());
        } finally {
          await context.close();
        }
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Makes a page's processor a quarter as fast, like that of a cheap phone. */
export async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Limits a page's network to that of a phone with bad reception: 1.6 Mbit/s and 150 ms. */
export async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [downloadThroughput, uploadThroughput] = [1_600_000 / 8, 750_000 / 8];
  const speed = { downloadThroughput, uploadThroughput, latency: 150, offline: false };
  await session.send('Network.emulateNetworkConditions', speed);
}

/** Waits until the page is hydrated, for longer than a journey does: this machine may be slow. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForSelector('html[data-hydrated]', { state: 'attached', timeout: 60_000 });
}

/** Opens a path and waits until the page is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

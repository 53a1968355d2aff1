// Takes screenshots of every route and state at the widths of a phone, a tablet and a desktop into screenshots/, with a
// contact sheet for each width. The shop runs on data of its own. On the routes, the visitor has just bought a garland.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { hydrated } from '#support/journeys/journey.ts';
import { startShop } from '#support/shop.ts';
import {
  addFromListing,
  applyCoupon,
  fillDelivery,
  orderIdAtSuccess,
  placeOrder,
  signIn,
} from '#support/journeys/shopper.ts';
import { states } from './screenshot-states.ts';
import { contactSheet } from './screenshots-sheet.ts';
import type { Shot } from './screenshots-sheet.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
const readmeFolder = join(root, 'docs/pictures');
const README_BYTES = 60 * 1024;

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const tablet = { viewport: { width: 768, height: 1024 } };
const desktop = { viewport: { width: 1280, height: 800 } };

/** Pages that redirect signed-in visitors. */
const signedOutPaths = ['/login', '/signup', '/forgot-password', '/reset-password'];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
}

/** Scrolls through the page once, so that it mounts the parts that are mounted only near the viewport. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await pause();
      await pause();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  // The page has been idle before, so this cannot wait for the network.
  await page.waitForTimeout(500);
}

/** Loads all pictures, also lazy ones, and waits until they can be painted. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

/** Writes the visible part of a page as a picture for the README. Throws if it exceeds `README_BYTES`. */
async function pictureForReadme(page: Page, name: string): Promise<void> {
  const bytes = await page.screenshot({ animations: 'disabled' });
  for (const quality of [82, 74, 66, 58, 50]) {
    const picture = await sharp(bytes).resize(375).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > README_BYTES) continue;
    return writeFile(join(readmeFolder, `${name}.webp`), picture);
  }
  throw new Error(
    `${name}.webp is heavier than ${README_BYTES} bytes at any quality worth showing`,
  );
}

/** Signs in and pays for one of two garlands; the other stays in the cart. Calls `atDelivery` before the payment. */
async function shopAround(page: Page, atDelivery: () => Promise<void>): Promise<void> {
  await signIn(page, shop);
  await open(page, '/productspage');
  await addFromListing(page, 'Dairy Milk Garland', 'Adult');
  await addFromListing(page, 'KitKat Garland', 'Kids');
  await open(page, '/deliveryform');
  await fillDelivery(page);
  await page.getByRole('checkbox', { name: 'KitKat Garland' }).uncheck();
  await applyCoupon(page, 'WELCOME10', 10);
  await atDelivery();
  const window = await placeOrder(page, '₹899.10');
  await window.getByRole('button', { name: 'Success' }).click();
  await orderIdAtSuccess(page);
}

async function takeAll(
  page: Page,
  visitor: Page,
  paths: readonly string[],
): Promise<readonly Shot[]> {
  const { width } = page.viewportSize()!;
  await mkdir(join(folder, String(width)), { recursive: true });
  const shots: Shot[] = [];
  for (const path of paths) {
    const who = signedOutPaths.includes(path) ? visitor : page;
    await open(who, path);
    await scrollThrough(who);
    await loadPictures(who);
    const file = join(folder, String(width), `${path.slice(1)}.png`);
    await who.screenshot({ path: file, fullPage: true, animations: 'disabled' });
    shots.push({ path, file });
  }
  return shots;
}

/** Takes each state in the window of a new visitor. */
async function takeStates(browser: Browser, size: typeof phone | typeof desktop): Promise<Shot[]> {
  const { width } = size.viewport;
  const shots: Shot[] = [];
  for (const { name, reach, isOverlay = false, isPhoneOnly = false } of states) {
    if (isPhoneOnly && width >= 768) continue;
    const context = await contextOf(browser, shop.origin, size);
    const page = await context.newPage();
    await reach(page, shop);
    // A click leaves a hover state, which a tap does not.
    await page.mouse.move(0, 0);
    const file = join(folder, String(width), `state-${name}.png`);
    if (!isOverlay) await scrollThrough(page);
    await loadPictures(page);
    await page.screenshot({ path: file, fullPage: !isOverlay, animations: 'disabled' });
    shots.push({ path: name, file });
    await context.close();
  }
  return shots;
}

async function contextOf(browser: Browser, origin: string, size: object): Promise<BrowserContext> {
  const locale = { locale: 'en-IN', timezoneId: 'Asia/Kolkata' };
  // Nothing may move while a screenshot is taken.
  return browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...locale, ...size });
}

async function readmePictures(browser: Browser, origin: string): Promise<void> {
  await mkdir(readmeFolder, { recursive: true });
  const context = await contextOf(browser, origin, { ...phone, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await open(page, '/home');
  await pictureForReadme(page, 'home');
  await open(page, '/dairymilkgarland');
  await pictureForReadme(page, 'garland');
  await shopAround(page, async () => {
    // Starts at the coupon: the form above it is an ordinary one.
    await page.getByLabel('Coupon code').evaluate((field) => {
      field.closest('section')?.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
    await pictureForReadme(page, 'delivery');
  });
  await open(page, '/your-orders');
  await pictureForReadme(page, 'orders');
  await context.close();
}

const pages = JSON.parse(await readFile(join(root, 'dist/site/pages.json'), 'utf8')).pages;
const paths = [...Object.keys(pages), '/no-such-page'];
await using stack = new AsyncDisposableStack();
const shop = await startShop();
stack.defer(() => shop.remove());
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
stack.defer(() => browser.close());

await rm(folder, { recursive: true, force: true });
for (const size of [phone, tablet, desktop]) {
  const context = await contextOf(browser, shop.origin, size);
  const stranger = await contextOf(browser, shop.origin, size);
  const page = await context.newPage();
  await shopAround(page, () => Promise.resolve());
  const shots = [
    ...(await takeAll(page, await stranger.newPage(), paths)),
    ...(await takeStates(browser, size)),
  ];
  const sheet = join(folder, `sheet-${size.viewport.width}.png`);
  await writeFile(sheet, await contactSheet(shots, size.viewport.width));
  console.log(`${shots.length} screens and states at ${size.viewport.width} px: ${sheet}`);
  await context.close();
  await stranger.close();
}
if (process.argv.includes('--readme')) await readmePictures(browser, shop.origin);

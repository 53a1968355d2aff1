// Takes screenshots of every page and of the main states, at the widths of a phone and of a desktop, into screenshots/.
// The shop runs on data of its own. On the pages, the visitor has just bought a garland and left another in the cart.
// The owner's desk follows at three widths (screenshots-desk.ts); `-- --desk` takes it alone. With `-- --readme`, four pages
// of the phone become the README's pictures.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { freePort } from '#support/free-port.ts';
import { insertOrder } from '#support/journeys/insert-order.ts';
import { expect, holdBack, startJourneyShop, visit } from '#support/journeys/journey.ts';
import { emailsTo } from '#support/journeys/letters.ts';
import { postReview, removeReviews } from '#support/journeys/review-page.ts';
import {
  addFromListing,
  applyCoupon,
  atCheckout,
  fillDelivery,
  keepInCart,
  orderIdAtSuccess,
  placeOrder,
  signIn,
} from '#support/journeys/shopper.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import type { RunningShop } from '#support/shop.ts';
import config from '../playwright.config.ts';
import { captureDesk } from './screenshots-desk.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
/** The README's pictures, by the page that they show. */
const readme = {
  home: 'home',
  dairymilkgarland: 'garland',
  deliveryform: 'delivery',
  'your-orders': 'orders',
};
const { values: options } = parseArgs({
  options: { readme: { type: 'boolean' }, desk: { type: 'boolean' } },
});
/** Taken for a visitor who has neither logged in nor bought. The first four redirect others. */
const visitorPaths = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/cart?empty',
  '/productspage?nothing&q=umbrella',
  '/no-such-page',
];

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const seeDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).waitFor();

async function atPayment(page: Page, shop: RunningShop) {
  await atCheckout(page, shop);
  await fillDelivery(page);
  return placeOrder(page, '₹999.00');
}

const four = [
  { id: '3', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 },
  { id: '5', title: 'KitKat Garland', selectedVersion: 'kids', quantity: 2 },
  { id: '6', title: 'Sandal Garland', quantity: 1 },
  { id: '4', title: 'Fivestar Garland', selectedVersion: 'adult', quantity: 3 },
];

/** Opens the delivery form with four gifts. */
async function atCheckoutOfFour(page: Page, shop: RunningShop) {
  const shopper = await signIn(page, shop);
  await keepInCart(page, shop, ...four);
  await visit(page, '/deliveryform');
  return shopper;
}

async function buyFour(page: Page, shop: RunningShop) {
  const shopper = await atCheckoutOfFour(page, shop);
  await fillDelivery(page);
  await applyCoupon(page, 'WELCOME10', 10);
  const button = page.getByRole('button', { name: /^Place Order/ });
  const [amount] = /₹[\d,.]+/.exec(await button.innerText())!;
  const window = await placeOrder(page, amount);
  await window.getByRole('button', { name: 'Success' }).click();
  await see(page, 'Yay! Order Placed');
  return shopper;
}

/** Buys four gifts and opens their order's summary. */
async function openSummaryOfFour(page: Page, shop: RunningShop) {
  await buyFour(page, shop);
  await visit(page, '/your-orders');
  await press(page, /Ordered on/);
  await seeDialog(page, 'Order Summary');
}

/** Shows the e-mail about an order of four, with its pictures. */
async function showReceiptEmail(page: Page, shop: RunningShop) {
  const { email } = await buyFour(page, shop);
  await expect.poll(async () => (await emailsTo(shop, email)).length).toBeGreaterThan(0);
  const { html = '', attachments } = (await emailsTo(shop, email)).at(-1)!;
  let shown = html;
  for (const { contentId = '', mimeType, content } of attachments) {
    const data = Buffer.from(content as ArrayBuffer).toString('base64');
    shown = shown.replaceAll(`cid:${contentId.slice(1, -1)}`, `data:${mimeType};base64,${data}`);
  }
  await page.goto('about:blank');
  await page.setContent(shown);
}

/** Each brings the page of a new visitor into a state after an interaction. */
const states: Record<string, (page: Page, shop: RunningShop) => Promise<unknown>> = {
  async menu(page) {
    await visit(page, '/home');
    const open = page.getByRole('button', { name: 'Open menu' });
    // Only phones have it.
    if (!(await open.isVisible())) return;
    await open.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Contact Us' }).waitFor();
  },
  async 'productspage-version-dialog'(page) {
    await visit(page, '/productspage');
    await press(page, 'Add to Cart');
    await seeDialog(page, 'Choose Version');
  },
  async 'productspage-added'(page) {
    await visit(page, '/productspage');
    const card = page.getByRole('article', { name: 'Chocolate Crown' });
    await card.getByRole('button', { name: 'Add to Cart' }).click();
    await see(page, 'Added to cart');
  },
  async 'productspage-one'(page) {
    await visit(page, '/productspage');
    await page.getByRole('main').getByText('currency', { exact: true }).first().click();
    await see(page, '1 product');
  },
  async 'dairymilkgarland-full-screen'(page) {
    await visit(page, '/dairymilkgarland');
    await press(page, 'View full screen');
    await seeDialog(page, /full screen/);
  },
  async 'dairymilkgarland-reviews'(page, shop) {
    await signIn(page, shop);
    await visit(page, '/home');
    const comments = ['Every bar was fresh.', 'He wore it all evening.', 'Arrived a day early.'];
    for (const [index, comment] of comments.entries()) {
      const name = `Reviewer ${index + 1}`;
      await postReview(page, { productId: '3', name, rating: String(5 - index), comment });
    }
    await visit(page, '/dairymilkgarland');
    await page.getByRole('region', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded();
    await see(page, comments[0]!);
    await removeReviews(shop, '3');
  },
  async 'cart-four'(page, shop) {
    await keepInCart(page, shop, ...four);
    await visit(page, '/cart');
  },
  async 'login-buy-now'(page) {
    await visit(page, '/dairymilkgarland');
    await page.getByRole('button', { name: 'Buy Now' }).first().click();
    await see(page, 'It is kept; log in to order it.');
  },
  async 'signup-errors'(page) {
    await visit(page, '/signup');
    await press(page, 'Register');
    await see(page, 'Name is required');
  },
  async 'forgot-password-sent'(page) {
    await visit(page, '/forgot-password');
    await page.getByLabel('Email').fill('kavya@maalai.example');
    await press(page, 'Send the link');
    await see(page, 'Send again');
  },
  async 'login-logged-out'(page, shop) {
    await signIn(page, shop);
    await visit(page, '/account');
    await press(page, 'Log out everywhere');
    await see(page, 'You are logged out on all devices.');
  },
  async 'account-goodbye'(page, shop) {
    const { password } = await signIn(page, shop);
    await visit(page, '/account');
    await press(page, 'Delete account');
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await see(page, 'Goodbye');
  },
  async 'deliveryform-four'(page, shop) {
    await atCheckoutOfFour(page, shop);
    await applyCoupon(page, 'WELCOME10', 10);
    await page.getByRole('checkbox', { name: 'Sandal Garland' }).uncheck();
  },
  async 'deliveryform-none'(page, shop) {
    await atCheckoutOfFour(page, shop);
    for (const { title } of four) await page.getByRole('checkbox', { name: title }).uncheck();
  },
  'success-four': buyFour,
  async 'your-orders-four'(page, shop) {
    await buyFour(page, shop);
    await visit(page, '/your-orders');
  },
  'your-orders-four-summary': openSummaryOfFour,
  async receipt(page, shop) {
    await openSummaryOfFour(page, shop);
    await page.evaluate(() => void Object.assign(globalThis, { print: () => undefined }));
    await page.getByRole('button', { name: 'Print receipt' }).click();
    await page.locator('[data-receipt]').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    // The margins of the sheet
    await page.evaluate(() => void (document.body.style.padding = '3rem 2%'));
  },
  email: showReceiptEmail,
  async 'dairymilkgarland-review-form'(page, shop) {
    await signIn(page, shop);
    await visit(page, '/dairymilkgarland');
    await press(page, 'Write a Review');
    await press(page, 'Submit Review');
    await see(page, 'Please select a rating');
  },
  async 'prod-code'(page) {
    await visit(page, '/prod');
    await page.getByLabel('Discount code').fill('DAIRY10');
    await press(page, 'Apply');
    await see(page, /You saved/);
  },
  async 'login-error'(page) {
    await visit(page, '/login');
    await page.getByLabel('Email').fill('kavya@maalai.example');
    await page.getByLabel('Password').fill('not-the-password');
    await press(page, 'Login');
    await see(page, 'Error signing in. Please try again.');
  },
  async 'deliveryform-errors'(page, shop) {
    await atCheckout(page, shop);
    await page.getByLabel('Phone Number').fill('12345');
    await press(page, /^Place Order/);
    await see(page, 'Enter a valid 10-digit phone number');
  },
  async 'deliveryform-coupon-popup'(page, shop) {
    await atCheckout(page, shop);
    await page.getByLabel('Coupon code').fill('SPECIAL20');
    await press(page, 'Apply');
    await seeDialog(page, 'Congratulations!');
  },
  'deliveryform-payment': atPayment,
  async 'deliveryform-confirming'(page, shop) {
    const window = await atPayment(page, shop);
    await holdBack(page, '**/payments/verify');
    await window.getByRole('button', { name: 'Success' }).click();
    await see(page, 'Confirming…');
  },
  async 'success-placed'(page, shop) {
    const window = await atPayment(page, shop);
    await window.getByRole('button', { name: 'Success' }).click();
    await see(page, 'Yay! Order Placed');
  },
  async 'your-orders-summary'(page, shop) {
    await insertOrder(shop, await signIn(page, shop));
    await visit(page, '/your-orders');
    await press(page, /Ordered on/);
    await seeDialog(page, 'Order Summary');
  },
};

/** Signs in and pays for one of two garlands; the other stays in the cart. */
async function shopAround(page: Page): Promise<void> {
  await signIn(page, shop);
  await visit(page, '/productspage');
  await addFromListing(page, 'Dairy Milk Garland', 'Adult');
  await addFromListing(page, 'KitKat Garland', 'Kids');
  await visit(page, '/deliveryform');
  await fillDelivery(page);
  await page.getByRole('checkbox', { name: 'KitKat Garland' }).uncheck();
  await applyCoupon(page, 'WELCOME10', 10);
  const window = await placeOrder(page, '₹899.10');
  await window.getByRole('button', { name: 'Success' }).click();
  await orderIdAtSuccess(page);
}

/** Captures the page, or the visible part, after everything has loaded: some parts only near the viewport. */
async function capture(page: Page, file: string, fullPage: boolean): Promise<void> {
  await page.waitForLoadState('networkidle');
  if (fullPage) {
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
        scrollTo({ top, behavior: 'instant' });
        await frame().then(frame);
      }
      scrollTo({ top: 0, behavior: 'instant' });
    });
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.allSettled([...document.images].map((picture) => picture.decode()));
  });
  // A click leaves a hover state, which a tap does not.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: file, fullPage, animations: 'disabled' });
}

await using stack = new AsyncDisposableStack();
const shop = await startJourneyShop({ DESK_PORT: String(await freePort()) });
stack.defer(() => shop.remove());
const browser = await chromium.launch(config.use?.launchOptions);
stack.defer(() => browser.close());
// Nothing may move while a screenshot is taken.
const settings = { reducedMotion: 'reduce', locale: 'en-IN', timezoneId: 'Asia/Kolkata' } as const;
const { pages } = JSON.parse(readFileSync(join(root, 'dist/site/pages.json'), 'utf8'));
const paths = new Set([...Object.keys(pages), ...visitorPaths]);

rmSync(folder, { recursive: true, force: true });
for (const size of options.desk ? [] : [phone, desktop]) {
  const width = String(size.viewport.width);
  const newPage = () => browser.newPage({ ...settings, baseURL: shop.origin, ...size });
  const [buyer, visitor] = [await newPage(), await newPage()];
  await shopAround(buyer);
  for (const path of paths) {
    const page = visitorPaths.includes(path) ? visitor : buyer;
    await visit(page, path);
    const [name] = path.slice(1).replace('?', '-').split('&');
    await capture(page, join(folder, width, `${name}.png`), true);
  }
  for (const [name, reach] of Object.entries(states)) {
    const page = await newPage();
    await reach(page, shop);
    const isCovered = (await page.locator('dialog[open], iframe').count()) > 0;
    await capture(page, join(folder, width, `state-${name}.png`), !isCovered);
    await page.close();
  }
  console.log(`${paths.size} pages, ${Object.keys(states).length} states: ${join(folder, width)}`);
}

await captureDesk({ browser, shop, folder, settings, capture });

if (options.readme && !options.desk) {
  for (const [path, name] of Object.entries(readme)) {
    await sharp(join(folder, String(phone.viewport.width), `${path}.png`))
      .extract({ left: 0, top: 0, ...phone.viewport })
      .webp({ quality: 82, effort: 6 })
      .toFile(join(root, `docs/pictures/${name}.webp`));
  }
}

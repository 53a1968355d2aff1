// Takes pictures of every screen and of the main states, at 360, 768 and 1280 px, into screenshots/: of the shop, and then of
// a day at the owner's desk.
// `npm run build && npx node scripts/screenshots.ts`; with --readme, four of the phone become the README's pictures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { freePort } from '#support/free-port.ts';
import { insertOrder, insertOrders } from '#support/journeys/insert-order.ts';
import { holdBack, shopTime, startJourneyShop, visit } from '#support/journeys/journey.ts';
import { change, deskOrigin, enterDesk, makeDue } from '#support/journeys/owner.ts';
import * as shopper from '#support/journeys/shopper.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { RunningShop } from '#support/shop.ts';
import { addDays, dayInIndia } from '../src/shop/dates.ts';
import config from '../playwright.config.ts';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({ options: { readme: { type: 'boolean' } } });
const sizes = [phone, { ...phone, viewport: { width: 768, height: 1024 } }, desktop];
/** The README's pictures, by the screen that they show. */
const readme = Object.entries({
  home: 'home',
  dairymilkgarland: 'garland',
  deliveryform: 'delivery',
  'your-orders': 'orders',
});

/** A path to open, or something to do there. */
type Step = string | ((page: Page, shop: RunningShop) => Promise<unknown>);

async function perform(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step !== 'string') await step(page, shop);
    else if (page.url().startsWith(deskOrigin(shop))) await page.goto(step);
    else await visit(page, step);
  }
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const fill = (label: string, text: string) => (page: Page) =>
  page.getByRole('main').getByLabel(label, { exact: true }).first().fill(text);
const see = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const seeDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog', { name }).waitFor();

const four = [
  { id: '3', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 },
  { id: '5', title: 'KitKat Garland', selectedVersion: 'kids', quantity: 2 },
  { id: '6', title: 'Sandal Garland', quantity: 1 },
  { id: '4', title: 'Fivestar Garland', selectedVersion: 'adult', quantity: 3 },
];
const fillCart: Step = (page) => shopper.keepInCart(page, shop, ...four);
const formOfFour: Step[] = [shopper.signIn, fillCart, '/deliveryform'];
const form: Step = (page) => shopper.atCheckout(page, shop);
const coupon: Step = (page) => shopper.applyCoupon(page, 'WELCOME10', 10);
const untick = (title: string) => (page: Page) =>
  page.getByRole('checkbox', { name: title }).uncheck();
const place: Step = async (page) => {
  await shopper.fillDelivery(page);
  const button = page.getByRole('button', { name: /^Place Order/ });
  return shopper.placeOrder(page, /₹[\d,.]+/.exec(await button.innerText())![0]);
};
const pay: Step = (page) =>
  shopper.paymentWindow(page).getByRole('button', { name: 'Success' }).click();
const bought: Step[] = [...formOfFour, coupon, place, pay, see('Yay! Order Placed')];
const summary: Step[] = ['/your-orders', press(/Ordered on/), seeDialog('Order Summary')];

const openMenu: Step = async (page) => {
  const button = page.getByRole('button', { name: 'Open menu' });
  // A wide window has none.
  if (await button.isVisible()) await button.click();
};

const printReceipt: Step = async (page) => {
  await page.evaluate(() => void Object.assign(globalThis, { print: () => undefined }));
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await page.locator('[data-receipt]').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
};

/** Buys a garland; another stays in the cart. */
const shopAround: Step[] = [
  shopper.signIn,
  (page) => shopper.keepInCart(page, shop, ...four.slice(0, 2)),
  '/deliveryform',
  untick('KitKat Garland'),
  coupon,
  place,
  pay,
  see('Yay! Order Placed'),
];

/** The screens that a visitor sees who has neither logged in nor bought: the first four redirect others. */
const visitorPaths = ['/login', '/signup', '/forgot-password', '/reset-password', '/no-such-page'];

/** What a new visitor does before the picture. */
const states: Readonly<Record<string, readonly Step[]>> = {
  menu: ['/home', openMenu],
  'products-none': ['/productspage?q=umbrella'],
  'products-version': ['/productspage', press('Add to Cart'), seeDialog('Choose Version')],
  'garland-full-screen': ['/dairymilkgarland', press('View full screen'), seeDialog(/full screen/)],
  'cart-none': ['/cart'],
  'cart-four': [fillCart, '/cart'],
  'login-buy-now': ['/dairymilkgarland', press('Buy Now'), see('It is kept; log in to order it.')],
  'login-error': [
    '/login',
    fill('Email', 'kavya@maalai.example'),
    fill('Password', 'not-the-password'),
    press('Login'),
    see('Error signing in. Please try again.'),
  ],
  'signup-errors': ['/signup', press('Register'), see('Name is required')],
  'review-errors': [
    shopper.signIn,
    '/dairymilkgarland',
    press('Write a Review'),
    press('Submit Review'),
    see('Please select a rating'),
  ],
  'prod-code': ['/prod', fill('Discount code', 'DAIRY10'), press('Apply'), see(/You saved/)],
  'form-four': [...formOfFour, coupon, untick('Sandal Garland')],
  'form-errors': [
    form,
    fill('Phone Number', '12345'),
    press(/^Place Order/),
    see('Enter a valid 10-digit phone number'),
  ],
  'form-payment': [form, place],
  'form-confirming': [
    form,
    place,
    (page) => holdBack(page, '**/payments/verify'),
    pay,
    see('Confirming…'),
  ],
  'success-four': bought,
  'orders-four': [...bought, '/your-orders'],
  'orders-sent': [async (page) => insertOrder(shop, await shopper.signIn(page, shop)), ...summary],
  receipt: [...bought, ...summary, printReceipt],
};

const today = dayInIndia(new Date(shopTime()));
const check = (name: string) => (page: Page) => page.getByRole('radio', { name }).check();
const tracking = [fill('Tracking number', '45218890361'), fill('Courier', 'Blue Dart')];
const unfold = (name: string) => (page: Page) => page.locator('summary', { hasText: name }).click();
const refund = [
  unfold('Refund'),
  fill('Amount', '250'),
  fill('Reason', 'One garland broke'),
  press('Refund'),
];

/** What the owner does before the picture, in this order, with two orders. */
const deskStates = (paid: string, open: string): Record<string, readonly Step[]> => ({
  today: ['/'],
  several: ['/orders/several'],
  order: [`/orders/${open}`],
  'address-errors': [`/orders/${open}`, fill('Pincode', '60'), press('Save address')],
  sent: [`/orders/${paid}/sent`],
  'order-sent': [`/orders/${paid}/sent`, ...tracking, press('Mark as sent')],
  'refund-confirm': [`/orders/${paid}`, ...refund],
  slips: [`/slips?ids=${paid},${open}`],
  labels: [`/labels?ids=${paid},${open}`],
  orders: ['/orders'],
  reviews: ['/reviews'],
  'reviews-errors': [
    '/reviews',
    (page) => page.locator('summary', { hasText: 'Hide' }).first().click(),
    press('Hide'),
  ],
  more: ['/more'],
  invite: ['/more/invite'],
  shop: ['/shop'],
  'shop-errors': ['/shop', check('Late'), press('Save')],
  'shop-closed': ['/shop', check('Closed'), fill('Until', addDays(today, 20)), press('Save')],
  'sign-in': [(page) => page.context().clearCookies(), '/sign-in'],
});

/** Takes the page, or what of it can be seen, once everything has loaded: some parts only near the window. */
async function capture(page: Page, name: string): Promise<void> {
  // A desk's form may still be on its way to the next page.
  await page.waitForLoadState();
  const fullPage = (await page.locator('dialog[open], iframe').count()) === 0;
  await page.evaluate(async (isWhole) => {
    const drawn = () => new Promise((resolve) => setTimeout(resolve, 50));
    const end = isWhole ? document.body.scrollHeight : 0;
    for (let top = 0; top < end; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await drawn();
    }
    if (isWhole) scrollTo({ top: 0, behavior: 'instant' });
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.allSettled([...document.images].map((picture) => picture.decode()));
  }, fullPage);
  await page.waitForLoadState('networkidle');
  // A click leaves a hover state, which a tap does not.
  await page.mouse.move(0, 0);
  const path = join(root, 'screenshots', String(page.viewportSize()!.width), `${name}.png`);
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}

await using stack = new AsyncDisposableStack();
const shop = await startJourneyShop({ DESK_PORT: String(await freePort()) });
stack.defer(() => shop.remove());
const browser = await chromium.launch(config.use?.launchOptions);
stack.defer(() => browser.close());
const settings = { reducedMotion: 'reduce', locale: 'en-IN', timezoneId: 'Asia/Kolkata' } as const;
const newPage = (size: object, baseURL = shop.origin) =>
  browser.newPage({ ...settings, baseURL, ...size });
const { pages } = JSON.parse(readFileSync(join(root, 'dist/site/pages.json'), 'utf8'));
const paths = [...new Set([...Object.keys(pages), ...visitorPaths])];
for (const size of sizes) {
  const [buyer, visitor] = [await newPage(size), await newPage(size)];
  await perform(buyer, shopAround);
  for (const path of paths) {
    const page = visitorPaths.includes(path) ? visitor : buyer;
    await visit(page, path);
    await capture(page, path.slice(1));
  }
  for (const [name, steps] of Object.entries(states)) {
    const page = await newPage(size);
    await perform(page, steps);
    await capture(page, `state-${name}`);
    await page.close();
  }
}

const customer = await newPage(phone);
const account = await shopper.signIn(customer, shop);
await perform(customer, [fillCart, '/deliveryform', coupon, place, pay]);
const paid = await shopper.orderIdAtSuccess(customer);
const gift = { neededBy: addDays(today, 2), giftNote: 'All our love, Nila' };
const [open = ''] = await insertOrders(shop, account, 1, { wishes: gift });
for (const id of [paid, open]) await makeDue(shop, id, today);
const comment = 'Lovely work, but the garland is shorter than on the picture.';
await change(shop, (db) => storeReviews(db, [{ title: 'Smaller than I thought', comment }, {}]));
const desk = await newPage(desktop, deskOrigin(shop));
await enterDesk(desk, shop);
for (const [name, steps] of Object.entries(deskStates(paid, open))) {
  await perform(desk, steps);
  for (const { viewport } of sizes) {
    await desk.setViewportSize(viewport);
    await capture(desk, `desk-${name}`);
  }
}
for (const size of sizes) {
  const page = await newPage(size);
  await perform(page, [shopper.signIn, fillCart, '/deliveryform']);
  await capture(page, 'state-closed');
}

for (const [screen, name] of options.readme ? readme : []) {
  await sharp(join(root, `screenshots/${phone.viewport.width}/${screen}.png`))
    .extract({ left: 0, top: 0, ...phone.viewport })
    .webp({ quality: 82, effort: 6 })
    .toFile(join(root, `docs/pictures/${name}.webp`));
}

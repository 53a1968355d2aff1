// From Place Order to /success: the payment window, its failures (nothing is lost, nothing is paid twice), and the policy
// of a shop with live keys.
import type { Page } from '@playwright/test';
import { freePort } from '#support/free-port.ts';
import { firstScripts } from '#support/journeys/first-scripts.ts';
import {
  expect,
  expectFit,
  holdBack,
  hydrated,
  leave,
  shopTime,
  startJourneyShop,
  test,
  testOwnShop,
  visit,
} from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  logIn,
  orderIdAtSuccess,
  ordersOf,
  paymentWindow,
  placeOrder,
  readyToPay,
  windowReady,
} from '#support/journeys/shopper.ts';
import { keyId, keySecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import type { RunningShop } from '#support/shop.ts';

const PLACE_ORDER = 'Place Order (₹999.00)';
const placeButton = (page: Page) => page.getByRole('button', { name: PLACE_ORDER });
const paymentFrame = (page: Page) => page.locator('iframe[title="Test payment"]');

/** Lets the provider's script show the options that the page passes to the payment window. */
const showOptions = (page: Page) =>
  page.context().route('**/checkout.js', async (route) => {
    const response = await route.fetch();
    const noting = `window.Razorpay = class extends window.Razorpay {
      constructor(options) {
        super(options);
        document.documentElement.dataset.options = JSON.stringify(options);
      }
    };`;
    await route.fulfill({ response, body: `${await response.text()}\n${noting}` });
  });

test('Place Order opens the window once; Close and Failure record no order, and a double tap pays once @data [delivery-8 transition-16,21 call-26,27 window-1,4,5 name-41 state-18]', async ({
  page,
  shop,
}) => {
  await showOptions(page);
  const shopper = await readyToPay(page, shop);
  const window = paymentWindow(page);
  let creations = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/payments/orders')) creations += 1;
  });

  await test.step('the button is busy, then the window opens with the amount and the purple theme', async () => {
    const letGo = await holdBack(page, '**/payments/orders');
    await placeButton(page).dblclick();
    const busy = page.getByRole('button', { name: 'Processing...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    // What is changed now would be neither in the order nor in its amount.
    for (const name of ['Fivestar Garland', 'Full Address', 'Coupon code']) {
      await expect(page.locator('[inert]').getByLabel(name)).toBeAttached();
    }
    await letGo();
    await expect(window.getByText('Product Purchase')).toBeVisible();
    await expect(busy).toHaveCount(0);
    await expect(paymentFrame(page)).toHaveCount(1);
    expect(creations).toBe(1);
    const options = await page.locator('html').getAttribute('data-options');
    expect(JSON.parse(options!)).toEqual({
      key: expect.stringMatching(/^rzp_test_\w+$/),
      amount: 99_900,
      currency: 'INR',
      name: 'Maalai',
      description: 'Product Purchase',
      order_id: expect.stringMatching(/^order_\w+$/),
      prefill: { name: 'Kavya Raman', email: shopper.email, contact: '+919876543210' },
      // The violet of the brand.
      theme: { color: '#4f1787' },
      modal: {},
    });
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('Maalai');
    await expect(window.getByText('₹999.00')).toBeVisible();
    await expect(window.getByRole('button')).toHaveText(['Success', 'Failure', 'Close']);
    const success = window.getByRole('button', { name: 'Success' });
    await expect(success).toHaveCSS('background-color', 'rgb(79, 23, 135)');
    await windowReady(page);
    await expectFit(page);
  });

  await window.getByRole('button', { name: 'Close' }).click();
  await expect(paymentFrame(page)).toHaveCount(0);
  await expect(placeButton(page)).toBeEnabled();
  expect(await ordersOf(page, shopper)).toEqual([]);

  const failed = await placeOrder(page, '₹999.00');
  await failed.getByRole('button', { name: 'Failure' }).click();
  await expect(paymentFrame(page)).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /payment/i })).toBeVisible();
  await expectFit(page, 'main form');
  expect(await ordersOf(page, shopper)).toEqual([]);

  const paid = await placeOrder(page, '₹999.00');
  await paid.getByRole('button', { name: 'Success' }).dblclick();
  await orderIdAtSuccess(page);
  expect(await ordersOf(page, shopper)).toHaveLength(1);
});

test('every field reports its error, and an order without items is refused [transition-15 rule-7,8,13,15,17]', async ({
  page,
  shop,
  isMobile,
}) => {
  await atCheckout(page, shop);
  await page.getByRole('button', { name: /^Place Order/ }).click();
  const expected = {
    Name: 'Name is required',
    'Phone Number': 'Enter a valid 10-digit phone number',
    State: 'Please select a state',
    Pincode: 'Enter a valid 6-digit pincode',
    'Full Address': 'Address is required',
  };
  for (const [label, message] of Object.entries(expected)) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  const strip = page.getByRole('button', { name: '5 fields need a look.' });
  await expect(strip).toBeInViewport({ ratio: 1 });
  // On a phone it is lower than a button, but its tap area extends to the button below it.
  const below = isMobile ? 7 : -7;
  await strip.click({ position: { x: 150, y: (await strip.boundingBox())!.height + below } });
  await expectFit(page, 'main form');
  await page.getByLabel('Pincode').fill('60000');
  await expect(page.getByLabel('Pincode')).not.toHaveAttribute('aria-invalid', 'true');
  const inError = page.locator('[aria-invalid=true]');
  await expect(inError).toHaveCount(4);
  await page.getByRole('button', { name: '4 fields need a look.' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();

  // An edit clears only the error of its own field.
  await fillDelivery(page);
  await expect(inError).toHaveCount(0);
  await expect(page.getByText('a look.')).toHaveCount(0);
  await page.getByLabel('Phone Number').fill('98765');
  await page.getByRole('button', { name: /^Place Order/ }).click();
  await expect(inError).toHaveCount(1);
  await fillDelivery(page);

  const item = page.getByRole('checkbox', { name: 'Fivestar Garland' });
  await item.uncheck();
  await expect(page.getByText('Tick what you want to order.')).toBeVisible();
  await page.getByRole('button', { name: /^Place Order/ }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please select at least one product' }),
  ).toBeVisible();
  await expectFit(page, 'main form');
});

testOwnShop(
  'a shop killed between payment and verification records the order after its restart @data [transition-22]',
  async ({ page, ownShop: shop, allow }) => {
    allow(/ERR_FAILED|ERR_CONNECTION_REFUSED/);
    const shopper = await readyToPay(page, shop);
    const killed = new Promise<void>((resolve) => {
      void page.route('**/payments/verify', async (route) => {
        await shop.kill();
        await route.abort();
        resolve();
      });
    });
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    await killed;
    await expect(page.getByText(/do not pay again/i).first()).toBeVisible();
    // Otherwise this page could verify the payment before the next page does.
    await leave(page);
    await shop.start();
    const verification = page.waitForRequest('**/payments/verify');
    await page.goto('/deliveryform');
    // The purchase and its buyer are sent again and then deleted.
    expect((await verification).postDataJSON()).toMatchObject({
      customerName: 'Kavya Raman',
      amountPaid: 999,
      products: [{ name: 'Fivestar Garland', id: '4', price: 999, quantity: 1 }],
    });
    await orderIdAtSuccess(page);
    expect(await page.evaluate(() => localStorage.getItem('maalai.payments'))).toBeNull();
    expect(await ordersOf(page, shopper)).toHaveLength(1);
  },
);

/** Expects the alert with this sentence, and a checkout that has stopped and can be retried. */
async function expectAlert(page: Page, sentence: string): Promise<void> {
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert.getByText(sentence, { exact: true })).toBeVisible();
  await expect(alert).toBeInViewport();
  await expect(paymentFrame(page)).toHaveCount(0);
  await expect(placeButton(page)).toBeVisible();
  await expect(placeButton(page)).not.toHaveAttribute('aria-busy');
}

/** Requests that fail before the payment, or the reply to them, and the alert that follows. */
const failures = [
  { of: /\/assets\/.*\.js$/, alert: 'Failed to create order. Please try again.' },
  { of: '**/payments/orders', alert: 'Failed to initiate payment.' },
  ...[{ amount: 99_900 }, { data: { id: 'order_1' } }].map((json) => ({
    of: '**/payments/orders',
    json,
    alert: 'Invalid order data received from server.',
  })),
  { of: '**/checkout.js', alert: 'Failed to create order. Please try again.' },
];

test('each failure before the payment shows its alert and allows another try [call-24 error-7..9 name-45]', async ({
  page,
  shop,
  allow,
}) => {
  allow(/\/assets\/\S+\.js/, /\/payments\/orders/, /checkout\.js/, /status of 401/);
  const shopper = await atCheckout(page, shop);
  for (const { of, alert, ...reply } of failures) {
    await page.route(of, (route) => ('json' in reply ? route.fulfill(reply) : route.abort()));
    // An alert of the same words goes before the request.
    await Promise.all([page.waitForRequest(of), placeButton(page).click()]);
    await expectAlert(page, alert);
    await page.unroute(of);
    // Only now: the code of the payment is requested once a field is filled.
    await fillDelivery(page);
  }

  await test.step('the server rejects a field that the page accepted', async () => {
    const errors = [{ field: 'delivery.pincode', message: 'We cannot deliver there' }];
    const json = { status: 400, detail: 'We cannot deliver there', errors };
    await page.route('**/payments/orders', (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', json }),
    );
    await placeButton(page).click();
    const pincode = page.getByLabel('Pincode');
    await expect(pincode).toHaveAccessibleDescription('We cannot deliver there');
    await expect(pincode).toBeFocused();
    await page.unroute('**/payments/orders');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('We cannot deliver there');
    await pincode.fill('600004');
    await expect(alert).toHaveCount(0);
  });

  await test.step('the session has ended: the alert links to the login, which leads back', async () => {
    await page.context().clearCookies();
    await placeButton(page).click();
    await expectAlert(page, 'Failed to initiate payment.');
    await expectFit(page, 'main form');
    await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click();
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/deliveryform$/);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await hydrated(page);
  });
  await placeOrder(page, '₹999.00');
});

test('a verification that is refused or lost is reported, and repeated by /success: nothing is paid twice [transition-20 error-10,11 state-19,20]', async ({
  page,
  shop,
  allow,
}) => {
  allow(/\/payments\/verify/, /status of 400/);
  await readyToPay(page, shop);
  const pay = async () => {
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    await expectAlert(page, 'Payment verification failed.');
  };
  const refusal = { status: 400, code: 'signature', detail: 'Refused.' };
  await page.route('**/payments/verify', (route) => route.fulfill({ status: 400, json: refusal }));
  await page.route('**/payments/orders/*', (route) =>
    route.fulfill({ json: { status: 'pending' } }),
  );
  await pay();
  await expect(page.getByRole('alert')).toContainText(
    /please contact us and quote payment ID pay_/,
  );
  await expectFit(page, 'main form');

  await leave(page);
  await readyToPay(page, shop);
  const lostAt: string[] = [];
  await page.route('**/payments/verify', (route) => {
    lostAt.push(page.url());
    return route.abort();
  });
  await pay();
  await expect(page.getByRole('alert')).toContainText('please do not pay again');
  // It asks again and does not look like a second payment: --sand
  await expect(placeButton(page)).toHaveCSS('background-color', 'rgb(235, 226, 211)');

  await visit(page, '/success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment, please');
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toContainText('We are confirming your payment. Please do not pay again.');
  await expectFit(page, 'main');
  // It asks again by itself, once a first verification of its own was lost.
  await expect.poll(() => lostAt).toContain(page.url());
  await page.unroute('**/payments/verify');
  await orderIdAtSuccess(page);
});

test('the items stay and the page shows that it confirms the payment until /success is drawn @all', async ({
  page,
  shop,
}) => {
  await readyToPay(page, shop);
  const screen = `**${(await firstScripts(page, '/success')).at(-1)}`;
  const arrive = await holdBack(page, screen);
  const fetched = page.waitForRequest(screen);
  const window = await placeOrder(page, '₹999.00');
  await test.step('/success is fetched while the payment window is open', () => fetched);

  const verified = page.waitForResponse('**/payments/verify');
  await window.getByRole('button', { name: 'Success' }).click();
  await verified;
  await test.step('the items are removed from the cart but still on the page', async () => {
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Fivestar Garland' })).toBeChecked();
    await expect(page.getByText('Your cart is empty')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'Confirming…' })).toBeInViewport();
    const button = page.getByRole('button', { name: 'Processing...' });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expectFit(page, 'main form');
  });

  await arrive();
  await orderIdAtSuccess(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toContainText([
    /^Made by \d+ [A-Z][a-z]+, still to come$/,
    /^Sent by \d+ [A-Z][a-z]+, still to come$/,
    /^With you \d.+, still to come$/,
    'Fivestar GarlandAdult · 3.5 feet · Fivestar',
  ]);
  await expect(main).toContainText('Paid ₹999.00');
  await expectFit(page, 'main');
});

interface LiveFixtures {
  /** A shop with live keys, for this journey alone. */
  liveShop: RunningShop & { standIn: StandIn };
}

const liveTest = test.extend<LiveFixtures>({
  liveShop: [
    // Playwright requires an object pattern, here an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const webhooks = `${origin}/payments/webhook`;
      // A payment of another time would be too late for its price.
      const standIn = await startStandIn(webhooks, undefined, ['--shop-origin', origin], {
        NODE_OPTIONS: `--import ${import.meta.resolve('#support/preload.ts')}`,
        TEST_CLOCK_AHEAD: String(shopTime() - Date.now()),
      });
      const { apiUrl } = standIn.config;
      const shop = await startJourneyShop({
        PORT: String(port),
        PAYMENT_MODE: 'live',
        PAYMENT_KEY_ID: keyId,
        PAYMENT_KEY_SECRET: keySecret,
        PAYMENT_WEBHOOK_SECRET: webhookSecret,
        PAYMENT_API_URL: apiUrl,
        PAYMENT_SCRIPT_URL: `${apiUrl}/test-payments/checkout.js`,
      });
      await use(Object.assign(shop, { standIn }));
      await shop.remove();
      await standIn.stop();
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ liveShop }, use) => use(liveShop.origin),
});

/** Resolves to the headers of the form with which the provider's page sends the browser back. */
async function cameBack(page: Page, press: Promise<void>): Promise<Record<string, string>> {
  const form = page.waitForRequest('**/payments/callback');
  await press;
  return (await form).allHeaders();
}

liveTest.describe('inside an app', () => {
  liveTest.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.86 Mobile Safari/537.36 Instagram 354.0.0.42.96 Android',
  });

  liveTest(
    'the page is left to pay; a failure leads back to the form as it was, a payment to its order [found-10]',
    async ({ page, liveShop: shop }) => {
      const shopper = await readyToPay(page, shop);
      const failing = await placeOrder(page, '₹999.00');
      const failure = failing.getByRole('button', { name: 'Failure' }).click();
      // From another site, so without the session.
      const headers = await cameBack(page, failure);
      expect(headers).toMatchObject({ origin: 'null', 'sec-fetch-site': 'cross-site' });
      expect(headers['cookie']).not.toContain('session');
      await expectAlert(page, 'The payment did not go through.');
      await expect(page.getByLabel('Full Address')).toHaveValue(/North Mada Street/);
      await expect(page).toHaveURL(/\/deliveryform$/);
      expect(await ordersOf(page, shopper)).toEqual([]);

      const paying = await placeOrder(page, '₹999.00');
      await cameBack(page, paying.getByRole('button', { name: 'Success' }).click());
      const orderId = await orderIdAtSuccess(page);
      await expect(page.getByRole('main')).toContainText('Paid ₹999.00');
      // Nothing of it can be paid again.
      await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
      const stored = () => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
      await expect.poll(stored).not.toContain('maalai.payments');
      expect(await stored()).not.toContain('maalai.delivery');
      await page.reload();
      expect(await orderIdAtSuccess(page)).toBe(orderId);
      expect(await ordersOf(page, shopper)).toMatchObject([{ _id: orderId }]);
    },
  );
});

liveTest(
  'the live policy lets the window cover the whole page; one that does not work can be left to pay, and /success confirms what the shop could not yet @all',
  async ({ page, liveShop: shop }) => {
    const shopper = await readyToPay(page, shop);
    const choice = page.getByRole('button', { name: 'Window not working? Pay on a full page' });
    await expect(choice).toHaveCount(0);
    const window = await placeOrder(page, '₹999.00');
    const viewport = page.viewportSize()!;
    const area = async () => {
      const box = await paymentFrame(page).boundingBox();
      return { x: box?.x, y: box?.y, width: box?.width, height: box?.height };
    };
    expect(await area()).toEqual({ x: 0, y: 0, ...viewport });
    // The window is on top of the navigation, the form and the floating links.
    const onTop = await paymentFrame(page).evaluate((window_, { width, height }) => {
      const points = [0.02, 0.25, 0.5, 0.75, 0.98];
      return points.flatMap((x) =>
        points.filter((y) => document.elementFromPoint(x * width, y * height) !== window_),
      );
    }, viewport);
    expect(onTop).toEqual([]);

    // It follows the size of the window, which a phone's keyboard changes.
    await page.setViewportSize({ ...viewport, height: 500 });
    await expect.poll(area).toEqual({ x: 0, y: 0, ...viewport, height: 500 });
    await page.setViewportSize(viewport);

    await window.getByRole('button', { name: 'Close' }).click();
    await expect(paymentFrame(page)).toHaveCount(0);
    await expectFit(page, 'main form');
    await choice.click();
    await windowReady(page);
    await shop.standIn.setFaults({
      on: 'http',
      action: 'error',
      call: 'GET /v1/payments/:id',
      times: 1,
    });
    await cameBack(page, window.getByRole('button', { name: 'Success' }).click());
    const orderId = await orderIdAtSuccess(page);
    await expect(page).toHaveURL(`/success?order=${orderId}`);
    expect(await ordersOf(page, shopper)).toHaveLength(1);
  },
);

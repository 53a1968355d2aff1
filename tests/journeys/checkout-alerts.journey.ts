// The alerts of the specification for a payment that cannot be started or confirmed. Each appears next to the button, and
// nothing is paid twice.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import {
  hydrated,
  expect,
  expectFit,
  holdBack,
  test,
  expectTroubles,
} from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  logIn,
  orderIdAtSuccess,
  placeOrder,
} from '#support/journeys/shopper.ts';

const PLACE_ORDER = 'Place Order (₹999.00)';
const button = (page: Page) => page.getByRole('button', { name: PLACE_ORDER });

/** Expects the alert with this sentence, and a checkout that has stopped and can be retried. */
async function expectAlert(page: Page, sentence: string): Promise<void> {
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert.getByText(sentence, { exact: true })).toBeVisible();
  await expect(alert).toBeInViewport();
  await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);
  await expect(button(page)).toBeVisible();
  await expect(button(page)).not.toHaveAttribute('aria-busy');
}

test(
  'each failure before the payment shows its alert and allows another try',
  covers('call-24', 'error-7', 'error-8', 'error-9', 'name-45', 'state-19'),
  async ({ page, shop, troubles }) => {
    await atCheckout(page, shop);

    await test.step('the payment code cannot be loaded', async () => {
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await button(page).click();
      await expectAlert(page, 'Failed to create order. Please try again.');
      await page.unroute(/\/assets\/.*\.js$/);
    });
    await fillDelivery(page);

    await test.step('the server cannot be reached', async () => {
      await page.route('**/payments/orders', (route) => route.abort());
      await button(page).click();
      await expectAlert(page, 'Failed to initiate payment.');
      await page.unroute('**/payments/orders');
    });

    await test.step('the server rejects a field that the page accepted', async () => {
      const errors = [{ field: 'delivery.pincode', message: 'We cannot deliver there' }];
      const json = { status: 400, detail: 'We cannot deliver there', errors };
      await page.route('**/payments/orders', (route) =>
        route.fulfill({ status: 400, contentType: 'application/problem+json', json }),
      );
      await button(page).click();
      const pincode = page.getByLabel('Pincode');
      await expect(pincode).toHaveAccessibleDescription('We cannot deliver there');
      await page.unroute('**/payments/orders');
      await pincode.fill('600004');
    });

    await test.step('the payment order has no id, or no amount', async () => {
      for (const reply of [{ amount: 99_900 }, { data: { id: 'order_1' } }]) {
        await page.route('**/payments/orders', (route) => route.fulfill({ json: reply }));
        // The alert of the first reply is still shown when the second is requested.
        const replied = page.waitForResponse('**/payments/orders');
        await button(page).click();
        await replied;
        await expectAlert(page, 'Invalid order data received from server.');
        await page.unroute('**/payments/orders');
      }
    });

    await test.step('the payment window cannot be loaded', async () => {
      await page.route('**/checkout.js', (route) => route.abort());
      await button(page).click();
      await expectAlert(page, 'Failed to create order. Please try again.');
      await page.unroute('**/checkout.js');
    });

    await test.step('the next try opens the payment window', async () => {
      const window = await placeOrder(page, '₹999.00');
      await window.getByRole('button', { name: 'Close' }).click();
    });
    const reported = troubles.splice(0).join();
    for (const part of ['/payments/orders', 'checkout.js']) expect(reported).toContain(part);
  },
);

test('after the session has ended, the alert links to the login, which leads back', async ({
  page,
  shop,
  troubles,
}) => {
  const shopper = await atCheckout(page, shop);
  await fillDelivery(page);
  await page.context().clearCookies();
  await button(page).click();
  await expectAlert(page, 'Failed to initiate payment.');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expectFit(page, 'main form');
  await expectTroubles(troubles, '401');
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, shopper);
  await expect(page).toHaveURL(/\/deliveryform$/);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});

test(
  'a refused verification shows the payment id, and the button is no longer busy',
  covers('transition-20', 'error-10', 'state-19'),
  async ({ page, shop, troubles }) => {
    await atCheckout(page, shop);
    await fillDelivery(page);
    await page.route('**/payments/verify', (route) =>
      route.fulfill({ status: 400, json: { status: 400, code: 'signature', detail: 'Refused.' } }),
    );
    await page.route('**/payments/orders/*', (route) =>
      route.fulfill({ json: { status: 'pending' } }),
    );
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    await expectAlert(page, 'Payment verification failed.');
    await expect(page.getByRole('alert')).toContainText(
      /please contact us and quote payment ID pay_/,
    );
    await expectFit(page, 'main form');
    await expectTroubles(troubles, '400');
  },
);

test(
  'a verification that fails on the network is reported and retried, and nothing is paid twice',
  covers('error-11', 'state-20'),
  async ({ page, shop, troubles }) => {
    await atCheckout(page, shop);
    await fillDelivery(page);
    await page.route('**/payments/verify', (route) => route.abort());
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    await expectAlert(page, 'Payment verification failed.');
    await expect(page.getByRole('alert')).toContainText('please do not pay again');

    let scripts: string[] = [];
    await test.step('/success waits for the same payment', async () => {
      await page.goto('/success');
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment, please');
      await expect(page.getByRole('main').getByRole('status')).toContainText(
        'We are confirming your payment. Please do not pay again.',
      );
      await expectFit(page);
      scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js')),
      );
    });

    await test.step('the order is not shown as placed before it is', async () => {
      const placed = page.getByRole('heading', { name: 'Yay! Order Placed' });
      const letThrough = await holdBack(page, /\/assets\/.*\.js$/);
      await page.goto('/success', { waitUntil: 'commit' });
      // Not before: the previous page would have confirmed the order.
      await page.unroute('**/payments/verify');
      await expect(page.getByRole('link', { name: 'View Your Orders' })).toBeVisible();
      await expect(placed).toBeHidden();

      const releaseSession = await holdBack(page, '**/api/auth/get-session');
      letThrough();
      await hydrated(page);
      // The user is not known yet. A page that looked for a payment without a user would have done so by the next frame.
      await page.evaluate(async (addresses) => {
        await Promise.all(addresses.map((address) => import(address)));
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        });
      }, scripts);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment, please');
      releaseSession();
    });
    troubles.length = 0;
    await orderIdAtSuccess(page);
  },
);

// Failures at the checkout: nothing is lost, nothing is paid twice.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { hydrated, expect, expectFit, test } from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  orderIdAtSuccess,
  ordersOf,
  paymentWindow,
  placeOrder,
  windowReady,
} from '#support/journeys/shopper.ts';

const noWindow = (page: Page) =>
  expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);

test(
  'Close and Failure record no order, and Place Order can be used again until the payment @data',
  covers('transition-21', 'orders-6', 'window-4', 'window-5', 'name-41', 'state-18', 'state-21'),
  async ({ page, shop }) => {
    const shopper = await atCheckout(page, shop);
    await fillDelivery(page);
    const closed = await placeOrder(page, '₹999.00');
    await closed.getByRole('button', { name: 'Close' }).click();
    await noWindow(page);
    await expect(page.getByRole('button', { name: 'Place Order (₹999.00)' })).toBeEnabled();
    expect(await ordersOf(page, shopper)).toEqual([]);

    const failed = await placeOrder(page, '₹999.00');
    await failed.getByRole('button', { name: 'Failure' }).click();
    await noWindow(page);
    await expect(page.getByRole('alert').filter({ hasText: /payment/i })).toBeVisible();
    await expectFit(page, 'main form');
    expect(await ordersOf(page, shopper)).toEqual([]);

    const paid = await placeOrder(page, '₹999.00');
    await paid.getByRole('button', { name: 'Success' }).click();
    const orderId = await orderIdAtSuccess(page);
    await page.getByRole('main').getByRole('link', { name: 'View Your Orders' }).click();
    const cards = page.getByRole('main').getByRole('button', { name: /Fivestar Garland/ });
    await expect(cards).toHaveCount(1);
    await expectFit(page, 'main');
    await cards.click();
    await expect(page.getByRole('dialog', { name: 'Order Summary' })).toContainText(orderId);
    await expectFit(page, 'dialog[open]');
  },
);

test(
  'a double tap on Place Order makes one payment @data',
  covers('transition-22'),
  async ({ page, shop }) => {
    const shopper = await atCheckout(page, shop);
    await fillDelivery(page);
    let creations = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/payments/orders')) creations += 1;
    });
    await page.getByRole('button', { name: 'Place Order (₹999.00)' }).dblclick();
    await expect(paymentWindow(page).getByText('Product Purchase')).toBeVisible();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(1);
    expect(creations).toBe(1);
    await windowReady(page);
    await paymentWindow(page).getByRole('button', { name: 'Success' }).dblclick();
    await orderIdAtSuccess(page);
    expect(await ordersOf(page, shopper)).toHaveLength(1);
  },
);

test(
  'every field reports its error, an order without items is refused, and typed text survives a reload',
  covers(
    'transition-14',
    'transition-15',
    'rule-7',
    'rule-8',
    'rule-9',
    'rule-12',
    'rule-13',
    'rule-14',
    'rule-15',
    'rule-17',
    'name-45',
    'name-46',
    'state-16',
  ),
  async ({ page, shop }) => {
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
    if (page.viewportSize()!.width < 768) {
      // It is lower than a button, but its tap area extends to the button below it.
      const { y, height } = (await strip.boundingBox())!;
      expect(height).toBe(40);
      await strip.click({ position: { x: 150, y: height + 7 } });
      expect((await page.getByRole('button', { name: /^Place Order/ }).boundingBox())!.y).toBe(
        y + height + 8,
      );
    }
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
    await page.getByRole('button', { name: /^Place Order/ }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please select at least one product' }),
    ).toBeVisible();
    await expectFit(page, 'main form');
    await item.check();

    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel('Full Address')).toHaveValue(
      '14, North Mada Street, Mylapore, Chennai',
    );
    await expect(page.getByLabel('State')).toHaveValue('Tamil Nadu');
  },
);

test(
  'a shop killed between payment and verification records the order after its restart @data',
  covers('transition-22'),
  async ({ page, shop, troubles }) => {
    const shopper = await atCheckout(page, shop);
    await fillDelivery(page);
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
    await page.goto('about:blank');
    await page.unroute('**/payments/verify');
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
    troubles.length = 0;
    expect(await ordersOf(page, shopper)).toHaveLength(1);
  },
);

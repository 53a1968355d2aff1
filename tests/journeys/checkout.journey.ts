// What goes wrong at the checkout: nothing is lost, nothing is paid twice.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { awake, expect, expectAccessible, test, visit } from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  orderIdAtSuccess,
  paymentWindow,
  placeOrder,
} from '#support/journeys/shopper.ts';

async function expectNoOrder(page: Page): Promise<void> {
  await visit(page, '/your-orders');
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
  await expect(page.getByText('Start your sweet journey with us today!')).toBeVisible();
  await expectAccessible(page);
}

test(
  'Failure records no order, and the button works again @data',
  covers('transition-21', 'window-4', 'state-18'),
  async ({ page }) => {
    await atCheckout(page);
    await fillDelivery(page);
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Failure' }).click();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: /payment/i })).toBeVisible();
    await expectAccessible(page);
    const again = await placeOrder(page, '₹999.00');
    await again.getByRole('button', { name: 'Success' }).click();
    await orderIdAtSuccess(page);
    await visit(page, '/your-orders');
    await expect(
      page.getByRole('main').getByRole('button', { name: /Fivestar Garland/ }),
    ).toHaveCount(1);
  },
);

test(
  'Close records no order, and the button works again @data',
  covers('orders-2', 'transition-21', 'window-5', 'state-21'),
  async ({ page }) => {
    await atCheckout(page);
    await fillDelivery(page);
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Place Order (₹999.00)' })).toBeEnabled();
    await expectNoOrder(page);
  },
);

test(
  'two taps on Place Order make one payment @data',
  covers('transition-22'),
  async ({ page }) => {
    await atCheckout(page);
    await fillDelivery(page);
    let creations = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/payments/orders')) creations += 1;
    });
    await page.getByRole('button', { name: 'Place Order (₹999.00)' }).dblclick();
    await expect(paymentWindow(page).getByText('Product Purchase')).toBeVisible();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(1);
    expect(creations).toBe(1);
    await paymentWindow(page).getByRole('button', { name: 'Success' }).dblclick();
    await orderIdAtSuccess(page);
    await visit(page, '/your-orders');
    await expect(
      page.getByRole('main').getByRole('button', { name: /Fivestar Garland/ }),
    ).toHaveCount(1);
  },
);

test(
  'every field says what it needs, and what was typed survives a reload',
  covers(
    'transition-15',
    'rule-7',
    'rule-8',
    'rule-9',
    'rule-12',
    'rule-13',
    'rule-14',
    'rule-15',
    'name-46',
    'state-16',
  ),
  async ({ page }) => {
    await atCheckout(page);
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
    await expectAccessible(page);
    await page.getByLabel('Pincode').fill('60000');
    await expect(page.getByLabel('Pincode')).not.toHaveAttribute('aria-invalid', 'true');
    const inError = page.locator('[aria-invalid=true]');
    await expect(inError).toHaveCount(4);

    // An edit takes back the error of its own field and no other.
    await fillDelivery(page);
    await expect(inError).toHaveCount(0);
    await page.getByLabel('Phone Number').fill('98765');
    await page.getByRole('button', { name: /^Place Order/ }).click();
    await expect(inError).toHaveCount(1);
    await fillDelivery(page);
    await page.reload();
    await awake(page);
    await expect(page.getByLabel('Full Address')).toHaveValue(
      '14, North Mada Street, Mylapore, Chennai',
    );
    await expect(page.getByLabel('State')).toHaveValue('Tamil Nadu');
  },
);

test(
  'nothing ticked, and a coupon that does not exist',
  covers('transition-14', 'rule-17', 'name-45', 'state-16'),
  async ({ page }) => {
    await atCheckout(page);
    await fillDelivery(page);
    await page.getByRole('checkbox', { name: 'Fivestar Garland' }).uncheck();
    await page.getByRole('button', { name: /^Place Order/ }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please select at least one product' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Fivestar Garland' }).check();
    await page.getByLabel('Coupon code').fill('NOTACODE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(/Invalid coupon code/);
    await expectAccessible(page);
  },
);

test(
  'the provider out of reach: a clear alert, and the button works again',
  covers('error-8'),
  async ({ page, troubles }) => {
    await atCheckout(page);
    await fillDelivery(page);
    await page.route('**/payments/orders', (route) => route.abort());
    await page.getByRole('button', { name: 'Place Order (₹999.00)' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to initiate payment.' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/payments/orders');
    troubles.length = 0;
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    await orderIdAtSuccess(page);
  },
);

test(
  'a shop killed between payment and verification records the order after its restart @data',
  covers('transition-22'),
  async ({ page, shop, troubles }) => {
    await atCheckout(page);
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
    await page.unroute('**/payments/verify');
    await shop.start();
    await page.goto('/deliveryform');
    await orderIdAtSuccess(page);
    troubles.length = 0;
    await visit(page, '/your-orders');
    await expect(
      page.getByRole('main').getByRole('button', { name: /Fivestar Garland/ }),
    ).toHaveCount(1);
  },
);

test('a shopper who never comes back after paying still has the order @data', async ({
  page,
  shop,
  context,
  troubles,
}) => {
  await atCheckout(page);
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
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  troubles.length = 0;
  await shop.start();
  const later = await context.newPage();
  await expect(async () => {
    await visit(later, '/your-orders');
    await expect(
      later.getByRole('main').getByRole('button', { name: /Fivestar Garland/ }),
    ).toHaveCount(1, {
      timeout: 2_000,
    });
  }).toPass({ timeout: 40_000 });
});

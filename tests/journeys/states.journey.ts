// The smaller states of the screens: empty, loading, busy, refused, cancelled; and where their buttons lead.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { states } from '../../src/shop/states.ts';
import {
  awake,
  expect,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  holdBack,
  test,
  visit,
} from '#support/journeys/journey.ts';
import {
  addFromListing,
  fillDelivery,
  newShopper,
  paymentWindow,
  signInQuickly,
} from '#support/journeys/shopper.ts';

const main = (page: Page) => page.getByRole('main');

/** What rises behind a door and can be seen. */
const rising = (page: Page) => main(page).locator('div[aria-hidden=true] > i:visible');

test(
  '12 bubbles rise behind the login, 20 candies behind the sign-up, 15 on a phone',
  covers('login-6'),
  async ({ page, isMobile }) => {
    await visit(page, '/login');
    await expect(rising(page)).toHaveCount(12);
    await visit(page, '/signup');
    await expect(rising(page)).toHaveCount(isMobile ? 15 : 20);
  },
);

test(
  'the sign-up offers ten states, the delivery form 28',
  covers('signup-9', 'constant-29'),
  async ({ page }) => {
    await visit(page, '/signup');
    await expect(page.getByPlaceholder('10-digit number')).toBeVisible();
    await expect(page.getByPlaceholder('6-digit pincode')).toBeVisible();
    const options = page.getByLabel('State').getByRole('option');
    await expect(options).toHaveText([
      'Select your state',
      'Tamil Nadu',
      'Kerala',
      'Karnataka',
      'Andhra Pradesh',
      'Telangana',
      'Maharashtra',
      'Uttar Pradesh',
      'Gujarat',
      'Rajasthan',
      'Punjab',
    ]);
    await visit(page, '/deliveryform');
    await expect(options).toHaveText(['Select your state', ...states]);
  },
);

test(
  'the version dialog begins with Adult each time, and Cancel adds nothing',
  covers('transition-5', 'transition-7', 'name-16'),
  async ({ page }) => {
    await visit(page, '/productspage');
    const dialog = page.getByRole('dialog', { name: 'Choose Version' });
    const open = () =>
      page
        .getByRole('article', { name: 'KitKat Garland' })
        .getByRole('button', { name: 'Add to Cart' })
        .click();
    await open();
    await dialog.getByRole('radio', { name: 'Kids' }).check({ force: true });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
    await open();
    await expect(dialog.getByRole('radio', { name: 'Adult' })).toBeChecked();
  },
);

test(
  'the cart: its lines and its links lead on',
  covers(
    'cart-1',
    'cart-3',
    'cart-4',
    'cart-5',
    'cart-6',
    'cart-9',
    'role-3',
    'name-30',
    'name-31',
    'name-32',
    'state-12',
  ),
  async ({ page }) => {
    await visit(page, '/cart');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Shopping Cart');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await main(page).getByRole('link', { name: 'Browse Products' }).click();
    await expect(page).toHaveURL(/\/productspage$/);
    await addFromListing(page, 'KitKat Garland', 'Kids');
    await page.getByRole('link', { name: 'Cart, 1 item' }).click();
    const line = main(page).getByRole('listitem');
    await expect(line).toContainText('Kids');
    await expect(line).toContainText('₹799');
    await expect(line).toContainText('KitKat bars with rosettes of folded currency notes.');
    await expect(line.locator('img')).toBeVisible();
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary).toContainText('KitKat Garland (Kids)₹799');
    await expect(summary).toContainText('Total₹799');
    await line.getByRole('link', { name: 'KitKat Garland' }).click();
    await expect(page).toHaveURL(/\/kitkatgarland$/);
    await page.goBack();
    await main(page).getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL(/\/productspage$/);
    await page.goBack();
    await line.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await expect(page.getByRole('status')).toHaveText(['KitKat Garland removed from your cart']);
    await expectAccessible(page);
  },
);

test(
  'the orders: a spinner, then none, and the same when they cannot be had',
  covers('route-12', 'orders-1', 'orders-3', 'transition-27', 'call-13', 'error-13', 'state-21'),
  async ({ page, troubles }) => {
    await signInQuickly(page, newShopper());
    const letGo = await holdBack(page, '**/orders/*');
    await visit(page, '/your-orders');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Orders');
    await expect(page.getByText('Loading your orders')).toBeVisible();
    await expectAccessible(page);
    letGo();
    await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.unroute('**/orders/*');

    await page.route('**/orders/*', (route) => route.abort('connectionrefused'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
    await expect(page.getByText('Loading your orders')).toBeHidden();
    expect(troubles.splice(0).join()).toContain('The orders could not be loaded');
    await main(page).getByRole('link', { name: 'Shop Now' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);

test(
  'the orders of nobody are behind the login',
  covers('transition-29', 'role-7'),
  async ({ page }) => {
    await page.goto('/your-orders');
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  'Place Order reads Processing... while the payment order is made',
  covers('delivery-8', 'transition-16', 'state-18'),
  async ({ page }) => {
    await signInQuickly(page, newShopper());
    await visit(page, '/productspage');
    await addFromListing(page, 'Fivestar Garland', 'Adult');
    await visit(page, '/deliveryform');
    await fillDelivery(page);
    const letGo = await holdBack(page, '**/payments/orders');
    await page.getByRole('button', { name: 'Place Order (₹999.00)' }).click();
    const busy = page.getByRole('button', { name: 'Processing...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
    letGo();
    await expect(paymentWindow(page).getByText('Product Purchase')).toBeVisible();
    await paymentWindow(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Place Order (₹999.00)' })).toBeVisible();
  },
);

test(
  'the delivery form of nobody shows, and asks for the login at the e-mail',
  covers('rule-10', 'role-8', 'state-16'),
  async ({ page }) => {
    await visit(page, '/productspage');
    await addFromListing(page, 'Fivestar Garland', 'Adult');
    await visit(page, '/deliveryform');
    const email = page.getByLabel('Email');
    await expect(email).toHaveValue('');
    await expect(email).toHaveAttribute('readonly');
    await fillDelivery(page);
    await page.getByRole('button', { name: 'Place Order (₹999.00)' }).click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription(/Enter a valid email address/);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Log in to fill in your e-mail' }).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  '/success leads to the orders and home',
  covers('route-11', 'placed-1', 'placed-2', 'placed-3', 'state-20'),
  async ({ page }) => {
    await visit(page, '/success');
    await expect(page.getByRole('heading', { name: 'Yay! Order Placed' })).toBeVisible();
    await expect(main(page).getByText('Order ID')).toBeHidden();
    await expectAccessible(page);
    await page.goto('/success?order=MA-0123456789');
    await awake(page);
    await expect(main(page).getByText('MA-0123456789')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Yay! Order Placed' })).toBeVisible();
    await expect(main(page).getByText(/Tracking details will follow/)).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'View Your Orders' })).toHaveAttribute(
      'href',
      '/your-orders',
    );
    await expectFit(page);
    await main(page).getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);

test(
  'a screen that breaks says so, between the bar and the footer, and can be loaded again',
  covers('route-18', 'state-22'),
  async ({ page, troubles }) => {
    await visit(page, '/prod');
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error('no room for pictures');
      };
    });
    await page
      .getByLabel('Picture')
      .setInputFiles({ name: 'stage.png', mimeType: 'image/png', buffer: Buffer.from('any') });
    const alert = main(page).getByRole('alert');
    await expect(alert.getByRole('heading', { level: 1 })).toHaveText('Something came undone');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expectFit(page);
    expect(troubles.splice(0).join()).toContain('no room for pictures');
    await alert.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dairy Milk Garland');
  },
);

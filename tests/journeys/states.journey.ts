// The loading, empty and error states of the screens, and where their buttons lead.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import {
  hydrated,
  expect,
  expectAccessibleInStoppedTime,
  expectFit,
  holdBack,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { signIn } from '#support/journeys/shopper.ts';

const main = (page: Page) => page.getByRole('main');

test(
  'the orders: a spinner, then none, and the same when they cannot be had',
  covers(
    'route-12',
    'orders-1',
    'orders-2',
    'orders-3',
    'transition-27',
    'call-13',
    'error-13',
    'state-21',
  ),
  async ({ page, shop, troubles }) => {
    await signIn(page, shop);
    const letGo = await holdBack(page, '**/orders/*');
    await visitInStoppedTime(page, '/your-orders');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Orders');
    await expect(page.getByText('Loading your orders')).toBeVisible();
    await expectAccessibleInStoppedTime(page);
    await page.clock.resume();
    letGo();
    await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
    await expect(page.getByText('Start your sweet journey with us today!')).toBeVisible();
    await expectFit(page);
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
  '/success leads to the orders and home',
  covers('route-11', 'placed-1', 'placed-2', 'placed-3', 'state-20'),
  async ({ page }) => {
    await visit(page, '/success');
    await expect(page.getByRole('heading', { name: 'Yay! Order Placed' })).toBeVisible();
    await expect(main(page).getByText('Order ID')).toBeHidden();
    await page.goto('/success?order=MA-0123456789');
    await hydrated(page);
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

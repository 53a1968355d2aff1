// The loading, empty and error states of the screens, and their buttons.
import type { Page } from '@playwright/test';
import { covers } from '#support/covers.ts';
import {
  expect,
  expectAccessibleInStoppedTime,
  expectFit,
  expectTroubles,
  holdBack,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { insertOrder, insertOrders } from '#support/journeys/insert-order.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { pictures } from '#support/journeys/product-page.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import { ORDERS_PER_PAGE } from '../../src/shop/payloads/orders.ts';

const main = (page: Page) => page.getByRole('main');

test(
  'the orders show a spinner, then the empty state, also when they cannot be loaded',
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
    const [title, message] = await Promise.all(
      [
        page.getByRole('heading', { name: 'Your Orders' }),
        page.getByRole('heading', { name: 'No Orders Yet' }).locator('..'),
      ].map((element) => element.boundingBox()),
    );
    expect(message!.x, 'on the line of the title').toBe(title!.x);
    await expectFit(page);
    await page.unroute('**/orders/*');

    await page.route('**/orders/*', (route) => route.abort('connectionrefused'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
    await expect(page.getByText('Loading your orders')).toBeHidden();
    await expectTroubles(
      troubles,
      'The orders could not be loaded',
      'Failed to load resource',
      '/orders/',
    );
    await main(page).getByRole('link', { name: 'Shop Now' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);

test('many orders load a page at a time, and the focus moves to the first new one', async ({
  page,
  shop,
  troubles,
}) => {
  await insertOrders(shop, await signIn(page, shop), ORDERS_PER_PAGE + 2);
  await visit(page, '/your-orders');
  const orders = main(page).getByRole('button', { name: 'Ordered on' });
  await expect(orders).toHaveCount(ORDERS_PER_PAGE);
  const more = main(page).getByRole('button', { name: 'Show earlier orders' });

  await page.route('**/orders/*?before=*', (route) => route.abort('connectionrefused'));
  await more.click();
  await expect(main(page).getByRole('alert')).toContainText('Please try again');
  await expectTroubles(
    troubles,
    'The orders could not be loaded',
    'Failed to load resource',
    '/orders/',
  );
  await page.unroute('**/orders/*?before=*');

  await more.click();
  await expect(orders).toHaveCount(ORDERS_PER_PAGE + 2);
  await expect(orders.nth(ORDERS_PER_PAGE)).toBeFocused();
  await expect(more).toBeHidden();
  await expect(main(page).getByRole('alert')).toBeHidden();
});

test(
  '/success shows an order and links to the orders and home',
  covers('route-11', 'placed-1', 'placed-2', 'placed-3', 'state-20'),
  async ({ page, shop }) => {
    const heading = page.getByRole('heading', { level: 1 });
    const expectNoOrder = async (path: string) => {
      await visit(page, path);
      await expect(heading).toHaveText('We do not see an order here');
      await expect(main(page).getByText('Order ID')).toHaveCount(0);
      await expectStill(page, 0.02);
    };
    await noteShifts(page);

    await test.step('it reports that there is no order', async () => {
      const html = await (await page.request.get('/success')).text();
      expect(html).toContain('One moment, please');
      expect(html).not.toContain('Yay! Order Placed');
      await expectNoOrder('/success');
      await expectFit(page, 'main');
      await expectNoOrder('/success?order=MA-0123456789');
    });

    const theirs = await insertOrder(shop, await signIn(page, shop));
    const own = await insertOrder(shop, await signIn(page, shop));
    await expectNoOrder(`/success?order=${theirs}`);

    const letGo = await holdBack(page, '**/orders/*');
    await visit(page, `/success?order=${own}`);
    await expect(heading).toHaveText('One moment, please');
    letGo();
    await expect(heading).toHaveText('Yay! Order Placed');
    await expectStill(page, 0.02);
    await expect(main(page).getByText(own)).toBeVisible();
    await expect(main(page).getByText(/Tracking details will follow/)).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'View Your Orders' })).toHaveAttribute(
      'href',
      '/your-orders',
    );
    await expectFit(page, 'main');
    await main(page).getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);

test(
  'a screen that throws shows an error between the bar and the footer, and can be reloaded',
  covers('route-18', 'state-22'),
  async ({ page, troubles }) => {
    await visit(page, '/dairymilkgarland');
    await page.evaluate(() => {
      HTMLDialogElement.prototype.showModal = () => {
        throw new Error('no room for dialogs');
      };
    });
    await pictures(page, 'Dairy Milk Garland').click();
    const alert = main(page).getByRole('alert');
    await expect(alert.getByRole('heading', { level: 1 })).toHaveText('Something came undone');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expectFit(page);
    await expectTroubles(troubles, 'no room for dialogs');
    await alert.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dairy Milk Garland');
  },
);

// The orders of an account: their states, pages and receipt, and /success.
import type { Locator, Page } from '@playwright/test';
import { brand } from '../../src/shop/brand.ts';
import { ORDERS_PER_PAGE } from '../../src/shop/payloads/placed-orders.ts';
import { insertOrder, insertOrders } from '#support/journeys/insert-order.ts';
import {
  expect,
  expectFit,
  holdBack,
  leave,
  shopTime,
  test,
  visit,
} from '#support/journeys/journey.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import { signIn } from '#support/journeys/shopper.ts';

const main = (page: Page) => page.getByRole('main');

/** The errors of orders that cannot be requested. */
const UNREACHED = [
  /The orders could not be loaded/,
  /Failed to load resource.*\/orders\//,
  /^request: .*\/orders\//,
];

test('the orders show a spinner, then the empty state, also when they cannot be loaded [route-12 orders-1..3 transition-27 call-13 error-13 state-21]', async ({
  page,
  shop,
  allow,
}) => {
  allow(...UNREACHED);
  await signIn(page, shop);
  const release = await holdBack(page, '**/orders/*');
  await visit(page, '/your-orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Orders');
  await expect(page.getByText('Loading your orders')).toBeVisible();
  await expectFit(page, 'main');
  await release();
  const none = page.getByRole('heading', { name: 'No Orders Yet' });
  await expect(none).toBeVisible();
  await expect(page.getByText('Start your sweet journey with us today!')).toBeVisible();
  const title = page.getByRole('heading', { name: 'Your Orders' });
  const left = async (part: Locator) => (await part.boundingBox())!.x;
  expect(await left(none.locator('..')), 'on the line of the title').toBe(await left(title));
  await expectFit(page);

  await leave(page);
  await page.route('**/orders/*', (route) => route.abort('connectionrefused'));
  await visit(page, '/your-orders');
  await expect(none).toBeVisible();
  await expect(page.getByText('Loading your orders')).toBeHidden();
  await main(page).getByRole('link', { name: 'Shop Now' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('many orders load a page at a time, and the focus moves to the first new one @all', async ({
  page,
  shop,
  allow,
}) => {
  allow(...UNREACHED);
  await insertOrders(shop, await signIn(page, shop), ORDERS_PER_PAGE + 2);
  await visit(page, '/your-orders');
  const orders = main(page).getByRole('button', { name: 'Ordered on' });
  await expect(orders).toHaveCount(ORDERS_PER_PAGE);
  const more = main(page).getByRole('button', { name: 'Show earlier orders' });

  await page.route('**/orders/*?before=*', (route) => route.abort('connectionrefused'));
  await more.click();
  await expect(main(page).getByRole('alert')).toContainText('Please try again');
  await page.unroute('**/orders/*?before=*');

  await more.click();
  await expect(orders).toHaveCount(ORDERS_PER_PAGE + 2);
  await expect(orders.nth(ORDERS_PER_PAGE)).toBeFocused();
  await expect(more).toBeHidden();
  await expect(main(page).getByRole('alert')).toBeHidden();
});

test('/success shows an order and links to the orders and home [route-11 placed-1..3]', async ({
  page,
  shop,
}) => {
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

  const release = await holdBack(page, '**/orders/*');
  await visit(page, `/success?order=${own}`);
  await expect(heading).toHaveText('One moment, please');
  const heaps = page.locator('[data-heaps]');
  await expect(heaps).toHaveCount(0);
  await release();
  await expect(heading).toHaveText('Yay! Order Placed');
  await expect(heaps).toHaveCount(1);
  await expectStill(page, 0.02);
  await expect(main(page).getByText(own)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The message goes by itself.
  await Promise.all([
    main(page).getByText('Copied!').waitFor(),
    main(page).getByRole('button', { name: 'Copy order ID' }).click(),
  ]);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(own);
  await expect(main(page).getByText(/Tracking details will follow/)).toBeVisible();
  const toOrders = main(page).getByRole('link', { name: 'View Your Orders' });
  await expect(toOrders).toHaveAttribute('href', '/your-orders');
  await expectFit(page, 'main');
  await main(page).getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('/success has no days for an order that is not sent and should have arrived @all', async ({
  page,
  shop,
}) => {
  const long = shopTime() - 60 * 24 * 60 * 60_000;
  const [id] = await insertOrders(shop, await signIn(page, shop), 1, {}, long);
  await visit(page, `/success?order=${id}`);
  await expect(main(page)).toContainText('Paid ₹999.00');
  await expect(main(page).getByRole('list')).toHaveCount(1);
});

test('a receipt prints on one page, without the rest of the screen @all', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-receipt] img')];
      const loaded = pictures.filter(({ naturalWidth }) => naturalWidth > 0);
      document.documentElement.dataset['printed'] = `${loaded.length} pictures`;
    };
  });
  await insertOrder(shop, await signIn(page, shop));
  await visit(page, '/your-orders');
  await main(page).getByRole('button', { name: 'Fivestar Garland' }).click();
  const overlay = page.getByRole('dialog', { name: 'Order Summary' });
  await overlay.getByRole('button', { name: 'Print receipt' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1 pictures');

  const receipt = page.locator('[data-receipt]');
  await expect(receipt).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toHaveCount(1);
  await expect(receipt).toBeVisible();
  await expect(overlay).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  for (const words of [brand.name, 'Fivestar Garland', 'Total paid₹999.00', 'Kavya Raman']) {
    await expect(receipt).toContainText(words);
  }
  await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages).toHaveLength(1);
  // A4 in points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/);

  await page.emulateMedia({ media: 'screen' });
  await overlay.getByRole('button', { name: 'Close' }).click();
  await expect(overlay).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible();
});

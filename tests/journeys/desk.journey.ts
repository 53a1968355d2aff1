// The day of an owner at the desk, without a script: from a paid order to a garland on its way, and money that goes back.
import type { Page } from '@playwright/test';
import { openDatabaseBeside } from '../../src/server/platform/database/open.ts';
import { dayInIndia } from '../../src/shop/dates.ts';
import { insertOrders } from '#support/journeys/insert-order.ts';
import {
  expect,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  test,
} from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  orderIdAtSuccess,
  ordersOf,
  placeOrder,
} from '#support/journeys/shopper.ts';
import type { RunningShop } from '#support/shop.ts';

const GIFT_NOTE = 'Happy birthday, Arjun!';

/** Lets the order be due today, because a new one is due in four days. */
const makeDue = (shop: RunningShop, id: string) =>
  change(shop, (db) => {
    const day = dayInIndia(new Date());
    const due = { send_by: day, promised_by: day };
    return db.updateTable('shop_order').set(due).where('id', '=', id).execute();
  });

/** Lets the ten minutes pass in which a dispatch can be undone. */
const passTenMinutes = (shop: RunningShop, id: string) =>
  change(shop, async (db) => {
    const past = new Date(Date.now() - 1_000).toISOString();
    await db
      .updateTable('order_event')
      .set({ shown_at: past })
      .where('order_id', '=', id)
      .execute();
    await db.updateTable('mail').set({ next_try_at: past }).where('order_id', '=', id).execute();
  });

async function change<T>(
  shop: RunningShop,
  work: (db: Awaited<ReturnType<typeof openDatabaseBeside>>['db']) => Promise<T>,
): Promise<void> {
  const { db, close } = await openDatabaseBeside(shop.database);
  try {
    await work(db);
  } finally {
    await close();
  }
}

/** Buys a garland. Resolves to the shopper and the order's id. */
async function buy(page: Page, shop: RunningShop) {
  const shopper = await atCheckout(page, shop);
  await fillDelivery(page);
  await page.getByRole('button', { name: 'Add a note or a date' }).click();
  await page.getByLabel('Gift note').fill(GIFT_NOTE);
  const window = await placeOrder(page, '₹999.00');
  await window.getByRole('button', { name: 'Success' }).click();
  return { shopper, id: await orderIdAtSuccess(page) };
}

test('an order is made, sent, undone, sent, corrected and partly refunded', async ({
  browser,
  page,
  shop,
}) => {
  // A whole day at the desk, in two browsers.
  test.slow();
  const { shopper, id } = await buy(page, shop);
  await makeDue(shop, id);
  const events = async () => {
    const [order] = (await ordersOf(page, shopper)) as { events?: object[] }[];
    return order?.events ?? [];
  };
  const first = shop.firstSignIn();
  const { origin } = new URL(first);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const desk = await context.newPage();
  const press = (name: string) => desk.getByRole('button', { name, exact: true }).click();
  await desk.goto(first);

  // One tap on Today.
  await desk.goto('/');
  const card = desk.getByRole('article', { name: id });
  await expect(card).toContainText(GIFT_NOTE);
  const making = card.getByRole('button', { name: 'Being made' });
  await expect(making).toHaveAttribute('aria-pressed', 'false');
  await making.click();
  await expect(making).toHaveAttribute('aria-pressed', 'true');

  // Three taps: the link, the number, the button. The second time, the courier is remembered.
  const send = async (number: string, courier?: string) => {
    await desk.goto('/');
    await card.getByRole('link', { name: 'Mark as sent' }).click();
    await expect(desk.getByLabel('Tracking number')).toBeFocused();
    await desk.getByLabel('Tracking number').fill(number);
    if (courier) await desk.getByLabel('Courier', { exact: true }).fill(courier);
    await press('Mark as sent');
    await expect(desk.getByRole('status')).toContainText('Marked as sent.');
  };
  await send('45218890316', 'Blue Dart');
  expect(await events(), 'the shopper sees nothing yet').toEqual([]);
  await press('Undo');
  await expect(desk.getByRole('status')).toContainText('Undone.');
  await send('45218890361');
  await expect(desk.getByRole('link', { name: 'Tell Kavya' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919876543210\?text=Hello%20Kavya.*45218890361/,
  );
  await desk.getByRole('link', { name: 'Correct tracking' }).click();
  await desk.getByLabel('Tracking number').fill('45218890316');
  await press('Save tracking');
  await expect(desk.getByRole('heading', { name: 'Blue Dart 45218890316' })).toBeVisible();
  await passTenMinutes(shop, id);
  expect(await events()).toMatchObject([{ type: 'sent', trackingNumber: '45218890316' }]);

  // Money that leaves: amount and reason.
  await desk.goto(`/orders/${id}`);
  await expect(desk.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const refund = desk.getByRole('form', { name: 'Refund' });
  await expect(refund.getByLabel('Amount')).toHaveValue('');
  await refund.getByLabel('Amount').fill('250');
  await refund.getByLabel('Reason').fill('One garland broke');
  await press('Refund');
  await expect(desk.getByRole('status')).toContainText('₹250.00 went back.');
  expect(await events()).toMatchObject([{ type: 'sent' }, { type: 'refunded', amount: 250 }]);

  // Found by name; printed.
  await desk.goto('/orders');
  await desk.getByRole('searchbox', { name: 'Find an order' }).fill('kavya');
  await desk.getByRole('button', { name: 'Search' }).click();
  await desk.getByRole('link', { name: id }).click();
  await desk.getByRole('link', { name: 'Slip' }).click();
  await expect(desk.getByRole('article', { name: `Slip ${id}` })).toContainText(GIFT_NOTE);
  await expect(desk.getByRole('button', { name: 'Print' })).toHaveCount(0);

  // A browser with scripts, on a phone, on a small one, and on a desktop.
  const cookies = await context.cookies();
  await page.context().addCookies(cookies);
  await insertOrders(shop, shopper, 1);
  const ids = ((await ordersOf(page, shopper)) as { _id: string }[]).map((order) => order['_id']);
  const other = ids.find((each) => each !== id) ?? '';
  await makeDue(shop, other);
  const pages = ['/', '/orders', `/orders/${id}`, `/orders/${other}`, `/orders/${other}/sent`];
  for (const path of [...pages, `/orders/${id}/correct`, '/orders/several', `/slips?ids=${id}`]) {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(origin + path);
      if (width === 320) await expectNoSidewaysScroll(page);
      else await expectFit(page);
    }
  }
  await page.goto(`${origin}/orders/${id}/label`);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await context.close();
});

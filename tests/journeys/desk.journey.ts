// An owner at the desk, without a script: the way in, a day from a paid order to a garland on its way, and what shoppers
// see of a shop that is late or closed, and of reviews.
import { readFileSync } from 'node:fs';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from '@playwright/test';
import { invite } from '../../src/server/desk/invitations.ts';
import { openDatabaseBeside } from '../../src/server/platform/database/open.ts';
import { importReviews } from '../../src/server/reviews/moderate.ts';
import { addDays, dayInIndia, formatDay } from '../../src/shop/dates.ts';
import { insertOrders } from '#support/journeys/insert-order.ts';
import {
  expect,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  test,
  visit,
} from '#support/journeys/journey.ts';
import {
  atCheckout,
  fillDelivery,
  keepInCart,
  orderIdAtSuccess,
  ordersOf,
  placeOrder,
} from '#support/journeys/shopper.ts';
import { startShop } from '#support/shop.ts';
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
): Promise<T> {
  const { db, close } = await openDatabaseBeside(shop.database);
  try {
    return await work(db);
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

const OWNER = { email: 'meena@maalai.example', password: 'tuning fork lantern' };

/** Lets the last proof of who it is be older than ten minutes. */
const ageProof = (shop: RunningShop) =>
  change(shop, (db) =>
    db
      .updateTable('desk_session')
      .set({ proven_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute(),
  );

/** Accepts an invitation. Resolves to the recovery codes, and to the code of the app a step of thirty seconds later. */
async function acceptInvitation(desk: Page, shop: RunningShop) {
  await desk.goto(await change(shop, (db) => invite(db, new Date(), OWNER.email)));
  await expect(desk.getByLabel('New password')).toBeFocused();
  await desk.keyboard.type(OWNER.password);
  await desk.keyboard.press('Tab');
  await desk.keyboard.type(OWNER.password);
  await desk.keyboard.press('Enter');
  const key = await desk.getByRole('status', { name: 'Setup key' }).innerText();
  const otp = createOTP(new TextDecoder().decode(base32.decode(key.replaceAll(' ', ''))));
  const step = Math.floor(Date.now() / 30_000);
  await desk.keyboard.type(await otp.hotp(step));
  await desk.keyboard.press('Enter');
  const codes = desk.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { recovery: await codes.first().innerText(), later: await otp.hotp(step + 1) };
}

test('an invited owner comes in by keyboard, closes and opens the shop, responds to reviews and exports', async ({
  browser,
  page,
}) => {
  test.slow();
  // Its own: a shop that is closed would stop other journeys, and an invitation ends the demo's link.
  await using stack = new AsyncDisposableStack();
  const shop = await startShop();
  stack.defer(() => shop.remove());
  const { origin } = new URL(shop.firstSignIn());
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  stack.defer(() => context.close());
  const desk = await context.newPage();
  const press = (name: string) => desk.getByRole('button', { name, exact: true }).click();
  const expectDone = (words: string) => expect(desk.getByRole('status')).toContainText(words);
  /** Opens a page of the shop until it shows these words: what is set at the desk reaches the pages a moment later. */
  const expectInShop = (path: string, words: string) =>
    expect(async () => {
      // An address with a fragment would not load again.
      await page.goto('about:blank');
      await visit(page, shop.origin + path);
      const shown = page.getByRole('main').getByText(words).filter({ visible: true });
      await expect(shown.first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });

  // The second factor, by keyboard.
  const { recovery, later } = await acceptInvitation(desk, shop);
  await desk.getByRole('link', { name: 'I have them' }).press('Enter');
  await desk.getByRole('button', { name: 'Sign out' }).press('Enter');
  await desk.goto('/');
  await expect(desk.getByLabel('Email')).toBeFocused();
  await desk.keyboard.type(OWNER.email);
  await desk.keyboard.press('Tab');
  await desk.keyboard.type(OWNER.password);
  await desk.keyboard.press('Enter');
  await expect(desk.getByLabel('Code')).toBeFocused();
  await desk.keyboard.type(recovery);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('navigation', { name: 'Desk' })).toBeVisible();

  // Late: orders come in, and say from when. Closed and sold out: nothing can be ordered, and a cart says so.
  const day = addDays(dayInIndia(new Date()), 20);
  const buyNow = page.getByRole('button', { name: 'Buy Now' });
  await desk.goto('/shop');
  await desk.getByRole('radio', { name: 'Late' }).check();
  await desk.getByLabel('Ships from').fill(day);
  await desk.getByRole('group', { name: 'KitKat Garland' }).getByLabel('Sold out').check();
  await desk.getByRole('group', { name: 'KitKat Garland' }).getByLabel('Back on').fill(day);
  await press('Save');
  await expectDone('Saved.');
  await expectInShop('/dairymilkgarland', `Ships from ${formatDay(day)}`);
  await expect(buyNow).toBeEnabled();
  await expectInShop('/kitkatgarland', `Back on ${formatDay(day)}`);
  await expect(buyNow.filter({ visible: true })).toHaveCount(0);

  await desk.getByRole('radio', { name: 'Closed' }).check();
  await desk.getByLabel('Until').fill(day);
  await press('Save');
  await expectDone('Saved.');
  const closed = `Closed until ${formatDay(day)}`;
  await keepInCart(page, shop, {
    id: '3',
    title: 'Dairy Milk Garland',
    selectedVersion: 'adult',
    quantity: 1,
  });
  for (const path of ['/dairymilkgarland', '/cart']) {
    await expectInShop(path, closed);
    await expect(buyNow.filter({ visible: true })).toHaveCount(0);
  }
  await desk.getByRole('radio', { name: 'Open' }).check();
  await desk.getByRole('group', { name: 'KitKat Garland' }).getByLabel('Sold out').uncheck();
  await press('Save');
  await expectInShop('/kitkatgarland', 'Buy Now');

  // A review is answered, then hidden.
  const review = { id: 'r1', productId: '3', rating: 4, email: 'kavya@example.com' };
  const texts = { name: 'Kavya', title: 'Lovely', comment: 'Smaller than I thought' };
  await change(shop, (db) => importReviews(db, [{ ...review, ...texts, createdAt: new Date() }]));
  await desk.goto('/reviews');
  await desk.getByLabel('Answer').fill('The next one is larger.');
  await press('Publish answer');
  await expectDone('Your answer is saved.');
  await expectInShop('/dairymilkgarland#reviews', 'The next one is larger.');
  await desk.getByLabel('Reason').selectOption('Abuse');
  await press('Hide');
  await expectDone('Hidden.');
  await expectInShop('/dairymilkgarland#reviews', 'Be the first to leave a review!');

  // A table with addresses, after the question who it is.
  await ageProof(shop);
  await desk.goto('/exports');
  await desk.getByRole('link', { name: 'Open orders' }).click();
  await expect(desk.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await desk.getByLabel('Password').fill(OWNER.password);
  await desk.getByLabel('Code').fill(later);
  const download = desk.waitForEvent('download');
  await press('Confirm');
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toContain('Send by,Order ID,Ordered on');

  // The same pages in a browser with scripts.
  await page.context().addCookies(await context.cookies());
  for (const path of ['/reviews', '/shop', '/health', '/exports']) {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(origin + path);
      if (width === 320) await expectNoSidewaysScroll(page);
      else await expectFit(page);
    }
  }
});

// An owner at the desk, without a script: a day from a paid order to a garland on its way and money that goes back, and
// the way in with a second factor, by keyboard.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { addDays, dayInIndia } from '../../src/shop/dates.ts';
import type { DeliveryDetails } from '../../src/shop/forms/delivery.ts';
import { expectUncovered } from '#support/journeys/covered.ts';
import { insertOrder, insertOrders } from '#support/journeys/insert-order.ts';
import { expect, leave, shopTime } from '#support/journeys/journey.ts';
import {
  acceptInvitation,
  ageProof,
  deskOrigin,
  enterDesk,
  expectDeskFit,
  makeDue,
  owner,
  passTenMinutes,
  shareCookies,
  submit,
  testDesk as test,
} from '#support/journeys/owner.ts';
import {
  atCheckout,
  fillDelivery,
  orderIdAtSuccess,
  ordersOf,
  placeOrder,
} from '#support/journeys/shopper.ts';
import type { RunningShop } from '#support/shop.ts';

/** Of paper, in pixels of CSS. */
const MM = 96 / 25.4;

const GIFT_NOTE = 'Happy birthday, Arjun!';
const today = dayInIndia(new Date(shopTime()));

/** Buys a garland. Resolves to the shopper and the order's id. */
async function buy(page: Page, shop: RunningShop) {
  const shopper = await atCheckout(page, shop);
  await fillDelivery(page);
  await page.getByRole('button', { name: 'Add a note or a date' }).click();
  await page.getByLabel('Gift note').fill(GIFT_NOTE);
  const window = await placeOrder(page, '₹999.00');
  await window.getByRole('button', { name: 'Success' }).click();
  const id = await orderIdAtSuccess(page);
  await leave(page);
  return { shopper, id };
}

/** Confirms who sits at the desk. */
async function confirm(desk: Page, code: string): Promise<void> {
  await desk.getByLabel('Password').fill(owner.password);
  await desk.getByLabel('Code').fill(code);
  // What follows may be a file.
  await desk.getByRole('button', { name: 'Confirm' }).click();
}

test('an order is made, sent, undone, sent, corrected, partly refunded and made again', async ({
  page,
  ownShop,
  desk,
}) => {
  const { shopper, id } = await buy(page, ownShop);
  await makeDue(ownShop, id, today);
  const events = async () => {
    const [order] = (await ordersOf(page, shopper)) as { events?: object[] }[];
    return order?.events ?? [];
  };
  const press = (name: string) => submit(desk.getByRole('button', { name, exact: true }));
  const status = desk.getByRole('status');
  await enterDesk(desk, ownShop);

  // One tap on Today.
  await desk.goto('/');
  const card = desk.getByRole('article', { name: id });
  await expect(card).toContainText(GIFT_NOTE);
  const making = card.getByRole('button', { name: 'Being made' });
  await expect(making).toHaveAttribute('aria-pressed', 'false');
  await submit(making);
  await expect(making).toHaveAttribute('aria-pressed', 'true');

  // Three taps: the link, the number, the button. The second time, the courier is remembered.
  const send = async (number: string, courier?: string) => {
    await desk.goto('/');
    await card.getByRole('link', { name: 'Mark as sent' }).click();
    await expect(desk.getByLabel('Tracking number')).toBeFocused();
    await desk.getByLabel('Tracking number').fill(number);
    if (courier) await desk.getByLabel('Courier', { exact: true }).fill(courier);
    await press('Mark as sent');
    await expect(status).toContainText('Marked as sent.');
  };
  await send('45218890316', 'Blue Dart');
  expect(await events(), 'the shopper sees nothing yet').toEqual([]);
  await press('Undo');
  await expect(status).toContainText('Undone.');
  await send('45218890361');
  const chat = /^https:\/\/wa\.me\/919876543210\?text=Hello%20Kavya.*45218890361/;
  await expect(desk.getByRole('link', { name: 'Tell Kavya' })).toHaveAttribute('href', chat);
  await desk.getByRole('link', { name: 'Correct tracking' }).click();
  await desk.getByLabel('Tracking number').fill('45218890316');
  await press('Save tracking');
  await expect(desk.getByRole('heading', { name: 'Blue Dart 45218890316' })).toBeVisible();
  await passTenMinutes(ownShop, id);
  expect(await events()).toMatchObject([{ type: 'sent', trackingNumber: '45218890316' }]);

  // Money that leaves: amount and reason.
  await desk.goto(`/orders/${id}`);
  await expect(desk.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const refund = desk.getByRole('form', { name: 'Refund' });
  await expect(refund.getByLabel('Amount')).toHaveValue('');
  await refund.getByLabel('Amount').fill('250');
  await refund.getByLabel('Reason').fill('One garland broke');
  await refund.getByLabel('Reason').press('Enter');
  const refunding = /Refund ₹250\.00 to Kavya Raman, MA-.*One garland broke/;
  await expect(desk.getByText(refunding)).toBeVisible();
  await press('Confirm');
  await expect(status).toContainText('₹250.00 went back.');
  expect(await events()).toMatchObject([{ type: 'sent' }, { type: 'refunded', amount: 250 }]);

  // Found by name; printed.
  await desk.goto('/orders');
  await desk.getByRole('searchbox', { name: 'Find an order' }).fill('kavya');
  await press('Search');
  await desk.getByRole('link', { name: id }).click();
  await desk.getByRole('link', { name: 'Slip' }).click();
  await expect(desk.getByRole('article', { name: `Slip ${id}` })).toContainText(GIFT_NOTE);
  await expect(desk.getByRole('button', { name: 'Print' })).toHaveCount(0);

  // It broke on the way: made again by a new day, and sent once more. The form is filled in without opening its fold.
  await desk.goto(`/orders/${id}`);
  const again = desk.getByRole('form', { name: 'Make it again' });
  await again.getByLabel('Reason').fill('It broke on the way');
  await again.getByLabel('New day').fill(addDays(today, 6));
  await press('Make it again');
  await expect(status).toContainText('The order is open again.');
  expect(await events()).toMatchObject([{ type: 'refunded' }]);
  await page.goto('/your-orders');
  await expect(page.getByText('by 20 Nov')).toBeVisible();
  await leave(page);
  await send('45218890399');
  await passTenMinutes(ownShop, id);
  expect(await events()).toMatchObject([
    { type: 'refunded' },
    { type: 'sent', trackingNumber: '45218890399' },
  ]);
});

/** Addresses that people type, or could: the last fits on no label. */
const odd: readonly Partial<DeliveryDetails>[] = [
  { address: 'Flat 12, Lakshmi Apartments, behind the old stores, '.repeat(5).slice(0, 230) },
  { address: `${'x'.repeat(60)}\nMylapore`, customerName: 'Kavya'.repeat(20) },
  { address: `https://maps.example/${'data=!4m5!3m4!1s0x3a5'.repeat(5)}` },
  { address: 'मकान नंबर १२, गली नंबर ३, लक्ष्मी नगर, पुराने डाकघर के सामने\nनई दिल्ली' },
  { address: `14, North Mada Street ${'🎂'.repeat(40)}` },
  { address: Array.from({ length: 60 }, (_, at) => `L${at}`).join('\n') },
  { address: 'شارع الملك فهد، مبنى ١٢، الطابق الثالث\nحيدر آباد' },
  { address: 'Beach Road', landmark: '' },
  { customerName: 'W'.repeat(100), landmark: 'W'.repeat(200), address: 'W'.repeat(500) },
];

test('labels and slips keep to their places on paper, whatever an address is', async ({
  shopper,
  ownShop,
  desk,
}) => {
  const ids: string[] = [];
  for (const wishes of odd) ids.push(...(await insertOrders(ownShop, shopper, 1, { wishes })));
  await enterDesk(desk, ownShop);
  const countSheets = async () => {
    const file = await desk.pdf({ preferCSSPageSize: true });
    return file.toString('latin1').match(/\/Type \/Page\b/g)?.length;
  };

  await desk.goto(`/labels?ids=${ids.join()}`);
  const notice = desk.getByRole('alert');
  await expect(notice).toContainText(`The address of ${ids.at(-1)} is too long for its label`);
  await desk.emulateMedia({ media: 'print' });
  await expect(notice).toBeHidden();
  expect(await countSheets()).toBe(3);
  const taken: number[] = [];
  for (const id of ids) {
    const label = desk.getByRole('article', { name: id });
    const box = (await label.boundingBox())!;
    expect(box.height, 'half a sheet').toBeLessThanOrEqual(148.5 * MM);
    for (const part of [label.getByText(id), label.getByRole('img'), label.getByText('600004')]) {
      const { x, y, width, height } = (await part.boundingBox())!;
      expect(x >= box.x && x + width <= box.x + box.width, id).toBe(true);
      expect(y >= box.y && y + height <= box.y + box.height, id).toBe(true);
    }
    taken.push(box.x + box.y);
  }
  expect(new Set(taken).size, 'a place each').toBe(ids.length);

  // Two on a sheet.
  await desk.goto(`/slips?ids=${ids.slice(0, 8).join()}`);
  expect(await countSheets()).toBe(4);
  await desk.goto(`/orders/${ids.at(-1)}/label`);
  expect(await countSheets()).toBe(1);
});

test('several orders are marked as sent at once, and each page of the desk fits @all', async ({
  page,
  shopper,
  ownShop,
  desk,
  allow,
}) => {
  test.slow();
  allow(/400/);
  const origin = deskOrigin(ownShop);
  const id = await insertOrder(ownShop, shopper);
  const wishes = { giftNote: GIFT_NOTE };
  const [other = ''] = await insertOrders(ownShop, shopper, 2, { wishes });
  await makeDue(ownShop, other, today);
  await acceptInvitation(desk, ownShop);
  await shareCookies(desk, page);

  // In a browser with scripts, with what it shows of forms that cannot be saved.
  const pages = ['/more', '/', '/orders', '/orders?q=nobody', `/orders/${id}`, `/orders/${other}`];
  const papers = [`/slips?ids=${other}`, `/orders/${other}/label`, `/labels?ids=${id},${other}`];
  for (const path of [...pages, `/orders/${other}/sent`, `/orders/${id}/correct`, ...papers]) {
    await expectDeskFit(page, origin + path);
  }
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${origin}/`);
  const gap = await page.getByRole('columnheader').evaluateAll((headers) => {
    const boxes = headers.slice(1, 3).map((header) => {
      const range = document.createRange();
      range.selectNodeContents(header);
      return range.getBoundingClientRect();
    });
    return boxes[1]!.left - boxes[0]!.right;
  });
  expect(gap).toBeGreaterThanOrEqual(6);
  await page.goto(`${origin}/orders/${id}`);
  const refund = page.getByRole('form', { name: 'Refund' });
  await refund.getByLabel('Amount').fill('5000');
  await refund.getByLabel('Reason').fill('One garland broke');
  await submit(refund.getByRole('button', { name: 'Refund' }));
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/At most/);
  await expectDeskFit(page);

  // A number without a tick marks nothing, and stays.
  const sendSeveral = async (by: Page) => {
    await by.goto(`${origin}/`);
    await by.getByRole('link', { name: 'Mark several as sent' }).click();
    const row = by.getByRole('listitem').filter({ hasText: other });
    await row.getByLabel('Tracking number').fill('45218890317');
    // As a scanner ends it: nothing is sent.
    await row.getByLabel('Tracking number').press('Enter');
    await submit(by.getByRole('button', { name: 'Mark as sent' }));
    await expect(by.getByRole('alert')).toContainText('Nothing was marked yet: 1 field to look at');
    await expect(row.getByLabel('Tracking number')).toHaveValue('45218890317');
  };
  await sendSeveral(page);
  await expectDeskFit(page);
  const numbers = page.getByLabel('Tracking number');
  await numbers.first().press('Enter');
  await expect(numbers.nth(1)).toBeFocused();
  // One that ends a composed word is none.
  await numbers.first().focus();
  for (const end of [{ isComposing: true }, { keyCode: 229 }])
    await numbers.first().dispatchEvent('keydown', { key: 'Enter', bubbles: true, ...end });
  await expect(numbers.first()).toBeFocused();
  for (const [width, height] of [
    [320, 256],
    [740, 360],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const another = page.getByRole('textbox', { name: 'Courier' });
    for (const field of [another, numbers.first()])
      await expectUncovered(field, `Several at ${width} × ${height}`);
  }
  await sendSeveral(desk);
  // The courier is remembered only after a first parcel.
  const courier = desk.getByLabel('Courier', { exact: true });
  if ((await courier.first().inputValue()) === '') await courier.first().fill('Blue Dart');
  await desk.getByRole('checkbox', { name: other }).check();
  await submit(desk.getByRole('button', { name: 'Mark as sent', exact: true }));
  await expect(desk.getByRole('heading', { name: 'Sent today' })).toBeVisible();
  await expectDeskFit(page, `${origin}/`);

  // The way in and to an export, also after a wrong code.
  await ageProof(ownShop);
  await page.goto(`${origin}/exports/open-orders.csv`);
  await expectDeskFit(page);
  await confirm(page, '1');
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/not valid/);
  await expectDeskFit(page);
  await page.context().clearCookies();
  await expectDeskFit(page, `${origin}/sign-in`);
});

test('an invited owner comes in, signs in again and sends a parcel by keyboard, and exports orders', async ({
  shopper,
  ownShop,
  desk,
}) => {
  const [id = ''] = await insertOrders(ownShop, shopper, 1);
  await makeDue(ownShop, id, today);
  const { keyboard } = desk;
  /** Presses Tab until a control has the focus. */
  const tabTo = async (control: Locator) => {
    for (let presses = 0; presses < 100; presses++) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not reach ${control}`);
  };

  const { recovery, later } = await acceptInvitation(desk, ownShop);
  await tabTo(desk.getByRole('link', { name: 'I have them' }));
  await keyboard.press('Enter');
  await tabTo(desk.getByRole('button', { name: 'Sign out' }).filter({ visible: true }));
  await keyboard.press('Enter');
  await expect(desk).toHaveURL(/sign-in/);

  // Signed out: the address of the order leads there after password and recovery code.
  await desk.goto(`/orders/${id}/sent`);
  await expect(desk.getByLabel('Email')).toBeFocused();
  await keyboard.type(owner.email);
  await keyboard.press('Tab');
  await keyboard.type(owner.password);
  await keyboard.press('Enter');
  await expect(desk.getByLabel('Code')).toBeFocused();
  await keyboard.type(recovery[0]!);
  await keyboard.press('Enter');
  await expect(desk.getByLabel('Tracking number')).toBeFocused();
  await keyboard.type('45218890316');
  await tabTo(desk.getByLabel('Courier', { exact: true }));
  await keyboard.type('Blue Dart');
  await keyboard.press('Enter');
  await expect(desk.getByRole('status')).toContainText('Marked as sent.');
  await tabTo(desk.getByRole('button', { name: 'Undo' }));
  await keyboard.press('Enter');
  await expect(desk.getByRole('status')).toContainText('Undone.');

  // Addresses leave after the question who it is.
  await ageProof(ownShop);
  await desk.goto('/more');
  await desk.getByRole('link', { name: 'Open orders' }).click();
  await expect(desk.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  // Enter in a field of this page does nothing.
  await desk.evaluate(() => addEventListener('submit', () => (document.title = 'Sent')));
  await desk.getByLabel('Code').press('Enter');
  await expect(desk).not.toHaveTitle('Sent');
  await confirm(desk, await later());
  await expect(desk.getByRole('status')).toContainText('It is you.');
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Open orders' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('open-orders.csv');
  const rows = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(rows.find((row) => row.includes(id))).toContain('14, North Mada Street');
});

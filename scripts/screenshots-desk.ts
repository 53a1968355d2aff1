// A day at the owner's desk as pictures: every page and state of it, and what shoppers see meanwhile. One shop, in the order
// in which things happen; each state at all widths before the next begins.
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { shopTime } from '#support/journeys/journey.ts';
import {
  acceptInvitation,
  ageProof,
  change,
  makeDue,
  owner,
  passTenMinutes,
} from '#support/journeys/owner.ts';
import {
  atCheckout,
  fillDelivery,
  keepInCart,
  orderIdAtSuccess,
  placeOrder,
  signIn,
} from '#support/journeys/shopper.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { RunningShop } from '#support/shop.ts';
import { addDays, dayInIndia } from '../src/shop/dates.ts';

interface Parts {
  browser: Browser;
  /** Of its own: it is closed for a while. */
  shop: RunningShop;
  folder: string;
  settings: object;
  capture: (page: Page, file: string, fullPage: boolean) => Promise<void>;
}

const smallPhone = { ...phone, viewport: { width: 320, height: 640 } };
const today = dayInIndia(new Date(shopTime()));
const later = addDays(today, 20);

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

/** Takes all pictures, as `desk-NAME.png` and `shop-NAME.png` in a folder for each width. */
export async function captureDesk({
  browser,
  shop,
  folder,
  settings,
  capture,
}: Parts): Promise<void> {
  const { origin } = new URL(shop.firstSignIn());
  const sizes = [smallPhone, phone, desktop];
  const open = (baseURL: string) =>
    Promise.all(sizes.map((size) => browser.newPage({ ...settings, baseURL, ...size })));
  const desks = await open(origin);
  const shoppers = await open(shop.origin);
  const snap = async (page: Page, name: string) =>
    capture(page, join(folder, String(page.viewportSize()!.width), `${name}.png`), true);
  /** Takes a page of the desk at each width, after something was done there that changes nothing. */
  const see = async (name: string, path: string, reach?: (page: Page) => Promise<unknown>) => {
    for (const page of desks) {
      await page.goto(origin + path);
      await reach?.(page);
      await snap(page, `desk-${name}`);
    }
  };
  const seeInShop = async (name: string, path: string) => {
    for (const page of shoppers) {
      await page.goto(path);
      await snap(page, `shop-${name}`);
    }
  };

  // The door. Each invitation ends the factors of the one before.
  await see('sign-in', '/sign-in');
  await see('sign-in-wrong', '/sign-in', async (page) => {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill('not the password');
    await press(page, 'Sign in');
  });
  await see('invite-ended', '/invite/no-such-link');
  let recovery: string[] = [];
  for (const page of desks) {
    const steps = await acceptInvitation(page, shop, (name) => snap(page, `desk-${name}`));
    ({ recovery } = steps);
    await page.context().clearCookies();
  }
  const [, first] = desks;
  const desk = first!;
  await see('sign-in-code', '/sign-in', async (page) => {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await press(page, 'Sign in');
  });
  await desk.getByLabel('Code').fill('123');
  await press(desk, 'Sign in');
  await snap(desk, 'desk-sign-in-code-wrong');
  await desk.getByLabel('Code').fill(recovery[0]!);
  await press(desk, 'Sign in');
  const cookies = await desk.context().cookies();
  for (const page of desks) await page.context().addCookies(cookies);

  await see('today-empty', '/');
  const ids = await sell(shop, shoppers[1]!);
  await see('today', '/');
  await addMoney(shop, ids.late);
  await see('today-money', '/');
  await see('several', '/orders/several');
  await see('several-wrong', '/orders/several', async (page) => {
    await page.getByLabel('Tracking number').first().fill('45218890316');
    await press(page, 'Mark as sent');
  });
  await see('order-open', `/orders/${ids.open}`);
  await see('order-wrong', `/orders/${ids.open}`, async (page) => {
    await page.getByLabel('Amount').fill('5000');
    await page.getByLabel('Reason').fill('One garland broke');
    await press(page, 'Refund');
  });
  await see('address-wrong', `/orders/${ids.open}`, async (page) => {
    await page.getByLabel('Pincode').fill('60');
    await page.getByLabel('Name', { exact: true }).fill('');
    await press(page, 'Save address');
  });
  await see('sent', `/orders/${ids.sent}/sent`);
  await desk.goto(`/orders/${ids.sent}/sent`);
  await desk.getByLabel('Tracking number').fill('45218890361');
  await desk.getByLabel('Courier', { exact: true }).fill('Blue Dart');
  await press(desk, 'Mark as sent');
  const pathNow = () => desk.url().slice(origin.length);
  await see('order-sent', pathNow());
  await passTenMinutes(shop, ids.sent);
  await see('correct', `/orders/${ids.sent}/correct`);
  await desk.goto(`/orders/${ids.sent}/correct`);
  await desk.getByLabel('Tracking number').fill('45218890316');
  await press(desk, 'Save tracking');
  await see('order-corrected', pathNow());
  await desk.getByLabel('Amount').fill('250');
  await desk.getByLabel('Reason').fill('One garland broke on the way');
  await press(desk, 'Refund');
  await see('order-refunded', pathNow());
  await see('slip', `/orders/${ids.sent}/slip`);
  await see('slips', `/slips?ids=${ids.all.join(',')}`);
  await see('label', `/orders/${ids.sent}/label`);
  await see('labels', `/labels?ids=${ids.all.join(',')}`);
  await see('orders', '/orders');
  await see('orders-found', '/orders?q=kavya');
  await see('orders-none', '/orders?q=nobody');

  await change(shop, (db) => storeReviews(db, reviews()));
  await see('reviews-wrong', '/reviews', (page) => press(page, 'Hide'));
  const act = async (title: string, button: string, fill: (card: Page) => Promise<unknown>) => {
    await fill(desk);
    await desk.getByRole('article', { name: title }).getByRole('button', { name: button }).click();
  };
  await act('Smaller than I thought', 'Publish answer', (page) =>
    page
      .locator('#small')
      .getByLabel('Answer')
      .fill('Thank you for telling us! The next garland has 24 bars, for the same price.'),
  );
  await act('Buy followers', 'Hide', (page) =>
    page.locator('#spam').getByLabel('Reason').selectOption('Not about the product'),
  );
  await see('reviews', pathNow());
  await see('more', '/more');
  await see('invite-somebody', '/more/invite');
  await ageProof(shop);
  await see('confirm', '/exports/open-orders.csv');
  await see('confirm-refund', `/orders/${ids.open}`, async (page) => {
    await page.getByLabel('Amount').fill('250');
    await page.getByLabel('Reason').fill('One garland broke');
    await press(page, 'Refund');
  });

  // The shop, for the owner and for shoppers.
  const set = async (mode: string, days: Record<string, string>) => {
    await desk.goto('/shop');
    await desk.getByRole('radio', { name: mode }).check();
    for (const [label, day] of Object.entries(days))
      await desk.getByLabel(label, { exact: true }).fill(day);
  };
  await see('shop-open', '/shop');
  await see('shop-wrong', '/shop', async (page) => {
    await page.getByRole('radio', { name: 'Late' }).check();
    await press(page, 'Save');
  });
  for (const page of shoppers) {
    await signIn(page, shop);
    await keepInCart(page, shop, ...cart);
  }
  await seeInShop('review-answered', '/dairymilkgarland#reviews');
  const pages = {
    product: '/dairymilkgarland',
    listing: '/productspage',
    cart: '/cart',
    delivery: '/deliveryform',
  };
  const seeShop = async (mode: string) => {
    await see(`shop-${mode}`, pathNow());
    await shoppers[0]!.waitForTimeout(1_000);
    for (const [name, path] of Object.entries(pages)) await seeInShop(`${name}-${mode}`, path);
  };
  await set('Late', { 'Ships from': later });
  const kitkat = desk.getByRole('group', { name: 'KitKat Garland' });
  await kitkat.getByLabel('Sold out').check();
  await kitkat.getByLabel('Back on').fill(later);
  await desk.getByRole('group', { name: 'Sandal Garland' }).getByLabel('Sold out').check();
  await press(desk, 'Save');
  await seeShop('late');
  await seeInShop('product-sold-out', '/kitkatgarland');
  await set('Closed', { Until: later });
  await press(desk, 'Save');
  await seeShop('closed');
  await set('Open', {});
  await press(desk, 'Save');
}

const cart = [
  { id: '3', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 },
  { id: '5', title: 'KitKat Garland', selectedVersion: 'kids', quantity: 2 },
];

/** Buys one order for each state of the desk. */
async function sell(shop: RunningShop, page: Page) {
  const buy = async (note?: string) => {
    await atCheckout(page, shop);
    await fillDelivery(page);
    if (note !== undefined) {
      await page.getByRole('button', { name: 'Add a note or a date' }).click();
      await page.getByLabel('Gift note').fill(note);
    }
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    return orderIdAtSuccess(page);
  };
  const sent = await buy(
    'Happy birthday, Arjun! May every one of your wishes be as sweet as this.',
  );
  const open = await buy();
  const { email } = await signIn(page, shop);
  return change(shop, async (db) => {
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const add = async (
      name: string,
      day: string,
      ...[line, more]: [Parameters<typeof insertOrder>[2], Parameters<typeof insertOrder>[4]?]
    ) => {
      const order = await insertOrder(
        db,
        { id, email, name },
        line,
        new Date(shopTime() - 3 * 86_400_000),
        more,
      );
      await makeDue(shop, order, day);
      return order;
    };
    const gift = {
      wishes: {
        neededBy: addDays(today, 2),
        giftNote: 'To Amma and Appa,\nforty years and still the same smile. All our love, Nila',
      },
    };
    const late = await add(
      'Anjali Deshmukh',
      addDays(today, -1),
      { productId: '3', selectedVersion: 'adult', quantity: 2 },
      gift,
    );
    await add(
      'Joseph Fernandes',
      today,
      { productId: '5', selectedVersion: 'kids', quantity: 1 },
      {
        lines: [
          { productId: '6', quantity: 1 },
          { productId: '2', quantity: 3 },
        ],
      },
    );
    const next = await add('Venkatanarasimharajuvaripeta Subrahmanyam', addDays(today, 1), {
      productId: '3',
      selectedVersion: 'kids',
      quantity: 1,
    });
    await makeDue(shop, sent, today);
    await makeDue(shop, open, today);
    return { sent, open, late, all: [sent, open, late, next] };
  });
}

/** Adds money that needs a person: a second payment of an order, and a dispute. An inserted order has one id for all. */
const addMoney = (shop: RunningShop, id: string) =>
  change(shop, async (db) => {
    const now = new Date(shopTime()).toISOString();
    await db
      .insertInto('surplus_payment')
      .values({
        payment_id: 'pay_Q7mTz81Kd2',
        attempt_id: id,
        amount: 99_900,
        currency: 'INR',
        reason: 'The order was paid before, by another payment.',
        state: 'flagged',
        flagged_at: now,
      })
      .execute();
    await db
      .insertInto('payment_dispute')
      .values({
        dispute_id: 'disp_Q81',
        payment_id: id,
        provider_order_id: id,
        amount: 50_000,
        currency: 'INR',
        reason_code: 'goods_or_services_not_received',
        phase: 'chargeback',
        state: 'open',
        respond_by: new Date(shopTime() + 5 * 86_400_000).toISOString(),
        opened_at: now,
        reported_at: '',
      })
      .execute();
  });

function reviews() {
  const at = (hours: number) => new Date(shopTime() - hours * 3_600_000).toISOString();
  return [
    {
      id: 'small',
      rating: 2,
      name: 'Anjali Deshmukh',
      title: 'Smaller than I thought',
      comment:
        'Lovely work, but the garland is shorter than on the picture. My husband still ate half of it before the photo.',
      verified: 1,
      created_at: at(7),
    },
    {
      id: 'spam',
      rating: 1,
      name: '',
      title: 'Buy followers',
      comment: 'Cheap followers at www.example.com',
      created_at: at(30),
    },
    {
      id: 'good',
      rating: 5,
      name: 'Joseph',
      title: '',
      comment: 'Every bar was fresh.',
      created_at: at(80),
    },
  ];
}

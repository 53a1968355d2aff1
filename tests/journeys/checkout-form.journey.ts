// The delivery form: its fields, the order summary, and coupons.
import type { Page } from '@playwright/test';
import { states } from '../../src/shop/states.ts';
import { insertOrder } from '#support/journeys/insert-order.ts';
import {
  expect,
  expectAccessible,
  expectFit,
  holdBack,
  reload,
  shopTime,
  test,
  visit,
} from '#support/journeys/journey.ts';
import { expectDialogByKeyboard } from '#support/journeys/keyboard.ts';
import {
  applyCoupon,
  atCheckout,
  fillDelivery,
  fivestar,
  keepInCart,
  logIn,
  newAccount,
  placeOrder,
  readyToPay,
  signIn,
} from '#support/journeys/shopper.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' });

test('the delivery form has its fields; a coupon is refused if wrong, applied with a popup, and removed by a wrong code [delivery-3..7 rule-11 name-36,38,39 role-9 state-16,17 transition-23,24]', async ({
  page,
  shop,
}) => {
  await atCheckout(page, shop);
  const fields = page.getByRole('region', { name: 'Deliver to' });
  const labels = 'Name, Email, Phone Number, Landmark, Pincode, State, Full Address';
  await expect(fields.locator('label')).toHaveText(labels.split(', '));
  await expect(fields.getByLabel('Email')).toHaveAttribute('readonly');
  await expect(fields.getByText('(optional)')).toHaveCount(1);
  const state = fields.getByRole('combobox', { name: 'State' });
  await expect(state).toHaveValue('');
  await expect(state.getByRole('option')).toHaveText(['Select your state', ...states]);
  await expect(fields.locator('textarea').and(page.getByLabel('Full Address'))).toBeVisible();
  // On phones it is in the pay bar, at the lower edge of the window.
  await expect(page.getByRole('button', { name: /^Place Order/ })).toBeInViewport();
  const code = page.getByLabel('Coupon code');
  const apply = page.getByRole('button', { name: 'Apply' });
  await expect(summary(page)).toHaveCount(0);
  const sums = page.getByRole('complementary').getByRole('term');
  await expect(sums).toHaveText(['Total']);
  await code.fill('SAVE16');
  await apply.click();
  await expect(code).toHaveAccessibleDescription('Invalid coupon code');

  await test.step('a code in lower case is accepted', async () => {
    await code.fill('lucky50');
    await expect(code).not.toHaveAttribute('aria-invalid');
    await code.press('Enter');
    const popup = page.getByRole('dialog', { name: 'Congratulations!' });
    await expect(popup).toContainText('You got 50% off with LUCKY50');
    await expect(popup.getByRole('button', { name: 'Continue Shopping' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await expectDialogByKeyboard(page, popup, code);
  });

  await test.step('the field is empty again, and the sums are shown', async () => {
    await expect(code).toHaveValue('');
    await expect(code).not.toHaveAttribute('aria-invalid');
    await expect(sums).toHaveText(['Items (1)', 'LUCKY50 (50% off)', 'Total']);
    await expect(summary(page)).toContainText('₹999.00');
    await expect(summary(page)).toContainText('−₹499.50');
    await expect(page.getByRole('button', { name: 'Place Order (₹499.50)' })).toBeVisible();
    await expectFit(page, 'main form');
  });

  await test.step('a wrong code removes the coupon', async () => {
    await code.fill('LUCKY51');
    // Typing alone does not.
    await expect(summary(page)).toContainText('LUCKY50');
    await apply.click();
    await expect(code).toHaveAccessibleDescription('Invalid coupon code');
    await expect(summary(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Place Order (₹999.00)' })).toBeVisible();
    // Enter applied only the code. The order form was neither submitted nor validated.
    await expect(page.getByLabel('Full Address')).not.toHaveAttribute('aria-invalid');
  });
});

test('a code for one product applies as long as nothing else is ticked @all', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await keepInCart(
    page,
    shop,
    { id: '7', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 },
    { id: '6', title: 'Sandal Garland', quantity: 1 },
  );
  await visit(page, '/deliveryform');
  const other = page.getByRole('checkbox', { name: 'Sandal Garland' });
  const code = page.getByLabel('Coupon code');
  await other.uncheck();
  await code.fill('GIFT25');
  await code.press('Enter');
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(summary(page)).toContainText('GIFT25');
  await other.check();
  await expect(summary(page)).toHaveCount(0);
  await expect(code).toHaveAccessibleDescription('Invalid coupon code');
  await other.uncheck();
  await expect(summary(page)).toContainText('GIFT25');
  await expect(code).not.toHaveAttribute('aria-invalid');
});

test('a signed-out visitor sees the cart as a checklist, with size, colour and chocolate, and is asked to log in at the e-mail [delivery-2,9 entity-13,21 rule-10 role-8 name-37]', async ({
  page,
  shop,
}) => {
  await keepInCart(
    page,
    shop,
    { _id: '4', name: 'Fivestar Garland', selectedVersion: 'kids', size: 'XL', color: 'Red' },
    { id: '2', title: 'Chocolate Crown', quantity: 2, chocolate: 'Munch' },
    { id: '1', title: 'Chocolate Bouquet' },
    { id: '99', title: 'Mango Garland' },
  );
  await visit(page, '/deliveryform');
  await expect(
    page.getByText('We no longer sell Mango Garland: it is not part of this order.'),
  ).toBeVisible();
  const first = page.getByRole('checkbox', { name: 'Fivestar Garland' });
  await expect(first).toBeChecked();
  await expect(first).toHaveAccessibleDescription('Kids · XL · Red · Fivestar');
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue('');
  await expect(email).toHaveAttribute('readonly');
  await expect(email).toHaveAttribute('placeholder', 'Not logged in');
  const placeholder = () => email.evaluate((it) => getComputedStyle(it, '::placeholder').color);
  expect(await placeholder()).not.toBe('rgba(0, 0, 0, 0)');
  await fillDelivery(page);
  await page.getByRole('button', { name: 'Place Order (₹3,096.00)' }).click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  const boxes = page.getByRole('checkbox');
  const nothing = page.getByText('Please select at least one product');
  await test.step('an alert goes when its cause goes', async () => {
    for (const box of await boxes.all()) await box.uncheck();
    await page.getByRole('button', { name: 'Place Order (₹0.00)' }).click();
    await expect(nothing).toBeVisible();
    await boxes.first().check();
    await expect(nothing).toHaveCount(0);
    await boxes.last().check();
    await applyCoupon(page, 'LUCKY50', 50);
  });
  await expect(email).toHaveAccessibleDescription(/Enter a valid email address/);
  await expectFit(page, 'main form');
  await page.getByRole('link', { name: 'Log in to fill in your e-mail' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const shopper = await newAccount(shop);
  await logIn(page, shopper);
  await expect(page).toHaveURL(/\/deliveryform$/);
  await expect(email).toHaveValue(shopper.email);

  await test.step('address, ticks and coupon outlast the login and a reload', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Place Order (₹749.00)' })).toBeVisible();
    await expect(boxes.nth(1)).not.toBeChecked();
    await expect(summary(page)).toContainText('LUCKY50 (50% off)');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Full Address')).toHaveValue(/^14, North Mada Street/);
  });

  // The placeholder must not be visible while the e-mail of a signed-in visitor is loading.
  expect(await placeholder()).toBe('rgba(0, 0, 0, 0)');
});

test('the address is shown to its account only, and a line that leaves the cart is ticked if it is chosen anew @all', async ({
  page,
  shop,
  shopper,
}) => {
  await keepInCart(
    page,
    shop,
    { id: '4', title: 'Fivestar Garland', selectedVersion: 'kids', quantity: 1 },
    { id: '2', title: 'Chocolate Crown', quantity: 2, chocolate: 'Munch' },
  );
  await visit(page, '/deliveryform');
  const boxes = page.getByRole('checkbox');
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(shopper.email);
  await fillDelivery(page);
  await boxes.nth(1).uncheck();

  await test.step('once the session has ended elsewhere, the address is shown to its account only', async () => {
    const address = page.getByLabel('Full Address');
    await address.pressSequentially(', Mylapore');
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await page.context().clearCookies();
    await reload(page);
    await expect(page.getByRole('button', { name: 'Place Order (₹799.00)' })).toBeVisible();
    await expect(address).toHaveValue('');
    await page.getByRole('link', { name: 'Log in to fill in your e-mail' }).click();
    await logIn(page, shopper);
    await expect(address).toHaveValue(/^14, North Mada Street.*, Mylapore$/);

    await address.pressSequentially(' West');
    await page.context().clearCookies();
    const next = await newAccount(shop);
    const otherTab = await page.context().newPage();
    await visit(otherTab, '/login');
    await logIn(otherTab, next);
    await expect(email).toHaveValue(next.email);
    await expect(address).toHaveValue('');
    expect(await stored()).not.toContain('North Mada');
    await otherTab.close();
  });

  await test.step('a line that leaves the cart is ticked if it is chosen anew', async () => {
    const cart = await page.evaluate(() => localStorage.getItem('cart')!);
    const other = await page.context().newPage();
    await other.goto(`${shop.origin}/healthz`);
    const store = (text: string) =>
      other.evaluate((value) => localStorage.setItem('cart', value), text);
    await store(JSON.stringify(JSON.parse(cart).slice(0, 1)));
    await expect(boxes).toHaveCount(1);
    await store(cart);
    await expect(boxes.nth(1)).toBeChecked();
    await other.close();
  });
});

test('a hint, a price and alerts go with their cause, also if another tab removes it @all', async ({
  page,
  shop,
  shopper,
  allow,
}) => {
  allow(/status of 40[19]/);
  await keepInCart(page, shop);
  await visit(page, '/deliveryform');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  const hint = page.getByText('You can fill this in already');
  await expect(hint).toBeVisible();
  const other = await page.context().newPage();
  const store = (quantity: number) => keepInCart(other, shop, { ...fivestar, quantity });

  await store(1);
  await expect(hint).toBeHidden();
  await fillDelivery(page);
  await page.route('**/payments/orders', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { status: 409, detail: 'The price has changed.', amount: 89_900 },
    }),
  );
  await page.getByRole('button', { name: 'Place Order (₹999.00)' }).click();
  await expect(page.getByRole('button', { name: 'Place Order (₹899.00)' })).toBeVisible();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The price has changed.');

  await store(2);
  await expect(page.getByRole('button', { name: 'Place Order (₹1,998.00)' })).toBeVisible();
  await expect(alert).toHaveCount(0);

  await page.unroute('**/payments/orders');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Place Order (₹1,998.00)' }).click();
  await expect(alert).toContainText('Please log in to continue.');
  await visit(other, '/login');
  await logIn(other, shopper);
  await expect(alert).toHaveCount(0);
});

test('typed text that comes back once it is known whose it is takes the errors of the empty fields with it @all', async ({
  page,
  shop,
  allow,
}) => {
  allow(/get-session/);
  await readyToPay(page, shop);
  await page.route('**/get-session', (route) => route.abort());
  await reload(page);
  await page.getByRole('button', { name: /^Place Order/ }).click();
  const invalid = page.locator('[aria-invalid=true]');
  await expect(invalid).toHaveCount(6);
  await page.unroute('**/get-session');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByLabel('Landmark')).toHaveValue('Near the temple tank');
  await expect(invalid).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Landmark')).toHaveValue('Near the temple tank');
});

test('a gift note whose field is not loaded after a reload is part of the order @all', async ({
  page,
  shop,
}) => {
  await readyToPay(page, shop);
  await page.getByRole('button', { name: 'Add a note or a date' }).click();
  await page.getByLabel('Gift note').fill('Dear Amma');
  const field = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('characters left')) await field.promise;
    await route.fulfill({ response });
  });
  // Nobody knows yet whose texts were stored either.
  const session = Promise.withResolvers<void>();
  await page.route('**/get-session', async (route) => {
    await session.promise;
    await route.continue();
  });
  await reload(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  const order = page.waitForRequest('**/payments/orders');
  await page.getByRole('button', { name: /^Place Order/ }).click();
  session.resolve();
  expect((await order).postDataJSON()).toMatchObject({
    delivery: { customerName: 'Kavya Raman', giftNote: 'Dear Amma' },
  });
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  field.resolve();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the last address is filled in, however late, and the order includes a note and a date @all', async ({
  page,
  shop,
  shopper,
}) => {
  await insertOrder(shop, shopper);
  await keepInCart(page, shop, { id: '4', selectedVersion: 'adult', quantity: 1 });
  const letGo = await holdBack(page, '**/api/users/delivery');
  await visit(page, '/deliveryform');
  const fields = page.getByRole('region', { name: 'Deliver to' });
  const name = fields.getByLabel('Name', { exact: true });
  const pincode = fields.getByLabel('Pincode');
  const state = fields.getByRole('combobox', { name: 'State' });
  const note = fields.getByLabel('Gift note');
  const day = fields.getByLabel('Needed by');

  await test.step('the address of the last order takes the errors of the empty fields with it', async () => {
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await page.getByRole('button', { name: /^Place Order/ }).click();
    const invalid = page.locator('[aria-invalid=true]');
    await expect(invalid).toHaveCount(5);
    await letGo();
    await expect(pincode).toHaveValue('600004');
    await expect(invalid).toHaveCount(0);
    await expect(name).toHaveValue('Kavya Raman');
    await expect(state).toHaveValue('Tamil Nadu');
    await expect(
      page.getByRole('complementary').getByText(/^Order today, arrives \d/),
    ).toBeVisible();
  });

  await test.step('another address replaces it, and a place that is not listed has a link', async () => {
    const link = fields.getByRole('link', { name: 'My place is not listed' });
    await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=Hello/);
    await pincode.fill('560001');
    await state.selectOption('Karnataka');
    await expectFit(page, 'main form');
  });

  const tomorrow = new Date(shopTime() + 29.5 * 3_600_000).toISOString().slice(0, 10);
  await test.step('a date that cannot be met shows a warning, also on a device that is two days ahead', async () => {
    await page.clock.setFixedTime(shopTime() + 2 * 86_400_000);
    await page.reload();
    await expect(name).toHaveValue('Kavya Raman');
    await expect(state).toHaveValue('Karnataka');
    await fields.getByRole('button', { name: 'Add a note or a date' }).click();
    await expect(note).toBeFocused();
    await note.fill('x'.repeat(301));
    await expect(note).toHaveAccessibleDescription('1 more than 300 characters');
    await note.fill('Dear Amma,\nhappy birthday!');
    await expect(note).toHaveAccessibleDescription('274 of 300 characters left');
    await day.fill(tomorrow);
    await expect(fields.getByText(/^We may not make it by \d/)).toBeVisible();
    await expectFit(page, 'main form');
  });

  await name.fill('Meera');
  await test.step('the order includes it', async () => {
    const order = page.waitForRequest('**/payments/orders');
    await placeOrder(page, '₹999.00');
    expect((await order).postDataJSON()).toMatchObject({
      delivery: {
        customerName: 'Meera',
        state: 'Karnataka',
        giftNote: 'Dear Amma,\nhappy birthday!',
        neededBy: tomorrow,
      },
    });
  });
});

// The cart: its lines, its links, whatever the browser has stored, and a paid order of two of its three lines.
import { openWithoutScripts } from '#support/journeys/early-taps.ts';
import { expect, expectFit, hydrated, leave, test, visit } from '#support/journeys/journey.ts';
import { expectInReach } from '#support/journeys/product-page.ts';
import {
  addFromListing,
  applyCoupon,
  fillDelivery,
  keepInCart,
  logIn,
  newAccount,
  orderIdAtSuccess,
  placeOrder,
} from '#support/journeys/shopper.ts';

test('two of three lines of the cart are bought, and the third stays [shop-6 cart-6,7 transition-14 role-6 name-33,40]', async ({
  page,
  shop,
}) => {
  const shopper = await newAccount(shop);

  await keepInCart(
    page,
    shop,
    { id: '3', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 },
    { id: '4', title: 'Fivestar Garland', selectedVersion: 'kids', quantity: 1 },
    { id: '5', title: 'KitKat Garland', selectedVersion: 'adult', quantity: 1 },
  );
  await visit(page, '/cart');
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Total₹2,997');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();

  await test.step('the login leads to the checkout', async () => {
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/deliveryform$/);
    await hydrated(page);
  });

  await test.step('one of the three is unticked', async () => {
    await expect(page.getByRole('checkbox')).toHaveCount(3);
    await page.getByRole('checkbox', { name: 'Fivestar Garland' }).uncheck();
    await expect(page.getByRole('button', { name: 'Place Order (₹2,198.00)' })).toBeVisible();
    const pictures = page.getByRole('main').getByRole('listitem').locator('img');
    for (const [index, opacity] of ['1', '0.55', '1'].entries()) {
      await expect(pictures.nth(index)).toHaveCSS('opacity', opacity);
    }
    await fillDelivery(page);
    await applyCoupon(page, 'WELCOME10', 10);
  });

  await test.step('after the payment the third line is still in the cart', async () => {
    const window = await placeOrder(page, '₹1,978.20');
    await window.getByRole('button', { name: 'Success' }).click();
    await orderIdAtSuccess(page);
    await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible();
    await visit(page, '/cart');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Fivestar Garland');
  });
});

test('the cart is filled from the version dialog, links to the products and is emptied [transition-5 entity-10 error-18 state-12 cart-1..5,9 found-8 role-3 name-30..32]', async ({
  page,
  shop,
}) => {
  const main = page.getByRole('main');
  const empty = page.getByRole('heading', { name: 'Your cart is empty' });
  // What is stored has no valid line.
  await keepInCart(page, shop, {}, { id: {} }, { id: null, quantity: -1 }, [[]]);
  await visit(page, '/cart');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Shopping Cart');
  await expect(empty).toBeVisible();
  const advice = "Looks like you haven't added any products to your cart yet";
  await expect(page.getByText(advice)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await main.getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL(/\/productspage$/);

  await test.step('Cancel adds nothing, and the dialog starts with Adult each time', async () => {
    const card = page.getByRole('article', { name: 'KitKat Garland' });
    await card.getByRole('button', { name: 'Add to Cart' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose Version' });
    await dialog.getByRole('radio', { name: 'Kids' }).check({ force: true });
    await expectFit(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
    await addFromListing(page, 'KitKat Garland', 'Kids');
  });

  const line = main.getByRole('listitem');
  await test.step('a line shows its details, and its name links to its page', async () => {
    await page.getByRole('link', { name: 'Cart, 1 item' }).click();
    await expect(line).toContainText('₹799');
    await expect(line.locator('img')).toBeVisible();
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expectInReach(summary.getByRole('button'));
    await expect(summary).toContainText(/Order today, arrives \d/);
    await expect(summary).toContainText('Total₹799');
    await expectFit(page, 'main');
    await line.getByRole('link', { name: 'KitKat Garland' }).click();
    await expect(page).toHaveURL(/\/kitkatgarland$/);
    await page.goBack();
    await main.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL(/\/productspage$/);
    await page.goBack();
  });

  await line.getByRole('button', { name: 'Remove' }).click();
  await expect(empty).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(['KitKat Garland removed from your cart']);
  await expectFit(page, 'main');
});

for (const { path, title, filled } of [
  { path: '/cart', title: 'Your Shopping Cart', filled: 'Proceed to Checkout' },
  { path: '/deliveryform', title: 'Delivery Details', filled: 'Place Order' },
]) {
  test(`${path} says that the cart is empty before its scripts have loaded, and never if it is not @all`, async ({
    page,
    shop,
  }) => {
    const empty = page.getByRole('heading', { name: 'Your cart is empty' });
    const expectSandalGarland = async () => {
      const arrive = await openWithoutScripts(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(empty).toBeHidden();
      await arrive();
      await expect(page.getByRole('main').getByText('Sandal Garland').first()).toBeVisible();
      await expect(page.getByRole('button', { name: filled })).toBeVisible();
      await expect(empty).toBeHidden();
      await leave(page);
    };
    const arriveAtEmpty = await openWithoutScripts(page, path);
    await expect(empty).toBeVisible();
    await arriveAtEmpty();
    await expect(empty).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse Products' })).toBeVisible();
    await expect(page.getByRole('main').locator('ul:empty')).toHaveCount(0);
    // A pay bar would have nothing to pay.
    await expect(page.locator('[data-pay-bar]')).toHaveCount(0);
    await leave(page);

    if (path === '/deliveryform') {
      await visit(page, '/sandlegarland');
      await page.getByRole('button', { name: 'Buy Now' }).click();
      await page.waitForURL('**/login');
      await expectSandalGarland();
    }
    await keepInCart(page, shop, { id: '6', title: 'Sandal Garland', quantity: 1 });
    await expectSandalGarland();
  });
}

test('a double tap on Remove leaves the line that moves up under the finger, here of what is no longer sold @all', async ({
  page,
  shop,
}) => {
  const line = { title: 'Garland', quantity: 1 };
  await keepInCart(page, shop, { ...line, id: '3' }, { ...line, id: '99' }, { ...line, id: '5' });
  await visit(page, '/cart');
  const lines = page.getByRole('main').getByRole('listitem');
  await lines.first().getByRole('button', { name: 'Remove' }).dblclick();
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(/no longer/i);
  await expectFit(page, 'main');
});

// From the cart: three lines, two of them ticked, paid; the third stays.
import { covers } from '#support/covers.ts';
import {
  awake,
  expect,
  expectAccessible,
  expectFit,
  test,
  visit,
} from '#support/journeys/journey.ts';
import {
  addFromListing,
  applyCoupon,
  fillDelivery,
  logIn,
  newShopper,
  orderIdAtSuccess,
  placeOrder,
  signUp,
} from '#support/journeys/shopper.ts';

test(
  'two of three lines of the cart are bought @data',
  covers(
    'shop-6',
    'cart-6',
    'cart-7',
    'delivery-2',
    'transition-14',
    'role-6',
    'name-33',
    'name-40',
    'state-12',
  ),
  async ({ page }) => {
    const shopper = newShopper();

    await test.step('three garlands go into the cart', async () => {
      await visit(page, '/productspage');
      await expectFit(page);
      await addFromListing(page, 'Dairy Milk Garland', 'Adult');
      await addFromListing(page, 'Fivestar Garland', 'Kids');
      await addFromListing(page, 'KitKat Garland', 'Adult');
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Cart, 3 items' })
        .click();
      await expect(page).toHaveURL(/\/cart$/);
    });

    await test.step('the cart adds them up', async () => {
      const summary = page.getByRole('region', { name: 'Order Summary' });
      await expect(summary).toContainText('Total');
      await expect(summary).toContainText('₹2,997');
      await expectFit(page);
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    });

    await test.step('an account', async () => {
      await expect(page).toHaveURL(/\/login$/);
      await page.getByRole('link', { name: "Don't have an account? Sign up here" }).click();
      await signUp(page, shopper);
      await logIn(page, shopper);
      await expect(page).toHaveURL(/\/deliveryform$/);
      await awake(page);
    });

    await test.step('two of the three are ticked', async () => {
      await expect(page.getByRole('checkbox')).toHaveCount(3);
      await page.getByRole('checkbox', { name: 'Fivestar Garland' }).uncheck();
      await expect(page.getByRole('button', { name: 'Place Order (₹2,198.00)' })).toBeVisible();
      await fillDelivery(page);
      await applyCoupon(page, 'WELCOME10', 10);
      await expectAccessible(page);
    });

    await test.step('paid, and the third line is still in the cart', async () => {
      const window = await placeOrder(page, '₹1,978.20');
      await window.getByRole('button', { name: 'Success' }).click();
      await orderIdAtSuccess(page);
      await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible();
      await visit(page, '/cart');
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('listitem')).toContainText('Fivestar Garland');
    });

    await test.step('one order of two items', async () => {
      await visit(page, '/your-orders');
      const card = page
        .getByRole('main')
        .getByRole('button', { name: /Dairy Milk Garland, KitKat Garland/ });
      await expect(card).toContainText('₹1,978.20');
    });
  },
);

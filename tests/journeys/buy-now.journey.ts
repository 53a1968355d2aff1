// The whole purchase: a new visitor buys a garland and finds the order again. Runs on SQLite in the window of a phone,
// in `npm run test:all` in both windows and on both databases. Other journeys test the screens.
import { drawn, hydrated, expect, test, visit } from '#support/journeys/journey.ts';
import { allEmails } from '#support/journeys/letters.ts';
import { totalPrice } from '#support/journeys/product-page.ts';
import {
  applyCoupon,
  fillDelivery,
  keepInCart,
  logIn,
  newShopper,
  orderIdAtSuccess,
  placeOrder,
  signUp,
} from '#support/journeys/shopper.ts';
import { withMotion } from '#support/journeys/windows.ts';
import { isAll } from '#support/tier.ts';

test.use(isAll ? withMotion : {});

test('a new visitor buys a garland, from the home page to a paid order @purchase [shop-7 home-15 orders-5,8 transition-13,19,28 role-5 window-3 name-35]', async ({
  page,
  shop,
}) => {
  const shopper = newShopper();

  await test.step('the cart already holds the line that is bought with Buy Now', async () => {
    await keepInCart(page, shop, {
      id: '3',
      title: 'Dairy Milk Garland',
      selectedVersion: 'kids',
      chocolate: 'Dairy Milk',
      quantity: 2,
    });
  });

  await test.step('the home page links to the garland', async () => {
    await visit(page, '/');
    await expect(page).toHaveURL(/\/home$/);
    const best = page.getByRole('region', { name: 'Best Sellers' });
    await best.getByRole('link', { name: 'Dairy Milk Garland' }).click();
    await expect(page).toHaveURL(/\/dairymilkgarland$/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  await test.step('two of the kids version', async () => {
    await expect(totalPrice(page)).toHaveText('₹999');
    await drawn(page);
    await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(totalPrice(page)).toHaveText('₹1,598');
    await page.getByRole('button', { name: 'Buy Now' }).click();
  });

  await test.step('the visitor is asked to log in, signs up and returns to the checkout', async () => {
    await expect(page).toHaveURL(/\/login$/);
    const kept = page.getByText('Kids, Qty 2. It is kept; log in to order it.').locator('..');
    await expect(kept).toContainText('Dairy Milk Garland₹1,598');
    const window = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 640 });
    const last = page.getByRole('link', { name: "Don't have an account? Sign up here" });
    const { y, height } = (await last.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(598);
    await page.setViewportSize(window);
    await last.click();
    await expect(page).toHaveURL(/\/signup$/);
    await signUp(page, shopper);
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/deliveryform$/);
    await hydrated(page);
  });

  await test.step('delivery details and a coupon', async () => {
    await expect(page.getByRole('heading', { name: 'Delivery Details' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await expect(page.getByRole('button', { name: 'Place Order (₹1,598.00)' })).toBeVisible();
    await fillDelivery(page);
    await applyCoupon(page, 'SAVE15', 15);
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('₹1,358.30');
  });

  const orderId = await test.step('payment', async () => {
    const window = await placeOrder(page, '₹1,358.30');
    await expect(window.getByText('Maalai').first()).toBeVisible();
    await window.getByRole('button', { name: 'Success' }).click();
    return orderIdAtSuccess(page);
  });
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible();

  await test.step('the order is listed with all its details', async () => {
    await page.getByRole('main').getByRole('link', { name: 'View Your Orders' }).click();
    await expect(page).toHaveURL(/\/your-orders$/);
    const card = page.getByRole('main').getByRole('button', { name: /Dairy Milk Garland/ });
    await expect(card).toContainText(/Ordered on \d{1,2} [A-Z][a-z]+ 20\d\d/);
    await expect(card).toContainText('₹1,358.30');
    await expect(card).toContainText('Paid');
    await card.click();
    const overlay = page.getByRole('dialog', { name: 'Order Summary' });
    for (const fact of [
      orderId,
      '₹1,358.30',
      'Quantity2',
      'Kids',
      'Kavya Raman',
      '14, North Mada Street, Mylapore, Chennai',
      'Tamil Nadu - 600004',
    ]) {
      await expect(overlay).toContainText(fact);
    }
    await expect(overlay).toContainText(/Date\d{1,2} [A-Z][a-z]+ 20\d\d/);
    await overlay.getByRole('button', { name: 'Close' }).click();
    await expect(overlay).toBeHidden();
  });

  await test.step('one receipt is sent to the shopper and one notice to the shop', async () => {
    const recipients = async () => {
      const emails = await allEmails(shop);
      const about = emails.filter(({ text }) => text?.includes(orderId));
      return about.flatMap(({ to }) => to?.map(({ address }) => address === shopper.email) ?? []);
    };
    await expect.poll(async () => (await recipients()).toSorted()).toEqual([false, true]);
  });
});

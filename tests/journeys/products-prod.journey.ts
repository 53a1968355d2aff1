// /prod: pictures that change automatically, its own discount codes, and its order.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { expect, expectFit, test, visit, visitInStoppedTime } from '#support/journeys/journey.ts';
import {
  buyNow,
  expectImage,
  expectOneAnswerAtATime,
  pictures,
  totalPrice,
} from '#support/journeys/product-page.ts';
import {
  applyCoupon,
  fillDelivery,
  orderIdAtSuccess,
  placeOrder,
  signIn,
} from '#support/journeys/shopper.ts';

const name = 'Dairy Milk Garland';
const SECONDS_5 = 5000;

/** Focuses the pictures and blurs them, which restarts the interval. */
async function touchByKey(page: Page): Promise<void> {
  await pictures(page, name).focus();
  await pictures(page, name).blur();
}

/** Simulates that another tab comes to the front (`hidden`) or goes back. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test(
  'the slides change every 5000 ms and wrap around',
  covers('prod-1', 'constant-40'),
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visitInStoppedTime(page, '/prod');
    await page.getByRole('button', { name: 'Image 3 of 4' }).focus();
    await page.keyboard.press('Enter');
    await expectImage(page, name, 3, 4);
    await touchByKey(page);
    await expectImage(page, name, 3, 4);
    await page.clock.runFor(SECONDS_5 - 1);
    await expectImage(page, name, 3, 4);
    await page.clock.runFor(1);
    await expectImage(page, name, 4, 4);
    await page.clock.runFor(SECONDS_5);
    await expectImage(page, name, 1, 4);
  },
);

test(
  'the slides pause on focus, under the pointer, out of view, in a hidden tab and on request @wide',
  covers('prod-2', 'prod-3', 'name-12'),
  async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visitInStoppedTime(page, '/prod');
    const first = () => expectImage(page, name, 1, 4);
    await page.getByRole('button', { name: 'Image 1 of 4' }).focus();
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Next image' }).focus();
    await page.clock.runFor(3 * SECONDS_5);
    await first();
    await page.getByRole('button', { name: 'Next image' }).blur();

    if (!isMobile) {
      await pictures(page, name).hover();
      await page.clock.runFor(3 * SECONDS_5);
      await page.mouse.move(0, 0);
      await first();
    }

    // Out of view.
    await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
    await expect(pictures(page, name)).not.toBeInViewport();
    await page.clock.runFor(3 * SECONDS_5);
    await page.evaluate(() => scrollTo(0, 0));
    await first();

    await setHidden(page, true);
    await page.clock.runFor(3 * SECONDS_5);
    await first();
    await setHidden(page, false);

    const pause = page.getByRole('button', { name: 'Pause slides' });
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    await pause.blur();
    await page.clock.runFor(3 * SECONDS_5);
    await first();
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'false');
    await pause.blur();
    // The page notices the lost focus a moment later, and the five seconds begin then.
    const second = page.getByRole('button', { name: 'Image 2 of 4' });
    const afterASecond = async () => {
      await page.clock.runFor(1_000);
      return second.getAttribute('aria-current');
    };
    await expect.poll(afterASecond, { intervals: [50] }).toBe('true');
    await expectImage(page, name, 2, 4);

    if (isMobile) {
      // A tap pauses the slides permanently.
      await page.getByRole('button', { name: 'Next image' }).tap();
      await page.clock.runFor(3 * SECONDS_5);
      await expectImage(page, name, 3, 4);
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
    }
  },
);

test(
  'with reduced motion the slides do not change automatically',
  covers('prod-2'),
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visitInStoppedTime(page, '/prod');
    await page.clock.runFor(4 * SECONDS_5);
    await expectImage(page, name, 1, 4);
    await expect(page.getByRole('button', { name: 'Pause slides' })).toBeHidden();
    await page.getByRole('button', { name: 'Previous image' }).click();
    await expectImage(page, name, 4, 4);
  },
);

test(
  'a discount code applies once per version and reports its result; five questions open one at a time',
  covers(
    'prod-10',
    'prod-4',
    'prod-5',
    'prod-6',
    'transition-25',
    'transition-26',
    'rule-19',
    'rule-20',
    'rule-21',
    'rule-22',
    'constant-11',
    'name-42',
    'name-43',
    'state-11',
  ),
  async ({ page }) => {
    await visit(page, '/prod');
    const main = page.getByRole('main');
    const code = page.getByLabel('Discount code');
    const apply = page.getByRole('button', { name: 'Apply' });
    await expect(page.getByRole('img', { name: '4.5 out of 5 stars' })).toBeVisible();
    await expect(main.getByText('120 reviews')).toBeVisible();
    await expect(totalPrice(page)).toHaveText('₹300');
    await expect(main.locator('s').first()).toHaveText('was ₹400');

    await apply.click();
    await expect(code).toHaveAccessibleDescription('Please enter a discount code.');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toBeFocused();
    await code.fill('WELCOME10');
    await expect(code).not.toHaveAttribute('aria-invalid');
    await code.press('Enter');
    await expect(code).toHaveAccessibleDescription('Invalid discount code.');
    await expect(totalPrice(page)).toHaveText('₹300');

    await code.fill('chocolate20');
    await apply.click();
    const success = page.getByRole('status').filter({ hasText: 'Success!' });
    await expect(success).toHaveText('Success! You saved ₹60.');
    await expect(totalPrice(page)).toHaveText('₹240');
    const [adult, kid] = [
      page.getByRole('radio', { name: 'Adult' }),
      page.getByRole('radio', { name: 'Kid' }),
    ];
    await expect(adult).toHaveAccessibleDescription(/₹240/);
    await expect(kid).toHaveAccessibleDescription(/₹250/);
    await apply.click();
    await expect(code).toHaveAccessibleDescription('Discount code already applied.');
    await expectFit(page, 'main');
    await expect(totalPrice(page)).toHaveText('₹240');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(code).toBeFocused();
    await expect(code).toHaveValue('');
    await expect(code).not.toHaveAttribute('aria-invalid');
    await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await expect(totalPrice(page)).toHaveText('₹300');
    await code.fill('dairy10');
    await code.press('Enter');
    await expect(totalPrice(page)).toHaveText('₹270');

    await kid.check({ force: true });
    await expect(totalPrice(page)).toHaveText('₹250');
    await expect(adult).toHaveAccessibleDescription(/₹300/);
    await expect(main.locator('s').first()).toHaveText('was ₹350');
    await expect(main.getByText('Discount code already applied.')).toHaveCount(0);
    await expect(success).toHaveCount(0);
    await code.fill('GIFT25');
    await apply.click();
    await expect(success).toHaveText('Success! You saved ₹63.');
    await expect(totalPrice(page)).toHaveText('₹187.50');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(success).toHaveText('Success! You saved ₹125.');
    await expect(totalPrice(page)).toHaveText('₹375');

    await expectOneAnswerAtATime(page, 5);
  },
);

test(
  'a code applied on the page applies at the checkout, is removed by a wrong one, applied again and paid @data',
  covers('prod-11', 'transition-24'),
  async ({ page, shop }) => {
    await signIn(page, shop);
    await visit(page, '/prod');
    await page.getByRole('radio', { name: 'Kid' }).check({ force: true });
    await page.getByLabel('Discount code').fill('GIFT25');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(totalPrice(page)).toHaveText('₹187.50');
    await buyNow(page);
    await expect(page.getByRole('region', { name: 'Your items' })).toContainText('Kid');
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary).toContainText('GIFT25 (25% off)');
    await expect(page.getByRole('button', { name: 'Place Order (₹187.50)' })).toBeVisible();

    const code = page.getByLabel('Coupon code');
    await code.fill('NONSENSE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(code).toHaveAccessibleDescription('Invalid coupon code');
    await expect(summary).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Place Order (₹250.00)' })).toBeVisible();

    await applyCoupon(page, 'GIFT25', 25);
    await fillDelivery(page);
    const window = await placeOrder(page, '₹187.50');
    await window.getByRole('button', { name: 'Success' }).click();
    await orderIdAtSuccess(page);
  },
);

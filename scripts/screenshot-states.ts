// States of screens after an interaction: errors, dialogs, empty and filled. For `npm run screenshots`.
import type { Page } from '@playwright/test';
import { insertOrder } from '#support/journeys/insert-order.ts';
import { holdBack, visit } from '#support/journeys/journey.ts';
import { atCheckout, fillDelivery, placeOrder, signIn } from '#support/journeys/shopper.ts';
import type { RunningShop } from '#support/shop.ts';

export interface State {
  /** The name of its picture: 'cart-empty'. */
  name: string;
  /** Brings a new visitor's page into the state. */
  reach(page: Page, shop: RunningShop): Promise<unknown>;
  /** Takes only the visible part: something covers the page. */
  isOverlay?: true;
  /** Only on phones. */
  isPhoneOnly?: true;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

export const states: readonly State[] = [
  {
    name: 'menu',
    isOverlay: true,
    isPhoneOnly: true,
    async reach(page) {
      await visit(page, '/home');
      await page.getByRole('button', { name: 'Open menu' }).click();
      // The combos at its foot are fetched when it opens.
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.getByRole('link', { name: 'Birthday Bliss' }).waitFor();
    },
  },
  {
    name: 'productspage-nothing-found',
    reach: (page) => visit(page, '/productspage?q=umbrella'),
  },
  {
    name: 'productspage-version-dialog',
    isOverlay: true,
    async reach(page) {
      await visit(page, '/productspage');
      await press(page, 'Add to Cart');
      await page.getByRole('dialog', { name: 'Choose Version' }).waitFor();
    },
  },
  {
    name: 'productspage-added',
    isOverlay: true,
    async reach(page) {
      await visit(page, '/productspage');
      const card = page.getByRole('article', { name: 'Chocolate Crown' });
      await card.getByRole('button', { name: 'Add to Cart' }).click();
      await page.getByText('Added to cart').waitFor();
    },
  },
  {
    name: 'dairymilkgarland-full-screen',
    isOverlay: true,
    isPhoneOnly: true,
    async reach(page) {
      await visit(page, '/dairymilkgarland');
      await press(page, /full screen/i);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dairymilkgarland-review-form',
    async reach(page, shop) {
      await signIn(page, shop);
      await visit(page, '/dairymilkgarland');
      await press(page, 'Write a Review');
      await press(page, 'Submit Review');
      await page.getByText('Please select a rating').waitFor();
    },
  },
  {
    name: 'prod-code',
    async reach(page) {
      await visit(page, '/prod');
      await page.getByLabel('Discount code').fill('DAIRY10');
      await press(page, 'Apply');
      await page.getByText(/You saved/).waitFor();
    },
  },
  {
    name: 'cart-empty',
    async reach(page) {
      await visit(page, '/cart');
      await page.getByRole('heading', { name: 'For the next big day' }).waitFor();
    },
  },
  {
    name: 'login-error',
    async reach(page) {
      await visit(page, '/login');
      await page.getByLabel('Email').fill('kavya@maalai.example');
      await page.getByLabel('Password').fill('not-the-password');
      await press(page, 'Login');
      await page.getByText('Error signing in. Please try again.').waitFor();
    },
  },
  {
    name: 'signup-errors',
    async reach(page) {
      await visit(page, '/signup');
      await page.getByLabel('Password', { exact: true }).fill('violet-umbrella');
      await page.getByLabel('Confirm Password').fill('violet-umbrellas');
      await press(page, 'Register');
      await page.getByText('Passwords do not match').waitFor();
    },
  },
  {
    name: 'deliveryform-empty',
    async reach(page) {
      await visit(page, '/deliveryform');
      await page.getByRole('button', { name: 'Add a note or a date' }).waitFor();
    },
  },
  {
    name: 'deliveryform-errors',
    async reach(page, shop) {
      await atCheckout(page, shop);
      await page.getByLabel('Phone Number').fill('12345');
      await press(page, /^Place Order/);
      await page.getByText('Enter a valid 10-digit phone number').waitFor();
    },
  },
  {
    name: 'deliveryform-coupon-popup',
    isOverlay: true,
    async reach(page, shop) {
      await atCheckout(page, shop);
      await page.getByLabel('Coupon code').fill('SPECIAL20');
      await press(page, 'Apply');
      await page.getByRole('dialog', { name: 'Congratulations!' }).waitFor();
    },
  },
  {
    name: 'deliveryform-coupon-error',
    async reach(page, shop) {
      await atCheckout(page, shop);
      await page.getByLabel('Coupon code').fill('NOTHING');
      await press(page, 'Apply');
      await page.getByText('Invalid coupon code').waitFor();
    },
  },
  {
    name: 'deliveryform-payment',
    isOverlay: true,
    async reach(page, shop) {
      await atCheckout(page, shop);
      await fillDelivery(page);
      await placeOrder(page, '₹999.00');
    },
  },
  {
    name: 'deliveryform-confirming',
    isOverlay: true,
    async reach(page, shop) {
      await atCheckout(page, shop);
      await fillDelivery(page);
      const window = await placeOrder(page, '₹999.00');
      await holdBack(page, '**/payments/verify');
      await window.getByRole('button', { name: 'Success' }).click();
      await page.getByText('Confirming…').waitFor();
    },
  },
  {
    name: 'success-placed',
    async reach(page, shop) {
      await atCheckout(page, shop);
      await fillDelivery(page);
      const window = await placeOrder(page, '₹999.00');
      await window.getByRole('button', { name: 'Success' }).click();
      await page.getByText('Yay! Order Placed').waitFor();
    },
  },
  {
    name: 'your-orders-empty',
    async reach(page, shop) {
      await signIn(page, shop);
      await visit(page, '/your-orders');
      await page.getByText('For the next big day').waitFor();
    },
  },
  {
    name: 'your-orders-summary',
    isOverlay: true,
    async reach(page, shop) {
      await insertOrder(shop, await signIn(page, shop));
      await visit(page, '/your-orders');
      await press(page, /Ordered on/);
      await page.getByRole('dialog', { name: 'Order Summary' }).waitFor();
    },
  },
];

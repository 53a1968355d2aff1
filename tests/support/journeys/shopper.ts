// The actions of a shopper, from sign-up to a paid order.
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { RunningShop } from '../shop.ts';
import { signIn } from './accounts.ts';
import type { Shopper } from './accounts.ts';
import { expect, hydrated, visit } from './journey.ts';

export { newAccount, newShopper, signIn } from './accounts.ts';
export type { Shopper } from './accounts.ts';

export const COMMON_PASSWORD = 'This password is too common. Please choose another one.';
export const LOGIN_FAILED = 'Error signing in. Please try again.';

/** Fills every field of the sign-up screen. */
export async function fillSignUp(page: Page, shopper: Shopper): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(shopper.name);
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByLabel('Phone Number').fill('9876543210');
  await page.getByLabel('Pincode').fill('600004');
  await page.getByLabel('Date of Birth').fill('1995-03-08');
  await page.getByLabel('State').selectOption('Tamil Nadu');
  await page.getByLabel('Address').fill('14, North Mada Street, Mylapore');
  await page.getByLabel('Password', { exact: true }).fill(shopper.password);
  await page.getByLabel('Confirm Password').fill(shopper.password);
}

/** Fills the sign-up screen, presses Register and waits for /login. */
export async function signUp(page: Page, shopper: Shopper): Promise<void> {
  await fillSignUp(page, shopper);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Fills the login screen and presses Login. The caller checks the page that follows. */
export async function logIn(page: Page, shopper: Shopper): Promise<void> {
  const login = submitButton(page, 'Login');
  // The previous screen has fields with the same names.
  await expect(login).toBeVisible();
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByLabel('Password').fill(shopper.password);
  await login.click();
}

/** Stores lines as the browser's cart. The next page that opens shows them. */
export async function keepInCart(page: Page, shop: RunningShop, ...lines: object[]): Promise<void> {
  // None of the shop's scripts run at this address.
  await page.goto(`${shop.origin}/healthz`);
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify(lines));
}

/** A line of the cart. */
export const fivestar = {
  id: '4',
  title: 'Fivestar Garland',
  selectedVersion: 'adult',
  quantity: 1,
} as const;

/** Opens the delivery form, signed in, with one line in the cart. */
export async function atCheckout(
  page: Page,
  shop: RunningShop,
  line: object = fivestar,
): Promise<Shopper> {
  const shopper = await signIn(page, shop);
  await keepInCart(page, shop, line);
  await visit(page, '/deliveryform');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  return shopper;
}

/** Resolves to the orders of an account, as the server lists them. */
export async function ordersOf(page: Page, { email }: Shopper): Promise<unknown[]> {
  const reply = await page.request.get(`/orders/${email}`);
  expect(reply.status()).toBe(200);
  return reply.json();
}

/** Fills the delivery details. */
export async function fillDelivery(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Kavya Raman');
  await page.getByLabel('Phone Number').fill('98765 43210');
  await page.getByLabel('Landmark').fill('Near the temple tank');
  await page.getByLabel('Pincode').fill('600004');
  await page.getByLabel('State').selectOption('Tamil Nadu');
  await page.getByLabel('Full Address').fill('14, North Mada Street, Mylapore, Chennai');
}

/** Opens the delivery form as atCheckout does, and fills it. */
export async function readyToPay(page: Page, shop: RunningShop): Promise<Shopper> {
  const shopper = await atCheckout(page, shop);
  await fillDelivery(page);
  return shopper;
}

/** The button of the form, not the one of the same name in the bar. */
export function submitButton(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name });
}

/** Applies a coupon and closes the popup. */
export async function applyCoupon(page: Page, code: string, percent: number): Promise<void> {
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  const popup = page.getByRole('dialog', { name: 'Congratulations!' });
  await expect(popup).toContainText(`${percent}%`);
  await expect(popup).toContainText(code);
  await popup.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(popup).toBeHidden();
}

/** The payment window. */
export function paymentWindow(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Test payment"]');
}

/**
 * Waits until the payment window accepts clicks: its script, which comes after its buttons, moves the focus to the
 * first of them when it has the page's options.
 */
export async function windowReady(page: Page): Promise<void> {
  await expect(paymentWindow(page).getByRole('button', { name: 'Success' })).toBeFocused();
}

/** Presses Place Order and waits for the payment window. */
export async function placeOrder(page: Page, amount: string): Promise<FrameLocator> {
  await page.getByRole('button', { name: `Place Order (${amount})` }).click();
  const window = paymentWindow(page);
  await expect(window.getByText('Product Purchase')).toBeVisible();
  await windowReady(page);
  await expect(window.getByText(amount).first()).toBeVisible();
  return window;
}

const ORDER_ID = /MA-[0-9A-HJKMNP-TV-Z]{10}/;

/** Waits for /success. Resolves to the order's id that the screen shows. */
export async function orderIdAtSuccess(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Yay! Order Placed' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page).toHaveURL(/\/success/);
  await hydrated(page);
  const main = page.getByRole('main');
  // A payment that is resumed has its order only after the server has responded.
  await expect(main).toContainText(ORDER_ID);
  return ORDER_ID.exec(await main.innerText())![0];
}

/** Adds a product with versions to the cart, from the listing. */
export async function addFromListing(
  page: Page,
  title: string,
  version: 'Adult' | 'Kids',
): Promise<void> {
  await page
    .getByRole('article', { name: title })
    .getByRole('button', { name: 'Add to Cart' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Choose Version' });
  await expect(dialog.getByRole('radio', { name: 'Adult' })).toBeChecked();
  if (version === 'Kids') await dialog.getByRole('radio', { name: 'Kids' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(dialog).toBeHidden();
}

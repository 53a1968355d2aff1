// Taps before a page's scripts have loaded: what people tap first on each page, and how to check its effect.
import type { Locator, Page } from '@playwright/test';
import { expect, holdBack, hydrated } from './journey.ts';
import { totalPrice } from './product-page.ts';
import { LOGIN_FAILED, submitButton } from './shopper.ts';

export interface EarlyTap {
  name: string;
  path: string;
  target(page: Page): Locator;
  /** Types what the tap needs. */
  type?(page: Page): Promise<void>;
  /** Resolves once the tap has had its effect. */
  happened(page: Page): Promise<void>;
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name });

/** On the listing: a chip of its filter, and the button of a product with versions. */
export const chip = button('currency');
export const addToCart = (page: Page): Locator =>
  page.getByRole('article', { name: /KitKat/ }).getByRole('button', { name: 'Add to Cart' });

export const earlyTaps: readonly EarlyTap[] = [
  {
    name: 'Next image',
    path: '/dairymilkgarland',
    target: button('Next image'),
    happened: (page) =>
      expect(page.getByRole('button', { name: /^Image 2 of / })).toHaveAttribute(
        'aria-current',
        'true',
      ),
  },
  {
    name: 'Increase quantity',
    path: '/dairymilkgarland',
    target: button('Increase quantity'),
    happened: (page) => expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2'),
  },
  {
    name: 'Kids',
    path: '/dairymilkgarland',
    target: (page) =>
      page.locator('label').filter({ has: page.getByRole('radio', { name: 'Kids' }) }),
    happened: (page) => expect(totalPrice(page)).toHaveText('₹799'),
  },
  {
    name: 'Buy Now',
    path: '/dairymilkgarland',
    target: button('Buy Now'),
    happened: (page) => expect(page).toHaveURL(/\/login$/),
  },
  {
    name: 'Add to Cart',
    path: '/productspage',
    target: addToCart,
    happened: (page) => expect(page.getByRole('dialog', { name: 'Choose Version' })).toBeVisible(),
  },
  {
    name: 'a chip',
    path: '/productspage',
    target: chip,
    happened: (page) => expect(chip(page)).toHaveAttribute('aria-pressed', 'true'),
  },
  {
    name: 'Close offer',
    path: '/home',
    target: button('Close offer'),
    happened: (page) => expect(button('Close offer')(page)).toBeHidden(),
  },
  {
    name: 'Login',
    path: '/login',
    target: (page) => submitButton(page, 'Login'),
    type: async (page) => {
      await page.getByLabel('Email').fill('early@maalai.example');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    },
    happened: (page) => expect(page.getByText(LOGIN_FAILED)).toBeVisible(),
  },
];

/** Opens a path and holds back its scripts. Resolves to a function that releases them and waits for hydration. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const letGo = await holdBack(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    await letGo();
    await hydrated(page);
  };
}

// Taps before a page's scripts have loaded.
import type { Locator, Page } from '@playwright/test';
import { holdBack, hydrated } from './journey.ts';

/** On the listing: a chip of its filter, and the button of a product with versions. */
export const chip = (page: Page): Locator => page.getByRole('button', { name: 'currency' });
export const addToCart = (page: Page): Locator =>
  page.getByRole('article', { name: /KitKat/ }).getByRole('button', { name: 'Add to Cart' });

/** Opens a path and holds back its scripts. Resolves to a function that releases them and waits for hydration. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const letGo = await holdBack(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    await letGo();
    await hydrated(page);
  };
}

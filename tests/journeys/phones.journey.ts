// What phones bring: low windows, large letters and forced colours.
import type { Page } from '@playwright/test';
import { routes } from '../../src/storefront/app/routes.tsx';
import { expect, test, visit } from '#support/journeys/journey.ts';
import { openForm } from '#support/journeys/review-page.ts';
import { keepInCart, signIn } from '#support/journeys/shopper.ts';
import type { RunningShop } from '#support/shop.ts';

const fillCart = (page: Page, shop: RunningShop) =>
  keepInCart(page, shop, {
    id: '4',
    title: 'Fivestar Garland',
    selectedVersion: 'adult',
    quantity: 1,
  });

test('a focused text area is never under a fixed bar @all', async ({ page, shop }) => {
  await signIn(page, shop);
  await fillCart(page, shop);
  const pages: [string, () => Promise<void>][] = [
    ['/deliveryform', () => page.getByRole('button', { name: 'Add a note or a date' }).click()],
    ['/dairymilkgarland', () => openForm(page)],
    ['/prod', async () => {}],
  ];
  for (const [path, open] of pages) {
    await visit(page, path);
    await open();
    for (const [width, height] of [
      [740, 360],
      [320, 256],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const area of await page.locator('textarea:visible').all()) {
        for (const edge of ['start', 'end'] as const) {
          await area.evaluate((element, block) => {
            element.blur();
            element.scrollIntoView({ block });
            scrollBy(0, block === 'start' ? 400 : -400);
          }, edge);
          await area.focus();
          // The page may glide.
          await expect.poll(() => area.evaluate(covered), `${path} ${width} × ${height}`).toBe('');
        }
      }
    }
  }
});

/** Runs in the page: returns what covers the element's corners and middle. */
function covered(element: Element): string {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [
    [left + 12, top + 4],
    [right - 12, top + 4],
    [(left + right) / 2, (top + bottom) / 2],
    [left + 12, bottom - 4],
    [right - 12, bottom - 4],
  ] as const;
  return points
    .flatMap(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      // The chat link is no bar.
      return found === element || found?.closest('[href*="wa.me"]')
        ? []
        : [`${found?.tagName} ${found?.className} at ${x}, ${y}`];
    })
    .join();
}

test('no page scrolls sideways with letters of 24 px @all', async ({ playwright, shop }, {
  project,
}) => {
  const { launchOptions } = project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=24'],
  });
  const found: string[] = [];
  for (const width of [360, 320]) {
    const page = await browser.newPage({
      baseURL: shop.origin,
      viewport: { width, height: 640 },
      isMobile: true,
      hasTouch: true,
    });
    const look = async (path: string) => {
      await visit(page, path);
      const wide = await page.evaluate(() => {
        const root = document.documentElement;
        if (root.scrollWidth <= root.clientWidth) return [];
        const isWide = (each: Element) => each.getBoundingClientRect().right > root.clientWidth + 1;
        const isClipped = (each: Element | null): boolean =>
          !!each?.matches('#root *') &&
          (getComputedStyle(each).overflowX !== 'visible' || isClipped(each.parentElement));
        return [...document.querySelectorAll('body *')]
          .filter((each) => isWide(each) && ![...each.children].some(isWide) && !isClipped(each))
          .map(
            (each) =>
              `${each.tagName} ${each.className} ${each.textContent?.slice(0, 30)} ${Math.round(each.getBoundingClientRect().left)}+${Math.round(each.getBoundingClientRect().width)}`,
          );
      });
      if (wide.length > 0) found.push(`${width} ${path}: ${wide.join(' | ')}`);
    };
    for (const { path } of routes) await look(path);
    await signIn(page, shop);
    await fillCart(page, shop);
    await page.evaluate(() => localStorage.setItem('maalai.signed-in', '1'));
    for (const path of ['/cart', '/deliveryform', '/account', '/your-orders', '/home'])
      await look(path);
    await page.close();
  }
  await browser.close();
  expect(found).toEqual([]);
});

test('in forced colours dialogs have an edge, and the focus and what is chosen can be seen @all', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (name: string) =>
    expect(page.getByRole('dialog', { name })).toHaveCSS('border-top-style', 'solid');
  await visit(page, '/productspage');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await edge('Menu');
  await page.keyboard.press('Escape');
  await page
    .getByRole('article', { name: /KitKat/ })
    .getByRole('button', { name: 'Add to Cart' })
    .click();
  await edge('Choose Version');
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus-visible')).not.toHaveCount(0);
});

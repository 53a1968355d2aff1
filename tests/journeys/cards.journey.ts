// What a product card does under a mouse, and on the way to its product.
import type { Page } from '@playwright/test';
import { expect, test, visit, drawn } from '#support/journeys/journey.ts';
import { desktop, phone } from '#support/journeys/windows.ts';

const garland = (page: Page) =>
  page
    .getByRole('region', { name: 'Best Sellers' })
    .getByRole('article', { name: 'Dairy Milk Garland' });
const CLOSE_UP = /dairymilk-2-detail/;

/** Opens the home page at Best Sellers. Resolves to the list of fetched close-ups, which grows. */
async function watchCloseUps(page: Page): Promise<string[]> {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (CLOSE_UP.test(request.url())) fetched.push(request.url());
  });
  await visit(page, '/home');
  await garland(page).scrollIntoViewIfNeeded();
  const whole = garland(page).getByRole('img').first();
  await expect
    .poll(() => whole.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  return fetched;
}

test.describe('with a pointer', () => {
  test.use(desktop);

  test('a card shows its close-up under the pointer, fetched by then', async ({ page }) => {
    const fetched = await watchCloseUps(page);
    const closeUp = garland(page).locator('img').nth(1);
    await expect(closeUp).toBeHidden();
    expect(fetched).toEqual([]);
    await garland(page).hover();
    await expect(closeUp).toBeVisible();
    await expect(closeUp).toHaveCSS('opacity', '1');
    await expect.poll(() => fetched).toHaveLength(1);
    await page.mouse.move(0, 0);
    await expect(closeUp).toBeHidden();
  });
});

test.describe('with a finger', () => {
  test.use(phone);

  test('a card shows and fetches no close-up', async ({ page }) => {
    const fetched = await watchCloseUps(page);
    await garland(page).hover();
    await expect(garland(page).locator('img').nth(1)).toBeHidden();
    expect(fetched).toEqual([]);
  });
});

test('the picture of a tapped card travels to its product, unless less motion is wanted', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const record = async () => {
        await transition.ready;
        for (const { effect } of document.getAnimations()) {
          moved.push((effect as KeyframeEffect).pseudoElement ?? '');
        }
      };
      void record();
      return transition;
    };
  });
  const moved = () => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
  const open = async () => {
    await visit(page, '/productspage');
    await page.getByRole('link', { name: 'Chocolate Crown' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Chocolate Crown' })).toBeVisible();
  };

  await open();
  await expect.poll(moved).toContain('::view-transition-group(crown-1-hero)');
  expect((await moved()).join()).not.toContain('bouquet');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  // Two frames later a transition would have begun.
  await drawn(page);
  await drawn(page);
  expect(await moved()).toEqual([]);
});

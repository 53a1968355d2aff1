// Product cards: the close-up under a mouse, and the transition to the product page.
import type { Page } from '@playwright/test';
import { expect, test, visit, drawn } from '#support/journeys/journey.ts';
import { desktop, phone } from '#support/journeys/windows.ts';

const garland = (page: Page) =>
  page
    .getByRole('region', { name: 'Best Sellers' })
    .getByRole('article', { name: 'Dairy Milk Garland' });
const CLOSE_UP = /dairymilk-2-detail/;

/** Opens the home page at Best Sellers. Resolves to the live list of fetched close-ups. */
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

  test('a card fetches and shows its close-up only under the pointer', async ({ page }) => {
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

  test('a card neither fetches nor shows its close-up', async ({ page }) => {
    const fetched = await watchCloseUps(page);
    await garland(page).hover();
    await expect(garland(page).locator('img').nth(1)).toBeHidden();
    expect(fetched).toEqual([]);
  });
});

test('the picture of a tapped card moves to its product page, except with reduced motion', async ({
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
  // A transition would have begun within two frames.
  await drawn(page);
  await drawn(page);
  expect(await moved()).toEqual([]);
});

// Where a page becomes that of a phone, to the pixel: 768 px for the garlands, 640 px for the banner of the home page.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { dairyMilkGarland } from '../../src/shop/catalogue/dairy-milk-garland.ts';
import { fivestarGarland } from '../../src/shop/catalogue/fivestar-garland.ts';
import { kitkatGarland } from '../../src/shop/catalogue/kitkat-garland.ts';
import {
  expect,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  test,
  visit,
} from '#support/journeys/journey.ts';
import { panel, pictures } from '#support/journeys/product-page.ts';

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });
const titles = ['Magical Features', 'Delivery Magic', 'Perfect Celebrations'];

for (const { link: path, name } of [dairyMilkGarland, fivestarGarland, kitkatGarland]) {
  test(
    `${path} is a phone's page below 768 px and a desktop's from there`,
    covers('garland-3', 'garland-16', 'constant-31'),
    async ({ page }) => {
      await resize(page, 767);
      await visit(page, path);
      const lists = titles.map((title) => panel(page, title).getByRole('list'));
      const fullScreen = page.getByRole('button', { name: 'View full screen' });

      await test.step('767 px: accordions, the full screen', async () => {
        await expect(lists[0]!).toBeVisible();
        await expect(lists[1]!).toBeHidden();
        await expect(lists[2]!).toBeHidden();
        await expect(fullScreen).toBeVisible();
      });

      await test.step('768 px: open panels, side by side', async () => {
        await resize(page, 768);
        for (const list of lists) await expect(list).toBeVisible();
        const tops = await Promise.all(titles.map((title) => panel(page, title).boundingBox()));
        expect(new Set(tops.map((box) => box?.y)).size).toBe(1);
        // A click enlarges the KitKat garland at every width.
        await expect(fullScreen).toBeVisible({ visible: path === '/kitkatgarland' });
        await expectFit(page);
      });

      await test.step('767 px again: the first stays open', async () => {
        await resize(page, 767);
        await expect(lists[0]!).toBeVisible();
        await expect(lists[1]!).toBeHidden();
      });
    },
  );

  test(
    `${path} enlarges 2.5 times under the pointer from 768 px`,
    covers('garland-2', 'constant-33', 'state-5'),
    async ({ page, isMobile }) => {
      await resize(page, 767);
      await visit(page, path);
      const stage = pictures(page, name);
      const picture = stage.getByRole('img');
      const scale = () => picture.evaluate((image) => getComputedStyle(image).scale);
      await stage.hover();
      await expect.poll(scale).toBe('none');
      await resize(page, 768);
      await stage.hover();
      // A finger has nothing to hover with.
      await expect.poll(scale).toBe(isMobile ? 'none' : '2.5');
      if (!isMobile) await expectAccessible(page);
    },
  );
}

test('the pictures of the other pages wrap around too', covers('garland-1'), async ({ page }) => {
  for (const { link, name } of [fivestarGarland, kitkatGarland]) {
    await visit(page, link);
    await page.getByRole('button', { name: 'Previous image' }).click();
    const last = page.getByRole('button', { name: 'Image 4 of 4' });
    await expect(last).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Next image' }).click();
    const first = page.getByRole('button', { name: 'Image 1 of 4' });
    await expect(first).toHaveAttribute('aria-current', 'true');
    await expect(pictures(page, name).getByRole('img')).toHaveCount(1);
  }
});

test(
  "the banner of the home page is a phone's below 640 px",
  covers('constant-32'),
  async ({ page }) => {
    await visit(page, '/home');
    const words = page.getByRole('complementary', { name: 'Offer' }).getByText('GET OFFERS!');
    const sizes = [];
    for (const width of [375, 639, 640, 1280]) {
      await resize(page, width);
      sizes.push(await words.evaluate((element) => getComputedStyle(element).fontSize));
      await expectNoSidewaysScroll(page);
    }
    expect(sizes).toEqual(['15px', '15px', '16px', '16px']);
  },
);

test(
  '15 candies rise behind the sign-up below 640 px, 20 from there',
  covers('signup-8'),
  async ({ page }) => {
    await visit(page, '/signup');
    const candies = page.getByRole('main').locator('div[aria-hidden=true] > i:visible');
    await resize(page, 639);
    await expect(candies).toHaveCount(15);
    await resize(page, 640);
    await expect(candies).toHaveCount(20);
  },
);

test(
  'the menu takes over from the links of the bar below 768 px',
  covers('bar-6'),
  async ({ page }) => {
    await visit(page, '/home');
    const bar = page.getByRole('navigation', { name: 'Main' });
    const menu = page.getByRole('button', { name: 'Open menu' });
    await resize(page, 767);
    await expect(menu).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Your orders' })).toBeHidden();
    await resize(page, 768);
    await expect(menu).toBeHidden();
    await expect(bar.getByRole('link', { name: 'Your orders' })).toBeVisible();
  },
);

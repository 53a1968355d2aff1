// The exact breakpoints of the phone layouts: 768 px for the garlands, 640 px for the banner of the home page.
import type { Page } from '@playwright/test';
import { covers } from '#support/covers.ts';
import { expect, expectAccessible, test, visit } from '#support/journeys/journey.ts';
import { expectBesideTitle, panel, pictures } from '#support/journeys/product-page.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import dairyMilkGarland from '../../src/shop/catalogue/products/dairy-milk-garland.ts';
import fivestarGarland from '../../src/shop/catalogue/products/fivestar-garland.ts';
import kitkatGarland from '../../src/shop/catalogue/products/kitkat-garland.ts';

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });
const titles = ['Magical Features', 'Delivery Magic', 'Perfect Celebrations'];

/** Resolves to the picture's scale after its animations. */
const scaleOf = (page: Page, name: string) =>
  pictures(page, name)
    .getByRole('img')
    .evaluate(async (image) => {
      await Promise.allSettled(image.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(image).scale;
    });

test.describe('with a pointer', () => {
  test.use(desktop);

  for (const { link: path, name } of [dairyMilkGarland, fivestarGarland, kitkatGarland]) {
    test(
      `${path} has the phone layout below 768 px and the desktop layout from 768 px`,
      covers('garland-2', 'garland-3', 'garland-16', 'constant-31', 'constant-33', 'state-5'),
      async ({ page }) => {
        await resize(page, 767);
        await visit(page, path);
        const lists = titles.map((title) => panel(page, title).getByRole('list'));
        const fullScreen = page.getByRole('button', { name: 'View full screen' });

        await test.step('767 px: accordions, full screen, no enlargement', async () => {
          await expect(lists[0]!).toBeVisible();
          await expect(lists[1]!).toBeHidden();
          await expect(lists[2]!).toBeHidden();
          await expect(fullScreen).toBeVisible();
          await pictures(page, name).hover();
          await expect.poll(() => scaleOf(page, name)).toBe('none');
        });

        await test.step('768 px: open panels next to their titles, pictures enlarged 2.5 times', async () => {
          await resize(page, 768);
          for (const title of titles) await expectBesideTitle(page, title);
          await expect(fullScreen).toBeVisible();
          await pictures(page, name).hover();
          await expect.poll(() => scaleOf(page, name)).toBe('2.5');
          if (path === '/dairymilkgarland') await expectAccessible(page);
        });

        await test.step('767 px again: the first panel stays open', async () => {
          await resize(page, 767);
          await expect(lists[0]!).toBeVisible();
          await expect(lists[1]!).toBeHidden();
        });
      },
    );
  }
});

test.describe('with a finger', () => {
  test.use(phone);

  test(
    'the pictures of the other garlands also wrap around, and are not enlarged in place',
    covers('garland-1', 'garland-2'),
    async ({ page }) => {
      for (const { link, name } of [fivestarGarland, kitkatGarland]) {
        await visit(page, link);
        await page.getByRole('button', { name: 'Previous image' }).click();
        const last = page.getByRole('button', { name: 'Image 4 of 4' });
        await expect(last).toHaveAttribute('aria-current', 'true');
        await page.getByRole('button', { name: 'Next image' }).click();
        const first = page.getByRole('button', { name: 'Image 1 of 4' });
        await expect(first).toHaveAttribute('aria-current', 'true');
        await expect(pictures(page, name).getByRole('img')).toHaveCount(1);
        await resize(page, 768);
        await pictures(page, name).hover();
        await expect.poll(() => scaleOf(page, name)).toBe('none');
      }
    },
  );
});

test(
  'home: the banner has its phone size below 640 px, and the menu replaces the links below 768 px',
  covers('constant-32', 'bar-6'),
  async ({ page }) => {
    await visit(page, '/home');
    const words = page.getByRole('complementary', { name: 'Offer' }).getByText('GET OFFERS!');
    const menu = page.getByRole('button', { name: 'Open menu' });
    const orders = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Your orders' });
    for (const [width, fontSize] of [
      [375, '15px'],
      [639, '15px'],
      [640, '16px'],
      [767, '16px'],
      [768, '16px'],
      [1280, '16px'],
    ] as const) {
      await resize(page, width);
      await expect(words, `${width} px`).toHaveCSS('font-size', fontSize);
      await expect(menu, `${width} px`).toBeVisible({ visible: width < 768 });
      await expect(orders, `${width} px`).toBeVisible({ visible: width >= 768 });
    }
  },
);

test(
  '15 candies rise behind the sign-up below 640 px, and 20 from 640 px',
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

test('with reduced motion nothing floats, and sweets lie at the foot', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/login', '/signup']) {
    await visit(page, path);
    const main = page.getByRole('main');
    const heaps = () =>
      main.locator('[data-heaps]').evaluate((ground) => {
        const { backgroundImage } = getComputedStyle(ground, '::after');
        return backgroundImage.split('.webp').length - 1;
      });
    for (const width of [375, 1280]) {
      await resize(page, width);
      await expect(main.locator('div[aria-hidden=true] > i:visible')).toHaveCount(0);
      expect(await heaps(), `${path} at ${width} px`).toBe(2);
    }
  }
});

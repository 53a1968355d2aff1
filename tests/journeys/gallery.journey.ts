// The gallery of a product page: full screen on a phone, enlarged under a pointer, and which pictures it fetches.
import type { Page } from '@playwright/test';
import { expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import {
  expectBesideTitle,
  expectImage,
  moveFingers,
  panel,
  pictures,
} from '#support/journeys/product-page.ts';
import { desktop, phone } from '#support/journeys/windows.ts';

test.use(phone);

test('on a phone the pictures open full screen, where they are swiped, zoomed and pinched @all [garland-3]', async ({
  page,
}) => {
  const name = 'Dairy Milk Garland';
  const { width, height } = phone.viewport;
  await visit(page, '/dairymilkgarland');
  await pictures(page, name).tap();
  const overlay = page.getByRole('dialog', { name: `${name}, full screen` });
  await expect(overlay.getByText('1 of 4')).toBeVisible();
  await expectFit(page, 'dialog[open]');
  // At first the whole picture is shown, as wide as the window and between the controls. After a tap it is as high as
  // the window, so twice as wide: a swipe pans it, and the next swipe continues from its edge.
  const row = pictures(page, `${name}, full screen`);
  const picture = async () => (await row.getByRole('img').boundingBox())!;
  expect(await picture()).toMatchObject({ x: 0, width, height: width });
  const small = overlay.getByRole('button', { name: /^Image \d of 4$/ });
  await expect(small).toHaveCount(4);
  expect((await picture()).y + width).toBeLessThan((await small.first().boundingBox())!.y);
  await small.nth(3).click();
  await expect(overlay.getByText('4 of 4')).toBeVisible();
  await overlay.getByRole('button', { name: 'Next image' }).click();
  await expect(overlay.getByText('1 of 4')).toBeVisible();
  await row.tap();
  // Only the controls cover the enlarged picture.
  await expect(small).toHaveCount(0);
  // Between two pixels, so the browser may round it up or down.
  const middle = (width - height) / 2;
  await expect.poll(picture).toMatchObject({ width: height, height });
  await expect.poll(async () => (await picture()).x).toBeCloseTo(middle, -1);
  await moveFingers(page, [350, 20]);
  await expect.poll(async () => (await picture()).x).toBe(width - height);
  await expect(overlay.getByText('1 of 4')).toBeVisible();
  await moveFingers(page, [350, 20]);
  await expect(overlay.getByText('2 of 4')).toBeVisible();
  await overlay.getByRole('button', { name: 'Next image' }).click();
  await expect(overlay.getByText('3 of 4')).toBeVisible();
  // The late end of a swipe does not change the picture back.
  await row.evaluate((element) => element.scrollTo({ left: element.clientWidth }));
  const fromMiddle = async () => Math.abs((await picture()).x - middle);
  await expect.poll(fromMiddle, 'the third fills the window').toBeLessThanOrEqual(-middle);
  await expect(overlay.getByText('3 of 4')).toBeVisible();
  await overlay.getByRole('button', { name: 'Close' }).tap();
  await expect(overlay).toBeHidden();
  await expectImage(page, name, 3, 4);

  // Two fingers may also move the row sideways, so it does not matter which picture they zoom.
  await pictures(page, name).tap();
  const scale = () => page.evaluate(() => visualViewport?.scale);
  await expect(overlay).toBeVisible();
  await moveFingers(page, [160, 90], [210, 280]);
  await expect.poll(scale).toBeGreaterThan(1.5);
  await moveFingers(page, [30, 180], [340, 190]);
  await expect.poll(scale).toBe(1);

  // Nor does a finger enlarge a picture in place, where a pointer does.
  await overlay.getByRole('button', { name: 'Close' }).tap();
  await page.setViewportSize({ width: 768, height: 800 });
  await pictures(page, name).hover();
  expect(await scaleOf(page, name)).toBe('none');
});

test('the large pictures after the first load only when a visitor uses the gallery @all', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const name = /\/pictures\/.*\/(kitkat-\d-[a-z-]+-\d+)\.\w+$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  const thumbnails = () => fetched.filter((name) => name.endsWith('-120'));
  const large = () => {
    const names = fetched.filter((name) => !name.endsWith('-120'));
    return [...new Set(names.map((name) => name.replace(/-\d+$/, '')))].toSorted();
  };
  await visit(page, '/kitkatgarland');
  await expect.poll(thumbnails).toHaveLength(4);
  expect(large()).toEqual(['kitkat-1-hero-wide']);
  // Neither narrowed to the window, which would cut it, nor masked in view
  const whole = await pictures(page, 'KitKat Garland').getByRole('img').first().boundingBox();
  expect(whole!.width / whole!.height).toBeCloseTo(2, 1);
  await page.getByRole('radio', { name: 'Kids' }).check();
  await expect.poll(large).toEqual(['kitkat-1-hero-wide', 'kitkat-3-kids-wide']);
  const row = pictures(page, 'KitKat Garland');
  // The page moves the row to the chosen version after the price; a touch before that is not a swipe.
  await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await row.dispatchEvent('touchstart');
  await row.evaluate((element) => element.scrollBy({ left: 40 }));
  await expect.poll(large).toHaveLength(4);
});

/** Resolves to the scale of a gallery's picture after its animations. */
const scaleOf = (page: Page, name: string) =>
  pictures(page, name)
    .getByRole('img')
    .evaluate(async (image) => {
      await Promise.allSettled(image.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(image).scale;
    });

test.describe('with a pointer', () => {
  test.use(desktop);

  test('from 768 px pictures are enlarged under the pointer and the panels are open beside their titles; below, accordions @all [garland-2,16 constant-31,33]', async ({
    page,
  }) => {
    const name = 'Dairy Milk Garland';
    const titles = ['Magical Features', 'Delivery Magic', 'Perfect Celebrations'];
    const resize = (width: number) => page.setViewportSize({ width, height: 800 });
    await resize(767);
    await visit(page, '/dairymilkgarland');
    const [features, delivery] = titles.map((title) => panel(page, title).getByRole('list'));
    const expectAccordions = async () => {
      await expect(features!).toBeVisible();
      await expect(delivery!).toBeHidden();
    };
    await expectAccordions();
    await pictures(page, name).hover();
    expect(await scaleOf(page, name)).toBe('none');

    await resize(768);
    for (const title of titles) await expectBesideTitle(page, title);
    const { x, y, width, height } = (await pictures(page, name).boundingBox())!;
    await page.mouse.move(x + width / 4, y + height / 4);
    await expect.poll(() => scaleOf(page, name)).toBe('2.5');
    // The point under the pointer stays there.
    const corner = (await pictures(page, name).getByRole('img').boundingBox())!;
    expect(corner.x + corner.width / 4).toBeCloseTo(x + width / 4, 0);
    expect(corner.y + corner.height / 4).toBeCloseTo(y + height / 4, 0);
    await page.getByRole('button', { name: 'Next image' }).hover();
    await expect.poll(() => scaleOf(page, name)).toBe('none');
    await resize(767);
    await expectAccordions();
  });
});

// The pages of the garlands: gallery, versions, quantity, sharing, sections and questions.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInStoppedTime,
  expectFit,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { pageTexts } from '#support/journeys/page-texts.ts';
import {
  buyNow,
  expectBesideTitle,
  expectImage,
  expectOneAnswerAtATime,
  moveFingers,
  panel,
  pictures,
  totalPrice,
} from '#support/journeys/product-page.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';

const garland = 'Dairy Milk Garland';

test(
  "Dairy Milk: the gallery wraps around, 'Sweet Questions' open one at a time, Buy Now orders its chocolate",
  covers(
    'garland-1',
    'garland-13',
    'garland-18',
    'garland-19',
    'delivery-1',
    'transition-12',
    'transition-43',
    'transition-44',
    'constant-19',
    'name-18',
    'state-5',
  ),
  async ({ page, shop }) => {
    await signIn(page, shop);
    await visit(page, '/dairymilkgarland');
    await expectImage(page, garland, 1, 4);
    await page.getByRole('button', { name: 'Previous image' }).click();
    await expectImage(page, garland, 4, 4);
    await page.getByRole('button', { name: 'Next image' }).click();
    await expectImage(page, garland, 1, 4);
    await page.getByRole('button', { name: 'Next image' }).click();
    await expectImage(page, garland, 2, 4);
    await page.getByRole('button', { name: 'Image 4 of 4' }).click();
    await expectImage(page, garland, 4, 4);

    await expectSweetQuestions(page);
    await buyNow(page);
    await expectItem(page, garland, 'Adult · 3.5 feet · Dairy Milk · Qty 1');
  },
);

async function expectSweetQuestions(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: 'Sweet Questions' })).toBeVisible();
  await expectOneAnswerAtATime(page, 5);
}

/** Expects an item in the order summary of the checkout. */
async function expectItem(page: Page, name: string, facts: string): Promise<void> {
  const items = page.getByRole('region', { name: 'Your items' });
  await expect(items).toContainText(name);
  await expect(items).toContainText(facts);
}

test(
  'wide windows enlarge pictures under the pointer and show sections side by side; phones have full screen and accordions @wide',
  covers('garland-2', 'garland-3', 'garland-16', 'constant-33', 'state-5', 'state-6'),
  async ({ page, isMobile }) => {
    await visit(page, '/dairymilkgarland');
    await (isMobile ? expectFullScreen(page) : expectEnlargement(page));
    await (isMobile ? expectAccordions(page) : expectOpenPanels(page));
  },
);

const titles = ['Magical Features', 'Delivery Magic', 'Perfect Celebrations'] as const;

async function expectOpenPanels(page: Page): Promise<void> {
  for (const title of titles) await expectBesideTitle(page, title);
}

async function expectAccordions(page: Page): Promise<void> {
  const [features, delivery] = [panel(page, titles[0]), panel(page, titles[1])];
  await expect(features).toHaveAttribute('open', '');
  await delivery.locator('summary').click();
  await expect(delivery.getByText('Prepared by hand in 2-3 days')).toBeVisible();
  await expect(features).not.toHaveAttribute('open');
  await expectFit(page, 'details');
  await delivery.locator('summary').click();
  await expect(delivery).not.toHaveAttribute('open');
}

async function expectEnlargement(page: Page): Promise<void> {
  const stage = pictures(page, garland);
  const picture = stage.getByRole('img');
  const { x, y, width, height } = (await stage.boundingBox())!;
  const enlarged = async () => ((await picture.boundingBox())!.width / width).toFixed(2);
  expect(await enlarged()).toBe('1.00');
  await page.mouse.move(x + width / 4, y + height / 4);
  await expect.poll(enlarged).toBe('2.50');
  // The point under the pointer stays there.
  const corner = (await picture.boundingBox())!;
  expect(corner.x + corner.width / 4).toBeCloseTo(x + width / 4, 0);
  expect(corner.y + corner.height / 4).toBeCloseTo(y + height / 4, 0);
  await page.getByRole('button', { name: 'Next image' }).hover();
  await expect.poll(enlarged).toBe('1.00');
}

async function expectFullScreen(page: Page): Promise<void> {
  await pictures(page, garland).tap();
  const overlay = page.getByRole('dialog', { name: `${garland}, full screen` });
  await expect(overlay.getByText('1 of 4')).toBeVisible();
  await expectFit(page, 'dialog[open]');
  // At first the whole picture is shown, as wide as the window and between the controls. After a tap it is as high as the
  // window, so twice as wide: a swipe pans it, and the next swipe continues from its edge.
  const row = pictures(page, `${garland}, full screen`);
  const picture = async () => (await row.getByRole('img').boundingBox())!;
  expect(await picture()).toMatchObject({ x: 0, width: 375, height: 375 });
  const small = overlay.getByRole('button', { name: /^Image \d of 4$/ });
  await expect(small).toHaveCount(4);
  expect((await picture()).y).toBeGreaterThan(56);
  expect((await picture()).y + 375).toBeLessThan((await small.first().boundingBox())!.y);
  await small.nth(3).click();
  await expect(overlay.getByText('4 of 4')).toBeVisible();
  await overlay.getByRole('button', { name: 'Next image' }).click();
  await expect(overlay.getByText('1 of 4')).toBeVisible();
  await row.tap();
  // Only the controls cover the enlarged picture.
  await expect(small).toHaveCount(0);
  // Between two pixels, so the browser may round it up or down.
  const middle = (375 - 812) / 2;
  await expect.poll(picture).toMatchObject({ width: 812, height: 812 });
  await expect.poll(async () => (await picture()).x).toBeCloseTo(middle, -1);
  await expect(overlay.getByText('1 of 4')).toBeVisible();
  await moveFingers(page, [350, 20]);
  await expect.poll(async () => (await picture()).x).toBe(375 - 812);
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
  await expectImage(page, garland, 3, 4);

  // Two fingers may also move the row sideways, so it does not matter which picture they zoom.
  await pictures(page, garland).tap();
  const scale = () => page.evaluate(() => visualViewport?.scale);
  await expect(overlay).toBeVisible();
  await moveFingers(page, [160, 90], [210, 280]);
  await expect.poll(scale).toBeGreaterThan(1.5);
  await moveFingers(page, [30, 180], [340, 190]);
  await expect.poll(scale).toBe(1);
  await overlay.getByRole('button', { name: 'Close' }).tap();
  await expect(overlay).toBeHidden();
}

test(
  'Fivestar: version and quantity determine the price, badge and saving, without a maximum',
  covers(
    'delivery-1',
    'transition-12',
    'constant-19',
    'garland-13',
    'garland-14',
    'garland-4',
    'garland-5',
    'garland-6',
    'garland-7',
    'garland-8',
    'rule-33',
    'rule-34',
    'constant-5',
    'name-19',
    'name-20',
    'name-23',
    'state-6',
  ),
  async ({ page, shop }) => {
    await signIn(page, shop);
    await visit(page, '/fivestargarland');
    const main = page.getByRole('main');
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Adult' })).toBeChecked();
    await expect(totalPrice(page)).toHaveText('₹999');
    await expect(main.getByText('You save ₹200', { exact: true })).toBeVisible();
    await expect(main.getByText('17% off')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();

    await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
    await expect(totalPrice(page)).toHaveText('₹799');
    await expect(main.getByText('20% off')).toBeVisible();
    await expectImage(page, 'Fivestar Garland', 3, 4);

    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(totalPrice(page)).toHaveText('₹2,397');
    await expect(main.locator('s').first()).toHaveText('was ₹2,997');
    await expect(main.getByText('You save ₹600', { exact: true })).toBeVisible();
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
    await quantity.fill('0');
    await quantity.blur();
    await expect(quantity).toHaveValue('3');
    await quantity.fill('12345');
    await expect(totalPrice(page)).toHaveText('₹98,63,655');
    await expectFit(page, 'main');
    await buyNow(page);
    await expectItem(page, 'Fivestar Garland', 'Kids · 1.5 feet · Fivestar · Qty 12345');
    await expect(page.getByRole('button', { name: 'Place Order (₹98,63,655.00)' })).toBeVisible();
  },
);

test(
  "Share copies the garland's address and shows 'Copied!' for two seconds",
  covers('garland-14', 'transition-42', 'constant-34', 'name-22', 'state-6'),
  async ({ page, shop, context, isMobile }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visitInStoppedTime(page, '/dairymilkgarland');
    await page.getByRole('button', { name: 'Share' }).click();
    const copied = page.getByText('Copied!');
    await expect(copied).toBeVisible();
    if (isMobile) {
      // The message is above the fixed Buy Now.
      const words = (await copied.boundingBox())!;
      const button = (await page.getByRole('button', { name: 'Buy Now' }).boundingBox())!;
      expect(words.y + words.height).toBeLessThan(button.y);
    }
    await page.clock.runFor(1999);
    await expect(copied).toBeVisible();
    await page.clock.runFor(1);
    await expect(copied).toBeHidden();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${shop.origin}/dairymilkgarland`,
    );
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(copied).toBeVisible();
    await expectAccessibleInStoppedTime(page);
    await expect(copied).toBeVisible();
  },
);

test(
  'KitKat has its own offer line and badge, and no Share button',
  covers(
    'garland-9',
    'garland-10',
    'garland-11',
    'garland-12',
    'garland-13',
    'garland-14',
    'delivery-1',
    'transition-12',
    'constant-19',
    'state-5',
  ),
  async ({ page, shop }) => {
    await signIn(page, shop);
    await visit(page, '/kitkatgarland');
    await expect(page.getByText('14% OFF - Limited Time Offer!')).toBeVisible();
    // That line replaces the discount badge here.
    await expect(page.getByText('14% off', { exact: true })).toHaveCount(0);
    await expect(page.getByText('You save ₹200', { exact: true })).toBeVisible();
    await expect(page.getByText('Perfect Gift')).toBeVisible();
    await expect(page.getByRole('img', { name: '4.8 out of 5 stars' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Kids' }).check({ force: true });
    await expect(page.getByText('20% OFF - Limited Time Offer!')).toBeVisible();

    // A click on the picture enlarges it at every size.
    await pictures(page, 'KitKat Garland').click();
    const overlay = page.getByRole('dialog', { name: 'KitKat Garland, full screen' });
    await expect(overlay.getByText('3 of 4')).toBeVisible();
    await expectFit(page, 'dialog[open]');
    await overlay.getByRole('button', { name: 'Close' }).click();
    await expect(overlay).toBeHidden();
    await expect(pictures(page, 'KitKat Garland')).toBeFocused();

    await buyNow(page);
    await expectItem(page, 'KitKat Garland', 'Kids · 1.5 feet · Kitkat Milk · Qty 1');
  },
);

test.describe('on a phone', () => {
  test.use(phone);

  test('both versions are fully visible above the bar with Buy Now', async ({ page }) => {
    for (const path of ['/dairymilkgarland', '/fivestargarland', '/kitkatgarland', '/prod']) {
      await visit(page, path);
      await expect(page.getByText('Choose Version')).toBeVisible();
      const bar = (await page.locator('[data-dock]').boundingBox())!;
      for (const name of ['Adult', path === '/prod' ? 'Kid' : 'Kids']) {
        const tile = page.locator('label').filter({ has: page.getByRole('radio', { name }) });
        const { y, height } = (await tile.boundingBox())!;
        expect(y + height, `${name} on ${path}`).toBeLessThan(bar.y - 8);
      }
    }
  });
});

test('the band of pictures fills the place that was kept for it', async ({ page }) => {
  for (const path of ['/dairymilkgarland', '/chocolatecrown', '/prod']) {
    await visit(page, path);
    const next = page.getByRole('heading', { name: /Reviews|Frequently Asked Questions/ }).first();
    const about = page.getByRole('heading', { name: 'Good to know' });
    const distance = async () => (await next.boundingBox())!.y - (await about.boundingBox())!.y;
    const kept = await distance();
    await about.scrollIntoViewIfNeeded();
    await expect(page.getByText(pageTexts[path]!.line)).toBeVisible();
    expect(await distance(), path).toBeCloseTo(kept, 0);
  }
});

test('the end of a page suggests other gifts, fetched when a visitor scrolls near', async ({
  page,
}) => {
  await visit(page, '/sandlegarland');
  const next = page.getByRole('region', { name: 'For the next big day' });
  await expect(next).toHaveCount(0);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(next.getByRole('article')).toHaveCount(4);
  await next.getByRole('link', { name: 'Wedding Delight' }).click();
  await expect(page).toHaveURL(/\/weddingcombo$/);
});

test('a message is shown if the browser blocks storage', covers('state-7'), async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await visit(page, '/dairymilkgarland');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Your browser is blocking storage for this site',
  );
  await expect(page).toHaveURL(/\/dairymilkgarland$/);
  await expectFit(page, '[role=alert]');
});

test('the page shows the delivery days of an order placed today, also in a tab from yesterday', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-22T23:00:00+05:30');
  await visit(page, '/dairymilkgarland');
  const sent = page.getByText(/^Order today: sent by/);
  const arrival = page.getByText(/^With you/);
  await expect(sent).toHaveText('Order today: sent by 26 Nov');
  await expect(arrival).toHaveText('With you 30 Nov-3 Dec');
  await expect(page.getByText('2-5 business days to all 28 states of India.')).toBeVisible();
  await page.clock.setFixedTime('2026-11-23T08:00:00+05:30');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(sent).toHaveText('Order today: sent by 27 Nov');
  await expect(arrival).toHaveText('With you 1-4 Dec');
});

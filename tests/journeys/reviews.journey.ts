// Writing reviews on a product page, as a buyer and as another shopper, with pictures.
import { covers } from '#support/covers.ts';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import {
  hydrated,
  expect,
  expectFit,
  expectNoSidewaysScroll,
  holdBack,
  test,
  visit,
} from '#support/journeys/journey.ts';
import {
  articles,
  comeToReviews,
  form,
  LONG_COMMENT,
  openForm,
  photos,
  rate,
  writeButton,
} from '#support/journeys/review-page.ts';
import {
  atCheckout,
  fillDelivery,
  logIn,
  newAccount,
  orderIdAtSuccess,
  ordersOf,
  placeOrder,
  signIn,
} from '#support/journeys/shopper.ts';

async function expectLoaded(pictures: Locator, count: number): Promise<void> {
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
}

test(
  "a buyer's review with five pictures is verified and survives a restart, as do the order and the session @data",
  covers('garland-17', 'rule-30', 'call-16', 'call-21', 'running-6', 'state-10'),
  async ({ page, shop }) => {
    const shopper = await atCheckout(page, shop, { id: '3', title: 'Dairy Milk Garland' });
    await fillDelivery(page);
    const window = await placeOrder(page, '₹999.00');
    await window.getByRole('button', { name: 'Success' }).click();
    const orderId = await orderIdAtSuccess(page);

    const title = `Stole the show ${shopper.email}`;
    const own = articles(page).filter({ hasText: title });

    await test.step('written and sent', async () => {
      await visit(page, '/dairymilkgarland');
      await openForm(page);
      await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue(shopper.name);
      const email = form(page).getByRole('textbox', { name: 'Email' });
      await expect(email).toHaveValue(shopper.email);
      await expect(email).toHaveAttribute('readonly');
      await rate(page, '4 stars');
      await form(page).getByRole('textbox', { name: 'Title' }).fill(title);
      await form(page).getByRole('textbox', { name: 'Comment' }).fill(LONG_COMMENT);
      await form(page)
        .getByLabel('Photos')
        .setInputFiles(await photos(5));
      await expect(form(page).getByText('5 of 5')).toBeVisible();
      await form(page).getByRole('button', { name: 'Submit Review' }).click();
    });

    await test.step('at the top of the list at once', async () => {
      await expect(articles(page).first()).toContainText(title);
      await expect(own.getByText('Verified')).toBeVisible();
      await expect(writeButton(page)).toBeVisible();
      await expect(writeButton(page)).toBeFocused();
    });

    await test.step('still there after a restart, its pictures without metadata', async () => {
      // The page must not request a picture meanwhile.
      await page.goto('about:blank');
      expect(await shop.stop()).toBe(0);
      await shop.start();
      await visit(page, '/dairymilkgarland');
      await comeToReviews(page);
      await expect(own.getByText('Verified')).toBeVisible();
      await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
      const thumbs = own.getByRole('img', { name: /^Photo \d of 5 by Kavya Raman$/ });
      await expectLoaded(thumbs, 5);
      await thumbs.nth(1).click();
      const large = page.getByRole('dialog', { name: 'Pictures by Kavya Raman' });
      await expectLoaded(large.getByRole('img'), 1);
      await expect(large.getByRole('img')).toHaveAccessibleName('Photo 2 of 5 by Kavya Raman');
      await expectFit(page, 'dialog[open]');
      const address = await large.getByRole('img').getAttribute('src');
      const file = await page.request.get(address!);
      const { exif, format } = await sharp(await file.body()).metadata();
      expect({ exif, format }).toEqual({ exif: undefined, format: 'webp' });
      await large.getByRole('button', { name: 'Next photo' }).click();
      await expect(large.getByRole('img')).toHaveAccessibleName('Photo 3 of 5 by Kavya Raman');
      await page.keyboard.press('Escape');
      await expect(large).toBeHidden();
      await expect(own.getByRole('button', { name: 'Photo 2 of 5 by Kavya Raman' })).toBeFocused();
      expect(await ordersOf(page, shopper)).toMatchObject([{ _id: orderId }]);
    });
  },
);

test(
  'writing a review leads through the login, and typed text survives closing, a reload and a login',
  covers('transition-33', 'role-10'),
  async ({ page, shop }) => {
    const shopper = await newAccount(shop);
    await visit(page, '/dairymilkgarland');
    await writeButton(page).click();
    await expect(page).toHaveURL(/\/login$/);
    await hydrated(page);
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/dairymilkgarland$/);
    await expect(form(page)).toBeVisible();
    await expect(form(page)).toBeInViewport();

    const comment = form(page).getByRole('textbox', { name: 'Comment' });
    await rate(page, '2 stars');
    await comment.fill('A little late, but lovely.');
    await form(page).getByRole('button', { name: 'Close review form' }).click();
    await expect(form(page)).toBeHidden();
    await expect(writeButton(page)).toBeFocused();
    await openForm(page);
    await expect(comment).toHaveValue('A little late, but lovely.');

    await page.reload();
    await hydrated(page);
    await openForm(page);
    await expect(comment).toHaveValue('A little late, but lovely.');
    await expect(form(page).getByRole('radio', { name: '2 stars' })).toBeChecked();

    await form(page).getByRole('button', { name: 'Close review form' }).click();
    await page.context().clearCookies();
    await page.reload();
    await hydrated(page);
    await writeButton(page).click();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, shopper);
    await expect(comment).toHaveValue('A little late, but lovely.');
    await form(page).getByRole('button', { name: 'Submit Review' }).click();
    const own = articles(page).filter({ hasText: 'A little late, but lovely.' }).first();
    await expect(own).toBeVisible();
    await expect(own.getByText('Verified')).toBeHidden();
  },
);

test('a large photograph is sent smaller, with a progress bar', async ({ page, shop }) => {
  await signIn(page, shop);
  await visit(page, '/dairymilkgarland');
  await openForm(page);
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const buffer = await sharp({
    create: { width: 2450, height: 2450, channels: 3, background: '#000', noise },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  await rate(page, '5 stars');
  await form(page).getByRole('textbox', { name: 'Comment' }).fill('Seen from near');
  await form(page)
    .getByLabel('Photos')
    .setInputFiles({ name: 'near.jpg', mimeType: 'image/jpeg', buffer });
  await expect(form(page).getByText('1 of 5')).toBeVisible();

  await page.evaluate(() => {
    // Records the size here, because a held-back request does not show its size.
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function note(body: FormData) {
      Object.assign(globalThis, { sent: (body.get('images') as File).size });
      send.call(this, body);
    };
  });
  const letGo = await holdBack(page, '**/reviews');
  const replied = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(form(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  letGo();
  expect((await replied).status()).toBe(201);
  const sent = await page.evaluate(() => (globalThis as unknown as { sent: number }).sent);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(buffer.length / 2);
  await expect(articles(page).first()).toContainText('Seen from near');
});

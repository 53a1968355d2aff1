// Writing reviews: the form, its errors and thanks, the way through the login, and pictures.
import sharp from 'sharp';
import type { Locator } from '@playwright/test';
import { insertOrder } from '#support/journeys/insert-order.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInStoppedTime,
  expectFit,
  expectNoSidewaysScroll,
  holdBack,
  hydrated,
  leave,
  reload,
  test,
  testOwnShop,
  untilResponse,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import {
  LONG_COMMENT,
  articles,
  comeToReviews,
  field,
  form,
  openForm,
  photos,
  postReview,
  rate,
  removeReviews,
  submitButton,
  write,
  writeButton,
} from '#support/journeys/review-page.ts';
import { logIn, ordersOf, signIn } from '#support/journeys/shopper.ts';
import { desktop } from '#support/journeys/windows.ts';
import { photo, svg } from '#support/server/review-files.ts';

async function expectLoaded(pictures: Locator, count: number): Promise<void> {
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
}

testOwnShop(
  "a buyer's review with five pictures is verified and survives a restart, as do the order and the session @data [garland-17 rule-30 call-21 running-6 state-10]",
  async ({ page, ownShop: shop, shopper }) => {
    const orderId = await insertOrder(shop, shopper);
    const title = `Stole the show ${shopper.email}`;
    const own = articles(page).filter({ hasText: title });

    await testOwnShop.step('written and sent', async () => {
      await visit(page, '/fivestargarland');
      await openForm(page);
      await expect(field(page, 'Name')).toHaveValue(shopper.name);
      const email = field(page, 'Email');
      await expect(email).toHaveValue(shopper.email);
      await expect(email).toHaveAttribute('readonly');
      await rate(page, '4 stars');
      await field(page, 'Title').fill(title);
      await field(page, 'Comment').fill(LONG_COMMENT);
      await form(page)
        .getByLabel('Photos')
        .setInputFiles(await photos(5));
      await expect(form(page).getByText('5 of 5')).toBeVisible();
      await submitButton(page).click();
    });

    // Five pictures are decoded one after the other, which a busy machine may need long for.
    await expect(articles(page).first()).toContainText(title, { timeout: 60_000 });
    await expect(own.getByText('Verified')).toBeVisible();
    await expect(writeButton(page)).toBeFocused();

    await testOwnShop.step(
      'still there after a restart, its pictures without metadata',
      async () => {
        await leave(page);
        expect(await shop.stop()).toBe(0);
        await shop.start();
        await visit(page, '/fivestargarland');
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
        await expect(own.getByRole('button', { name: /^Photo 2 of 5/ })).toBeFocused();
        expect(await ordersOf(page, shopper)).toMatchObject([{ _id: orderId }]);
      },
    );
  },
);

test('typed text survives closing, a reload and a login, through which writing a review leads @all [transition-33]', async ({
  page,
  shopper,
}) => {
  await visit(page, '/dairymilkgarland');
  const comment = field(page, 'Comment');
  await write(page, '2 stars', 'A little late, but lovely.');
  await reload(page);
  await openForm(page);
  await expect(comment).toHaveValue('A little late, but lovely.');
  await expect(form(page).getByRole('radio', { name: '2 stars' })).toBeChecked();

  await form(page).getByRole('button', { name: 'Close review form' }).click();
  await expect(writeButton(page)).toBeFocused();
  await page.context().clearCookies();
  await reload(page);
  await writeButton(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await hydrated(page);
  await logIn(page, shopper);
  await expect(page).toHaveURL(/\/dairymilkgarland$/);
  await expect(form(page)).toBeInViewport();
  await expect(comment).toHaveValue('A little late, but lovely.');
  await submitButton(page).click();
  const own = articles(page).filter({ hasText: 'A little late, but lovely.' }).first();
  await expect(own).toBeVisible();
  await expect(own.getByText('Verified')).toBeHidden();
});

test('a large photograph is sent smaller, with a progress bar @all', async ({ page, shop }) => {
  await signIn(page, shop);
  await visit(page, '/dairymilkgarland');
  await write(page, '5 stars', 'Seen from near');
  // What follows the end of a JPEG is ignored.
  const small = await photo({ width: 2450, height: 2450 });
  const buffer = Buffer.concat([small, Buffer.alloc(6 * 1024 * 1024)]);
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
  const release = await holdBack(page, '**/reviews');
  const replied = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await submitButton(page).click();
  await expect(form(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
  // What is changed now would be lost.
  for (const name of ['5 stars', 'Comment', 'Photos']) {
    await expect(form(page).locator('[inert]').getByLabel(name)).toBeAttached();
  }
  await expectNoSidewaysScroll(page);
  await release();
  expect((await replied).status()).toBe(201);
  const sent = await page.evaluate(() => (globalThis as unknown as { sent: number }).sent);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(buffer.length / 2);
  await expect(articles(page).first()).toContainText('Seen from near');
});

test('a review whose response was lost is saved once, also after a reload, and a changed one only if asked for @all', async ({
  page,
  shopper: { email },
  allow,
}) => {
  allow(/Failed to save review/, /ERR_FAILED/, /409/);
  const comment = `Kept its scent ${email}`;
  const saved = async () => {
    const reply = await page.request.get('/api/reviews?productId=5');
    const all = (await reply.json()) as { comment: string }[];
    return all.map((review) => review.comment).filter((each) => each.includes(email));
  };
  const send = () => submitButton(page).click();
  // The thanks go by themselves.
  const untilSaved = async () => {
    expect((await untilResponse(page, 'POST /api/reviews', send)).ok()).toBe(true);
    await expect(form(page)).toBeHidden();
  };
  const lost = form(page).getByText('We could not reach the shop.');
  const loseResponse = () =>
    page.route(
      '**/api/reviews',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );

  await visit(page, '/kitkatgarland');
  await write(page, '5 stars', comment);
  await loseResponse();
  const title = field(page, 'Title');
  await title.press('Enter');
  await expect(lost).toBeVisible();
  await expect(title).toBeFocused();
  await reload(page);
  await openForm(page);
  await untilSaved();
  expect(await saved()).toEqual([comment]);

  await write(page, '4 stars', `First ${comment}`);
  await loseResponse();
  await send();
  await expect(lost).toBeVisible();
  await field(page, 'Comment').fill(`Second ${comment}`);
  await send();
  await expect(form(page).getByText('Your review was saved as you first sent it.')).toBeVisible();
  expect(await saved()).toHaveLength(2);
  await untilSaved();
  expect((await saved()).toSorted()).toEqual(
    [`First ${comment}`, comment, `Second ${comment}`].toSorted(),
  );
});

test('the thanks are shown for 2000 ms, then the form closes and its button returns @all [transition-30,31 constant-35 state-9]', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await visitInStoppedTime(page, '/dairymilkgarland');
  await write(page, '5 stars', 'Gone in an evening');
  await submitButton(page).click();
  const thanks = page.getByText('Thank you for your review!');
  await expect(thanks).toBeVisible();
  await expect(submitButton(page)).toBeHidden();
  const now = () => page.evaluate(() => Date.now());
  const began = await now();
  await expectAccessibleInStoppedTime(page, '#reviews');
  await page.clock.runFor(1999 - ((await now()) - began));
  await expect(thanks).toBeVisible();
  await expect(writeButton(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(form(page)).toBeHidden();
  // The focus stays where the form was, however slowly the page is drawn.
  await expect(writeButton(page)).toBeFocused();
});

test('the form has its fields, can be closed with the X and reopened, and shows every message at its field [transition-32 rule-27..29,32 call-22 error-6 name-24..26]', async ({
  page,
  shop,
  shopper,
  allow,
}) => {
  allow(/Failed to save review/, /400/, /401/, /429/, /ERR_FAILED/);
  await visit(page, '/dairymilkgarland');
  await openForm(page);
  const [name, comment, pictures, submit] = [
    field(page, 'Name'),
    field(page, 'Comment'),
    form(page).getByLabel('Photos'),
    submitButton(page),
  ];

  await test.step('its fields, closed and reopened', async () => {
    await expect(writeButton(page)).toBeHidden();
    for (const star of ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']) {
      await expect(form(page).getByRole('radio', { name: star, exact: true })).toHaveCount(1);
    }
    for (const label of ['Name', 'Email', 'Title', 'Comment']) {
      await expect(field(page, label)).toBeVisible();
    }
    await expect(field(page, 'Email')).toHaveValue(shopper.email);
    await expect(pictures).toHaveAccessibleDescription(/^PNG, JPG, JPEG\./);
    await expectFit(page, 'main form');
    await form(page).getByRole('button', { name: 'Close review form' }).click();
    await expect(form(page)).toBeHidden();
    await openForm(page);
  });

  await test.step('nothing filled in', async () => {
    await name.fill('  ');
    await submit.click();
    const rating = form(page).getByRole('radiogroup', { name: 'Rating' });
    await expect(rating).toHaveAttribute('aria-invalid', 'true');
    await expect(rating).toHaveAccessibleDescription('Please select a rating');
    await expect(form(page).getByRole('radio', { name: '1 star' })).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Name is required');
    await expect(comment).toHaveAttribute('aria-invalid', 'true');
    await expect(comment).toHaveAccessibleDescription('Please enter a review comment');
    await expectAccessible(page, 'main form');
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('ArrowRight');
    await expect(form(page).getByRole('radio', { name: '2 stars' })).toBeChecked();
    await expect(rating).not.toHaveAttribute('aria-invalid');
    await name.fill('Ravi');
    await comment.fill('Good');
    await expect(comment).not.toHaveAttribute('aria-invalid');
  });

  await test.step('too many pictures, or files that are not pictures', async () => {
    await pictures.setInputFiles(await photos(6));
    await expect(pictures).toHaveAccessibleDescription('You can upload a maximum of 5 images');
    await submit.click();
    await expect(pictures).toBeFocused();
    // Some phones know no type of a file.
    const mimeType = 'application/octet-stream';
    await pictures.setInputFiles((await photos(2)).map((each) => ({ ...each, mimeType })));
    await expect(form(page).getByText('2 of 5')).toBeVisible();
    await expect(pictures).not.toHaveAttribute('aria-invalid');
    await form(page).getByRole('button', { name: 'Remove photo 1.jpg' }).click();
    await expect(form(page).getByText('1 of 5')).toBeVisible();
    await pictures.setInputFiles({
      name: 'notes.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await expect(pictures).toHaveAccessibleDescription(/PNG, JPG or JPEG/);
    await form(page).getByRole('button', { name: 'Remove photo 2.jpg' }).click();
    await expect(form(page).getByText('0 of 5')).toBeVisible();
  });

  const failure = form(page)
    .getByRole('alert')
    .filter({ hasText: 'Failed to submit review. Please try again.' });

  await test.step('a file that the server finds is not a picture', async () => {
    await pictures.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: svg });
    await submit.click();
    await expect(failure).toBeVisible();
    await expect(pictures).toHaveAccessibleDescription(/PNG, JPG or JPEG/);
    await expect(pictures).toBeFocused();
    await form(page).getByRole('button', { name: 'Remove photo.png' }).click();
  });

  await test.step('no connection, and a session that has ended', async () => {
    await page.route('**/reviews', (route) => route.abort());
    await submit.click();
    await expect(failure).toContainText(/connection/);
    await page.unroute('**/reviews');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await submit.click();
    await expect(failure.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expectFit(page, 'main form');
    await page.context().addCookies(cookies);
  });

  await test.step('one more of the product than a day allows: what was typed stays', async () => {
    const review = { productId: '3', name: 'Ravi', rating: '4', comment: 'Lovely' };
    for (let count = 0; count < 10; count += 1) await postReview(page, review);
    await submit.click();
    await expect(failure).toContainText(/10 reviews of this product .* Please wait 24 hours/);
    await expect(comment).toHaveValue('Good');
    await removeReviews(shop, '3');
  });

  await test.step('sent; the next form is empty', async () => {
    const release = await holdBack(page, '**/reviews');
    await submit.click();
    const sending = form(page).getByRole('button', { name: 'Submitting...' });
    await expect(sending).toHaveAttribute('aria-busy', 'true');
    await release();
    await openForm(page);
    await expect(comment).toHaveValue('');
  });
});

test.describe('on a desktop', () => {
  test.use(desktop);

  test('the heading stays where it is when the form opens @all', async ({ page, shop }) => {
    await removeReviews(shop, '3');
    await signIn(page, shop);
    const loaded = page.waitForResponse(/\/api\/reviews/);
    await visit(page, '/dairymilkgarland');
    await writeButton(page).scrollIntoViewIfNeeded();
    const heading = page.getByRole('heading', { name: 'Reviews', exact: true });
    const top = () => heading.evaluate((h2) => h2.getBoundingClientRect().top + scrollY);
    await loaded;
    await expect(page.getByText('Be the first to leave a review!')).toBeVisible();
    const before = await top();
    await openForm(page);
    expect(await top()).toBe(before);
  });
});

// Reviews on a product page: written by buyers and others, with pictures, read, filtered, found helpful.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { photo, svg } from '../../src/server/reviews/testing/files.ts';
import {
  awake,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  visit,
} from '../support/journey.ts';
import {
  fillDelivery,
  logIn,
  newShopper,
  orderIdAtSuccess,
  placeOrder,
  signInQuickly,
} from '../support/shopper.ts';

const LONG = 'Every bar was fresh, and the rosette looks even better in real life. '
  .repeat(4)
  .trim();

const section = (page: Page) => page.getByRole('region', { name: 'Reviews', exact: true });
const articles = (page: Page) => section(page).getByRole('article');
const form = (page: Page) => page.getByRole('region', { name: 'Your review' });
const writeButton = (page: Page) => page.getByRole('button', { name: 'Write a Review' });

async function comeToReviews(page: Page): Promise<void> {
  await section(page).scrollIntoViewIfNeeded();
}

async function openForm(page: Page): Promise<void> {
  await writeButton(page).click();
  await expect(form(page)).toBeVisible();
}

async function rate(page: Page, name: string): Promise<void> {
  await form(page).getByRole('radio', { name }).check();
}

async function photos(count: number) {
  const buffer = await photo();
  return Array.from({ length: count }, (_, index) => ({
    name: `photo ${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
}

async function expectLoaded(pictures: Locator, count: number): Promise<void> {
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
}

test("a buyer's review with five pictures is verified and survives a restart @data", async ({
  page,
  shop,
}) => {
  const shopper = newShopper();
  await signInQuickly(page, shopper);
  await visit(page, '/dairymilkgarland');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/deliveryform$/);
  await awake(page);
  await fillDelivery(page);
  const window = await placeOrder(page, '₹999.00');
  await window.getByRole('button', { name: 'Success' }).click();
  await orderIdAtSuccess(page);

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
    await form(page).getByRole('textbox', { name: 'Comment' }).fill(LONG);
    await form(page)
      .getByLabel('Photos')
      .setInputFiles(await photos(5));
    await expect(form(page).getByText('5 of 5')).toBeVisible();
    await expectAccessible(page);
    await form(page).getByRole('button', { name: 'Submit Review' }).click();
  });

  await test.step('thanked for, and on top of the list at once', async () => {
    await expect(page.getByText('Thank you for your review!')).toBeVisible();
    await expect(articles(page).first()).toContainText(title);
    await expect(own.getByText('Verified')).toBeVisible();
    await expect(writeButton(page)).toBeVisible();
    await expect(writeButton(page)).toBeFocused();
  });

  await test.step('still there after a restart, its pictures without any trace of place', async () => {
    expect(await shop.stop()).toBe(0);
    await shop.start();
    await page.reload();
    await awake(page);
    await comeToReviews(page);
    await expect(own.getByText('Verified')).toBeVisible();
    await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
    const thumbs = own.getByRole('img', { name: /^Photo \d of 5 by Kavya Raman$/ });
    await expectLoaded(thumbs, 5);
    await thumbs.nth(1).click();
    const large = page.getByRole('dialog', { name: 'Pictures by Kavya Raman' });
    await expectLoaded(large.getByRole('img'), 1);
    await expect(large.getByRole('img')).toHaveAccessibleName('Photo 2 of 5 by Kavya Raman');
    await expectAccessible(page);
    const address = await large.getByRole('img').getAttribute('src');
    const file = await page.request.get(address!);
    const { exif, format } = await sharp(await file.body()).metadata();
    expect({ exif, format }).toEqual({ exif: undefined, format: 'webp' });
    await large.getByRole('button', { name: 'Next photo' }).click();
    await expect(large.getByRole('img')).toHaveAccessibleName('Photo 3 of 5 by Kavya Raman');
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expect(own.getByRole('button', { name: 'Photo 2 of 5 by Kavya Raman' })).toBeFocused();
  });
});

test('a review by way of the login; what was typed survives closing, a reload and a login', async ({
  page,
}) => {
  const shopper = newShopper();
  await signInQuickly(page, shopper);
  await page.context().clearCookies();
  await visit(page, '/dairymilkgarland');
  await writeButton(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await awake(page);
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
  await awake(page);
  await openForm(page);
  await expect(comment).toHaveValue('A little late, but lovely.');
  await expect(form(page).getByRole('radio', { name: '2 stars' })).toBeChecked();

  await form(page).getByRole('button', { name: 'Close review form' }).click();
  await page.context().clearCookies();
  await page.reload();
  await awake(page);
  await writeButton(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, shopper);
  await expect(comment).toHaveValue('A little late, but lovely.');
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByText('Thank you for your review!')).toBeVisible();
  const own = articles(page).filter({ hasText: 'A little late, but lovely.' }).first();
  await expect(own).toBeVisible();
  await expect(own.getByText('Verified')).toBeHidden();
});

test('every message of the form, at its field', async ({ page, troubles }) => {
  await signInQuickly(page, newShopper());
  await visit(page, '/dairymilkgarland');
  await openForm(page);
  await expectNoSidewaysScroll(page);
  const [name, comment, pictures, submit] = [
    form(page).getByRole('textbox', { name: 'Name' }),
    form(page).getByRole('textbox', { name: 'Comment' }),
    form(page).getByLabel('Photos'),
    form(page).getByRole('button', { name: 'Submit Review' }),
  ];

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
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(form(page).getByRole('radio', { name: '2 stars' })).toBeChecked();
    await expect(rating).not.toHaveAttribute('aria-invalid');
    await name.fill('Ravi');
    await comment.fill('Good');
    await expect(comment).not.toHaveAttribute('aria-invalid');
  });

  await test.step('too many pictures, or none', async () => {
    await pictures.setInputFiles(await photos(6));
    await expect(pictures).toHaveAccessibleDescription('You can upload a maximum of 5 images');
    await submit.click();
    await expect(pictures).toBeFocused();
    await pictures.setInputFiles(await photos(2));
    await expect(form(page).getByText('2 of 5')).toBeVisible();
    await expect(pictures).not.toHaveAttribute('aria-invalid');
    await pictures.setInputFiles(await photos(4));
    await expect(pictures).toHaveAccessibleDescription('You can upload a maximum of 5 images');
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

  await test.step('a picture that is none, found by the server', async () => {
    await pictures.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: svg });
    await submit.click();
    await expect(failure).toBeVisible();
    await expect(pictures).toHaveAccessibleDescription(/PNG, JPG or JPEG/);
    await expect(pictures).toBeFocused();
    await expectAccessible(page);
    await form(page).getByRole('button', { name: 'Remove photo.png' }).click();
  });

  await test.step('no connection, and signed out meanwhile', async () => {
    await page.route('**/reviews', (route) => route.abort());
    await submit.click();
    await expect(failure).toContainText(/connection/);
    await page.unroute('**/reviews');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await submit.click();
    await expect(failure.getByRole('link', { name: 'Log in' })).toBeVisible();
    await page.context().addCookies(cookies);
  });

  await test.step('sent; the form closes after two seconds', async () => {
    await submit.click();
    await expect(page.getByText('Thank you for your review!')).toBeVisible();
    const thanked = Date.now();
    await expectAccessible(page);
    await expect(writeButton(page)).toBeVisible({ timeout: 4000 });
    expect(Date.now() - thanked).toBeGreaterThan(1500);
    await openForm(page);
    await expect(comment).toHaveValue('');
  });
  expect(troubles.splice(0).length).toBeGreaterThanOrEqual(3);
});

test('a large photograph is sent small, and the way of it is shown', async ({ page, isMobile }) => {
  await signInQuickly(page, newShopper());
  await visit(page, '/dairymilkgarland');
  await openForm(page);
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const buffer = await sharp({
    create: { width: 2600, height: 2600, channels: 3, background: '#000', noise },
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

  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 1_000_000,
  });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(form(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
  if (isMobile) await expectNoSidewaysScroll(page);
  await expect(page.getByText('Thank you for your review!')).toBeVisible({ timeout: 30_000 });
  const length = Number((await (await sent).allHeaders())['content-length']);
  expect(length).toBeLessThan(buffer.length / 2);
});

test('filter, search, sort and pages; Read More; a vote counts once', async ({ page }) => {
  await signInQuickly(page, newShopper());
  const origin = new URL(page.url()).origin;
  const ratings = [5, 4, 5, 3, 5, 1, 5];
  for (const [index, rating] of ratings.entries()) {
    const multipart = {
      productId: '5',
      name: `Reviewer ${index + 1}`,
      rating: String(rating),
      title: index === 0 ? 'மாலை' : '',
      comment: index === 6 ? LONG : `Garland number ${index + 1}`,
    };
    const reply = await page.request.post('/api/reviews', {
      multipart,
      headers: { Origin: origin },
    });
    expect(reply.status(), await reply.text()).toBe(201);
  }
  const authors = articles(page).locator('b');
  const reviewers = (...numbers: number[]) => numbers.map((number) => `Reviewer ${number}`);
  await visit(page, '/kitkatgarland');
  await comeToReviews(page);

  await test.step('figures', async () => {
    await expect(authors).toHaveText(reviewers(7, 6, 5));
    await expect(section(page).getByText('4.0', { exact: true })).toBeVisible();
    await expect(section(page).getByText('From 7 reviews')).toBeVisible();
    await expect(
      section(page).getByRole('list', { name: 'Star breakdown' }).getByRole('listitem'),
    ).toHaveText(['5 stars57%', '4 stars15%', '3 stars14%', '2 stars0%', '1 star14%']);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  const [previous, next] = ['Previous page', 'Next page'].map((name) =>
    section(page).getByRole('button', { name }),
  ) as [Locator, Locator];

  await test.step('pages', async () => {
    await expect(previous).toBeDisabled();
    await expect(section(page).getByText('Page 1 of 3')).toBeVisible();
    await next.click();
    await expect(authors).toHaveText(reviewers(4, 3, 2));
    await expect(section(page).getByText('Page 2 of 3')).toBeVisible();
    await next.click();
    await expect(authors).toHaveText(reviewers(1));
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    await previous.click();
    await expect(section(page).getByText('Page 2 of 3')).toBeVisible();
  });

  const filter = section(page).getByRole('combobox', { name: 'Filter by rating' });
  const sort = section(page).getByRole('combobox', { name: 'Sort by' });
  const search = section(page).getByRole('searchbox', { name: 'Search reviews' });

  await test.step('a filter begins at the first page', async () => {
    await filter.selectOption('5');
    await expect(authors).toHaveText(reviewers(7, 5, 3));
    await expect(section(page).getByText('Page 1 of 2')).toBeVisible();
    await filter.selectOption('2');
    await expect(section(page).getByText('No reviews match your criteria')).toBeVisible();
    await expectAccessible(page);
    await section(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(filter).toHaveValue('all');
    await expect(authors).toHaveText(reviewers(7, 6, 5));
  });

  await test.step('sorted', async () => {
    await expect(sort).toHaveValue('recent');
    await sort.selectOption('lowest');
    await expect(authors).toHaveText(reviewers(6, 4, 2));
    await sort.selectOption('highest');
    await expect(authors).toHaveText(reviewers(7, 5, 3));
  });

  await test.step('searched', async () => {
    await search.fill('NUMBER 4');
    await expect(authors).toHaveText(reviewers(4));
    await search.fill('மாலை');
    await expect(authors).toHaveText(reviewers(1));
    await search.fill('no such words');
    await section(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(search).toHaveValue('');
    await expect(sort).toHaveValue('highest');
    await sort.selectOption('recent');
    await expect(authors).toHaveText(reviewers(7, 6, 5));
  });

  await test.step('read on', async () => {
    const comment = articles(page).first().locator('p');
    await expect(comment).not.toHaveText(LONG);
    expect((await comment.innerText()).length).toBeLessThanOrEqual(151);
    await articles(page).first().getByRole('button', { name: 'Read More' }).click();
    await expect(comment).toHaveText(LONG);
    await articles(page).first().getByRole('button', { name: 'Read Less' }).click();
    await expect(comment).not.toHaveText(LONG);
  });

  await test.step('found helpful, once', async () => {
    const last = articles(page).nth(2);
    await last.getByRole('button', { name: 'Helpful (0)' }).click();
    await last.getByRole('button', { name: 'Helpful (1)' }).click();
    await expect(last.getByRole('button', { name: 'Helpful (1)' })).toBeVisible();
    await sort.selectOption('helpful');
    await expect(authors).toHaveText(reviewers(5, 7, 6));
    await page.reload();
    await awake(page);
    await comeToReviews(page);
    const voted = articles(page).nth(2).getByRole('button', { name: 'Helpful (1)' });
    await expect(voted).toHaveAttribute('aria-pressed', 'true');
    await page.evaluate(() => localStorage.removeItem('maalai.helpful'));
    await page.reload();
    await awake(page);
    await comeToReviews(page);
    // A browser that forgot its vote shows what the server has counted.
    const counted = page.waitForResponse(/\/helpful$/);
    await voted.click();
    await counted;
    await expect(voted).toBeVisible();
  });
});

test('a vote that the server refuses is taken back', async ({ page, troubles }) => {
  await signInQuickly(page, newShopper());
  await page.request.post('/api/reviews', {
    multipart: { productId: '3', name: 'Meena', rating: '5', comment: 'Lovely' },
    headers: { Origin: new URL(page.url()).origin },
  });
  await visit(page, '/dairymilkgarland');
  await comeToReviews(page);
  const first = articles(page).first();
  const answers: (() => void)[] = [];
  await page.route('**/helpful', (route) => {
    answers.push(() => void route.fulfill({ status: 503, json: { detail: 'Not now.' } }));
  });
  await first.getByRole('button', { name: 'Helpful (0)' }).click();
  await expect(first.getByRole('button', { name: 'Helpful (1)' })).toBeVisible();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]!();
  const back = first.getByRole('button', { name: 'Helpful (0)' });
  await expect(back).toHaveAttribute('aria-pressed', 'false');
  expect(troubles.splice(0).length).toBeGreaterThanOrEqual(1);
});

test('nobody has written yet; the reviews are asked for only when they come near', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('reviews')) asked.push(request.url());
  });
  await page.setViewportSize({ width: page.viewportSize()!.width, height: 500 });
  await visit(page, '/fivestargarland');
  await expect(writeButton(page)).toBeAttached();
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Read reviews' }).click();
  await expect(section(page).getByRole('heading', { name: 'Reviews' })).toBeInViewport();
  await expect(section(page).getByText('Be the first to leave a review!')).toBeVisible();
  await expect(section(page).getByText('%')).toHaveCount(0);
  await expect(section(page).getByRole('searchbox')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('reviews that cannot be fetched are only logged, and come once there is a connection', async ({
  page,
  troubles,
}) => {
  await signInQuickly(page, newShopper());
  await page.request.post('/api/reviews', {
    multipart: { productId: '3', name: 'Meena', rating: '5', comment: 'Lovely' },
    headers: { Origin: new URL(page.url()).origin },
  });
  await page.route(/\/api\/reviews/, (route) => route.abort());
  await visit(page, '/dairymilkgarland');
  await comeToReviews(page);
  await expect(section(page).getByText('Be the first to leave a review!')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(troubles.splice(0).join()).toContain('The reviews could not be loaded');
  await page.unroute(/\/api\/reviews/);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(articles(page).first()).toBeVisible();
});

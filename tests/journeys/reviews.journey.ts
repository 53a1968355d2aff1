// The reviews on a product page: loading, none, filters, search, sorting, helpful votes.
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInStoppedTime,
  expectFit,
  holdBack,
  reload,
  test,
  visit,
  visitInStoppedTime,
} from '#support/journeys/journey.ts';
import { change } from '#support/journeys/owner.ts';
import {
  LONG_COMMENT,
  articles,
  comeToReviews,
  postReview,
  removeReviews,
  section,
  writeButton,
} from '#support/journeys/review-page.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';

test('reviews are requested only near the window, keep their space meanwhile, and show when there are none @all [role-4 transition-40 error-16 state-8]', async ({
  page,
  shop,
}) => {
  await removeReviews(shop, '4');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('reviews')) asked.push(request.url());
  });
  await serveWithAverage(page, '/fivestargarland', '');
  const release = await holdBack(page, /\/api\/reviews/);
  await page.setViewportSize({ width: page.viewportSize()!.width, height: 500 });
  await visitInStoppedTime(page, '/fivestargarland');
  await expect(writeButton(page)).toBeAttached();
  expect(asked).toEqual([]);

  const request = page.waitForRequest(/\/api\/reviews/);
  await comeToReviews(page);
  await request;
  const none = section(page).getByText('Be the first to leave a review!');
  await expect(none).toBeInViewport();
  await expectAccessibleInStoppedTime(page, '#reviews');

  await page.clock.resume();
  const replied = page.waitForResponse(/\/api\/reviews/);
  await release();
  await replied;
  await expect(none).toBeVisible();
  await expectFit(page, '#reviews');
});

test('nothing moves when the reviews load late, with and without reviews @all', async ({
  page,
  shop,
}) => {
  await removeReviews(shop, '4');
  await noteShifts(page);
  const none = section(page).getByText('Be the first to leave a review!');

  await test.step('none, after a change of screens: their space is kept while it is in view', async () => {
    const release = await holdBack(page, /\/api\/reviews/);
    await visit(page, '/productspage');
    const request = page.waitForRequest(/\/api\/reviews/);
    await page.getByRole('link', { name: 'Fivestar Garland' }).click();
    // Requested at once, although the visitor has not scrolled near.
    await request;
    await comeToReviews(page);
    await expect(none).toBeHidden();
    const room = (await section(page).boundingBox())!.height;
    expect(room).toBeGreaterThan(300);
    await release();
    await expect(none).toBeVisible();
    expect((await section(page).boundingBox())!.height).toBeCloseTo(room, 0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect.poll(async () => (await section(page).boundingBox())!.height).toBeLessThan(260);
    await expectStill(page, 0.02);
  });

  await test.step('some, whose number is in the page', async () => {
    await signIn(page, shop);
    for (const name of ['Asha', 'Meera']) {
      await postReview(page, { productId: '4', name, rating: '4', comment: 'Lovely' });
    }
    await serveWithAverage(page, '/fivestargarland', '4.0 from 2 reviews');
    const release = await holdBack(page, /\/api\/reviews/);
    await visit(page, '/fivestargarland');
    await page.getByRole('link', { name: '4.0 from 2 reviews' }).click();
    await expect(section(page).getByRole('heading', { name: 'Reviews' })).toBeInViewport();
    await expect(none).toBeHidden();
    await release();
    await expect(articles(page)).toHaveCount(2);
    await expectStill(page, 0.02);
  });

  await test.step('the room that they did not need goes, as soon as nothing seen would move', async () => {
    // Past the reviews and back to the top in one step: they are never just below the view.
    for (const top of [100_000, 0]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    }
    const end = (part: Locator) => part.evaluate((it) => it.getBoundingClientRect().bottom);
    await expect
      .poll(async () => (await end(section(page))) - (await end(articles(page).last())))
      .toBeLessThan(120);
    await expectStill(page, 0.02);
  });
});

/** Serves a product page with these words about its reviews. The server's own words follow the database seconds later. */
async function serveWithAverage(page: Page, path: string, words: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/(?<=<span data-average="">)[^<]*/, words);
    expect(body).toContain(`<span data-average="">${words}</span>`);
    await route.fulfill({ response, body });
  });
}

test('reviews can be filtered, searched, sorted, paged and expanded, and each click on Helpful adds 1 [shop-4 transition-34,39 error-15 constant-26 name-27..29]', async ({
  page,
  shop,
}) => {
  await removeReviews(shop, '5');
  const ratings = [5, 4, 5, 3, 5, 1, 5];
  const reviews = ratings.map((rating, index) => ({
    product_id: '5',
    name: `Reviewer ${index + 1}`,
    rating,
    title: index === 0 ? 'மாலை' : '',
    comment: index === 6 ? LONG_COMMENT : `Garland number ${index + 1}`,
  }));
  await change(shop, (db) => storeReviews(db, reviews));
  await signIn(page, shop);
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
    await expectFit(page, '#reviews');
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

  await test.step('a filter starts at the first page', async () => {
    await filter.selectOption('5');
    await expect(authors).toHaveText(reviewers(7, 5, 3));
    await expect(section(page).getByText('Page 1 of 2')).toBeVisible();
    await filter.selectOption('2');
    await expect(section(page).getByText('No reviews match your criteria')).toBeVisible();
    await expectFit(page, '#reviews');
    await section(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(filter).toHaveValue('all');
    await expect(authors).toHaveText(reviewers(7, 6, 5));
  });

  await test.step('sorted', async () => {
    await expect(sort).toHaveValue('recent');
    await sort.selectOption('highest');
    await expect(authors).toHaveText(reviewers(7, 5, 3));
  });

  await test.step('searched', async () => {
    await search.fill('மாலை');
    await expect(authors).toHaveText(reviewers(1));
    await search.fill('no such words');
    const clear = section(page).getByRole('button', { name: 'Clear filters' });
    await clear.press('Enter');
    await expect(clear).toBeHidden();
    await expect(section(page).locator('[aria-busy]')).toBeFocused();
    await expect(search).toHaveValue('');
    await expect(sort).toHaveValue('highest');
    await expect(authors).toHaveText(reviewers(7, 5, 3));
    await sort.selectOption('recent');
    await expect(authors).toHaveText(reviewers(7, 6, 5));
  });

  await test.step('expanded and collapsed', async () => {
    const comment = articles(page).first().locator('p');
    await expect(comment).not.toHaveText(LONG_COMMENT);
    expect((await comment.innerText()).length).toBeLessThanOrEqual(151);
    await articles(page).first().getByRole('button', { name: 'Read More' }).click();
    await expect(comment).toHaveText(LONG_COMMENT);
    await articles(page).first().getByRole('button', { name: 'Read Less' }).click();
    await expect(comment).not.toHaveText(LONG_COMMENT);
  });

  await test.step('found helpful: each click adds 1, and the server counts one', async () => {
    const last = articles(page).nth(2);
    // The newest is featured until one gets a vote.
    const featured = articles(page).filter({ hasText: 'Featured' }).locator('b');
    await expect(featured).toHaveText(reviewers(7));
    for (const votes of [0, 1]) {
      const counted = page.waitForResponse(/\/helpful$/);
      await last.getByRole('button', { name: `Helpful (${votes})` }).click();
      await counted;
    }
    await expect(last.getByRole('button', { name: 'Helpful (2)' })).toBeVisible();
    await sort.selectOption('helpful');
    await expect(authors).toHaveText(reviewers(5, 7, 6));
    await expect(featured).toHaveText(reviewers(5));
    await expect(articles(page).first(), 'the clicks stay').toContainText('Helpful (2)');
    await reload(page);
    await comeToReviews(page);
    await expect(last.getByRole('button', { name: 'Helpful (1)' })).toBeVisible();
  });
});

test('what was typed last is forgotten when the filters are cleared @all', async ({
  page,
  shop,
}) => {
  await removeReviews(shop, '5');
  await change(shop, (db) => storeReviews(db, [{ product_id: '5', name: 'Meena' }]));
  await visitInStoppedTime(page, '/kitkatgarland');
  await comeToReviews(page);
  await expect(articles(page)).toHaveCount(1);
  const search = section(page).getByRole('searchbox', { name: 'Search reviews' });
  const clear = section(page).getByRole('button', { name: 'Clear filters' });
  await search.fill('no such words');
  await page.clock.runFor(1_000);
  await expect(clear).toBeVisible();
  // It is pressed before the last letter is searched for.
  await search.press('s');
  await clear.press('Enter');
  await expect(clear).toBeHidden();
  await page.clock.runFor(1_000);
  await expect(articles(page)).toHaveCount(1);
  await expect(search).toHaveValue('');
  await expect(clear).toBeHidden();
});

test('reviews that cannot be fetched are only logged and load later; a refused vote stays shown @all [transition-38 call-17 error-12]', async ({
  page,
  shop,
  allow,
}) => {
  allow(/The reviews could not be loaded/, /ERR_FAILED/, /503/);
  await signIn(page, shop);
  await postReview(page, { productId: '3', name: 'Meena', rating: '5', comment: 'Lovely' });
  const first = articles(page).first();

  await test.step('no connection', async () => {
    await page.route(/\/api\/reviews/, (route) => route.abort());
    // The page from the server looks the same before they are requested.
    const failed = page.waitForEvent('console', (message) =>
      message.text().startsWith('The reviews could not be loaded'),
    );
    await visit(page, '/dairymilkgarland');
    await comeToReviews(page);
    await failed;
    await expect(section(page).getByText('Be the first to leave a review!')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(/\/api\/reviews/);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(first).toBeVisible();
  });

  await test.step('a refused vote', async () => {
    await page.route('**/helpful', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Not now.' } }),
    );
    for (const votes of [0, 1]) {
      const refused = page.waitForResponse(/\/helpful$/);
      await first.getByRole('button', { name: `Helpful (${votes})` }).click();
      await refused;
    }
    await expect(first.getByRole('button', { name: 'Helpful (2)' })).toBeVisible();
  });
});

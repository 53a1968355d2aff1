// What shoppers see of what the owner sets at the desk: a shop that is late or closed, products that are sold out, and
// reviews that are answered or hidden.
import { addDays, dayInIndia, formatDay } from '../../src/shop/dates.ts';
import { expect, expectTroubles, test, visit } from '#support/journeys/journey.ts';
import { change, enterDesk, expectDeskFit } from '#support/journeys/owner.ts';
import { removeReviews, section } from '#support/journeys/review-page.ts';
import { atCheckout, fillDelivery, keepInCart } from '#support/journeys/shopper.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';

const KITKAT = 'KitKat Garland';
const garland = { id: '3', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 };

test('shoppers see a shop that is late, closed and open again, and reviews that are answered and hidden', async ({
  browser,
  page,
  shop,
  troubles,
}) => {
  test.slow();
  const { origin } = new URL(shop.firstSignIn());
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const desk = await context.newPage();
  await enterDesk(desk, shop);
  const press = (name: string) => desk.getByRole('button', { name, exact: true }).click();
  const expectDone = (words: string) => expect(desk.getByRole('status')).toContainText(words);
  const buttons = (name: RegExp) => page.getByRole('main').getByRole('button', { name });
  /** Opens a page of the shop until it shows these words: they arrive a moment after the desk has saved them. */
  const expectInShop = (path: string, words: string | RegExp) =>
    expect(async () => {
      // An address with a fragment would not load again.
      await page.goto('about:blank');
      await visit(page, path);
      const shown = page.getByRole('main').getByText(words).filter({ visible: true });
      await expect(shown.first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });

  // Late: orders come in, with later dates. One product is sold out.
  const day = addDays(dayInIndia(new Date()), 20);
  const kitkat = desk.getByRole('group', { name: KITKAT });
  await desk.goto('/shop');
  await desk.getByRole('radio', { name: 'Late' }).check();
  await desk.getByLabel('Ships from').fill(day);
  await kitkat.getByLabel('Sold out').check();
  await kitkat.getByLabel('Back on').fill(day);
  await press('Save');
  await expectDone('Saved. Late now.');
  await expectInShop('/dairymilkgarland', `Ships from ${formatDay(day)}`);
  await expect(page.getByText(`sent by ${formatDay(day, 'short')}`).first()).toBeVisible();
  await expect(buttons(/Buy Now/)).toBeEnabled();
  await expectInShop('/kitkatgarland', `Sold out · Back on ${formatDay(day)}`);
  await expect(buttons(/Buy Now|quantity/)).toHaveCount(0);
  await expect(page.getByText('Limited Time Offer!')).toHaveCount(0);
  const chat = page.getByRole('main').getByRole('link', { name: 'Ask us on chat' }).first();
  await expect(chat).toHaveAttribute('href', /KitKat/);
  await keepInCart(page, shop, garland, { ...garland, id: '5', title: KITKAT });
  await expectInShop('/cart', `Sold out · Back on ${formatDay(day)}`);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(garland.title);
  await expect(summary, 'what is sold out is not paid').not.toContainText(KITKAT);
  await expect(page.getByRole('main').getByText('not counted')).toHaveCount(1);

  // Closed while a shopper fills in the form: the server refuses in the words that the pages then show.
  const closed = `Closed until ${formatDay(day)}`;
  await atCheckout(page, shop, garland);
  await fillDelivery(page);
  await desk.getByRole('radio', { name: 'Closed' }).check();
  await desk.getByLabel('Until').fill(day);
  await press('Save');
  await expectDone('Saved. Closed now until');
  await page.getByRole('button', { name: /^Place Order/ }).click();
  await expect(page.getByRole('alert').getByText(`${closed}. Nothing was charged`)).toBeVisible();
  await expectTroubles(troubles, '409');
  await expectInShop('/deliveryform', closed);
  await expect(page.getByRole('checkbox', { name: garland.title })).toBeDisabled();
  await expect(page.getByText('Tick what you want to order.')).toHaveCount(0);
  await expect(page.getByLabel('Full Address')).toBeHidden();
  await page.getByRole('button', { name: /^Place Order/ }).click();
  await expect(page.getByRole('alert')).toContainText('Please select at least one product');
  await expectInShop('/cart', closed);
  await expect(page.getByText('Have a coupon?')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
  for (const path of ['/dairymilkgarland', '/productspage']) {
    await expectInShop(path, closed);
    await expect(buttons(/Buy Now|Add to Cart/)).toHaveCount(0);
  }
  await expect(page.getByText(closed), 'once, above the cards').toHaveCount(1);
  await visit(page, '/dairymilkgarland');
  await expect(page.getByText(/Order today|With you/)).toHaveCount(0);

  // Open again: the line that the cart kept can be ordered.
  await desk.getByRole('radio', { name: 'Open' }).check();
  await kitkat.getByLabel('Sold out').uncheck();
  await press('Save');
  await expectDone('Saved. Open.');
  await expectInShop('/kitkatgarland', 'Buy Now');
  await visit(page, '/cart');
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeEnabled();

  // A review is answered, then hidden: the average moves.
  await removeReviews(shop, '3');
  await change(shop, (db) =>
    storeReviews(db, [
      { rating: 5, title: 'Lovely' },
      { rating: 2, title: 'Small', comment: 'Smaller than I thought' },
    ]),
  );
  await desk.goto('/reviews');
  const review = desk.getByRole('article', { name: 'Small' });
  await review.getByLabel('Answer').fill('The next one is larger.');
  await review.getByRole('button', { name: 'Publish answer' }).click();
  await expectDone('Your answer is saved.');
  await expectInShop('/dairymilkgarland#reviews', 'The next one is larger.');
  await expect(section(page)).toContainText('3.5');
  await review.getByLabel('Reason').selectOption('Abuse');
  await review.getByRole('button', { name: 'Hide' }).click();
  await expectDone('Hidden.');
  await expectInShop('/dairymilkgarland#reviews', '5.0');
  await expect(section(page)).not.toContainText('Smaller than I thought');

  // The same pages in a browser with scripts, and what they say of a form that cannot be saved.
  await page.context().addCookies(await context.cookies());
  await expectDeskFit(page, `${origin}/shop`);
  await page.getByRole('radio', { name: 'Late' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Ships from')).toHaveAccessibleDescription(/From when/);
  await expectDeskFit(page);
  await expectDeskFit(page, `${origin}/reviews`);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('Choose a reason first').first()).toBeVisible();
  await expectDeskFit(page);
  await expectDeskFit(page, `${origin}/health`);
  await expectTroubles(troubles, '400');
  await removeReviews(shop, '3');
  await context.close();
});

// What shoppers see of what the owner sets at the desk: a shop that is late or closed, products that are sold out, and
// reviews that are answered or hidden.
import type { Page } from '@playwright/test';
import { parcelDates } from '../../src/shop/catalogue/delivery.ts';
import { addDays, dayInIndia, formatDay, formatDays } from '../../src/shop/dates.ts';
import { expect, leave, shopTime, visit } from '#support/journeys/journey.ts';
import {
  change,
  deskOrigin,
  enterDesk,
  expectDeskFit,
  shareCookies,
  submit,
  testDesk as test,
} from '#support/journeys/owner.ts';
import { section } from '#support/journeys/review-page.ts';
import { atCheckout, fillDelivery, keepInCart } from '#support/journeys/shopper.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';

const KITKAT = 'KitKat Garland';
const garland = { id: '3', title: 'Dairy Milk Garland', selectedVersion: 'adult', quantity: 1 };
const day = addDays(dayInIndia(new Date(shopTime())), 20);
const paths = ['/cart', '/deliveryform', '/productspage', '/dairymilkgarland', '/kitkatgarland'];
/** What is in the pages of a shop in which everything can be ordered. */
const open = /<html (?!data-unavailable)/;
const closed = `Closed until ${formatDay(day)}`;

/** Saves the settings of the shop, and waits until the pages of shoppers have them, a moment later. */
async function save(desk: Page, page: Page, said: string, words: RegExp): Promise<void> {
  await submit(desk.getByRole('button', { name: 'Save', exact: true }));
  await expect(desk.getByRole('status')).toContainText(said);
  for (const path of paths) {
    await expect.poll(async () => (await page.request.get(path)).text(), path).toMatch(words);
  }
}

const inMain = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByText(words).filter({ visible: true }).first();
const buttons = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name });

/** Opens a page of the shop that shows these words. */
async function expectInShop(page: Page, path: string, words: string | RegExp): Promise<void> {
  // An address with a fragment would not load again.
  await leave(page);
  await visit(page, path);
  await expect(inMain(page, words)).toBeVisible();
}

test('shoppers see a shop that closes while they order, one that is late, and what is sold out @all', async ({
  page,
  ownShop,
  desk,
  allow,
}) => {
  test.slow();
  allow(/409/, /400/);
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' });
  const placeOrder = page.getByRole('button', { name: /^Place Order/ });
  await enterDesk(desk, ownShop);
  await desk.goto('/shop');

  // Closed while a shopper fills in the form: the server refuses in the words that the pages then show.
  await atCheckout(page, ownShop, garland);
  await fillDelivery(page);
  await desk.getByRole('radio', { name: 'Closed' }).check();
  await desk.getByLabel('Until').fill(day);
  await save(desk, page, 'Saved. Closed now until', /<html data-unavailable=.* data-not-for-sale /);
  await placeOrder.click();
  await expect(page.getByRole('alert').getByText(`${closed}. Nothing was charged`)).toBeVisible();
  await expectInShop(page, '/deliveryform', closed);
  await expect(page.getByRole('checkbox', { name: garland.title })).toBeDisabled();
  await expect(page.getByText('Tick what you want to order.')).toHaveCount(0);
  await expect(page.getByLabel('Full Address')).toBeHidden();
  await placeOrder.click();
  await expect(page.getByRole('alert')).toContainText('Please select at least one product');
  await expectInShop(page, '/cart', closed);
  await expect(proceed).toBeDisabled();
  await expectInShop(page, '/productspage', closed);
  for (const button of await buttons(page, /Add to Cart/).all())
    await expect(button).toBeDisabled();
  await expect(page.getByText(closed), 'once, above the cards').toHaveCount(1);
  await expectInShop(page, '/dairymilkgarland', closed);
  await expect(buttons(page, /Buy Now|Add to Cart/)).toHaveCount(0);
  await expect(page.getByText(/Order today/)).toHaveCount(0);

  // Open again: the line that the cart kept can be ordered.
  await leave(page);
  await desk.getByRole('radio', { name: 'Open' }).check();
  await save(desk, page, 'Saved. Open.', open);
  await visit(page, '/cart');
  await expect(proceed).toBeEnabled();

  // Late: orders come in, with later dates. One product is sold out.
  await leave(page);
  const kitkat = desk.getByRole('group', { name: KITKAT });
  await desk.getByRole('radio', { name: 'Late' }).check();
  await desk.getByLabel('Ships from').fill(day);
  await kitkat.getByLabel('Sold out').check();
  await kitkat.getByLabel('Back on').fill(day);
  await save(desk, page, 'Saved. Late now.', /<html data-unavailable=.* data-ships-from=/);
  await expectInShop(page, '/dairymilkgarland', `Ships from ${formatDay(day)}`);
  const { from, to } = parcelDates(['garland'], new Date(shopTime()), day);
  await expect(page.getByText(`arrives ${formatDays(from, to, 'short')}`)).toBeVisible();
  await expect(buttons(page, /Buy Now/)).toBeEnabled();
  await expectInShop(page, '/kitkatgarland', `Sold out · Back on ${formatDay(day)}`);
  await expect(buttons(page, /Buy Now|quantity/)).toHaveCount(0);
  await expect(page.getByText('Limited Time Offer!')).toHaveCount(0);
  const chat = page.getByRole('link', { name: 'Chat with us' });
  await expect(chat).toHaveAttribute('href', /KitKat/);
  await keepInCart(page, ownShop, garland, { ...garland, id: '5', title: KITKAT });
  await expectInShop(page, '/cart', `Sold out · Back on ${formatDay(day)}`);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(garland.title);
  await expect(summary, 'what is sold out is not paid').not.toContainText(KITKAT);
  await expect(page.getByRole('main').getByText('not counted')).toHaveCount(1);

  await leave(page);
  await desk.getByRole('radio', { name: 'Open' }).check();
  await kitkat.getByLabel('Sold out').uncheck();
  await save(desk, page, 'Saved. Open.', open);
  await expectInShop(page, '/kitkatgarland', 'Buy Now');

  // The same page in a browser with scripts, and what it says of a form that cannot be saved.
  await shareCookies(desk, page);
  await expectDeskFit(page, `${deskOrigin(ownShop)}/shop`);
  await page.getByRole('radio', { name: 'Late' }).check();
  await submit(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByLabel('Ships from')).toHaveAccessibleDescription(/From when/);
  await expectDeskFit(page);
  await expectDeskFit(page, `${deskOrigin(ownShop)}/more`);
});

test('shoppers see reviews that are answered and hidden @all', async ({
  page,
  ownShop,
  desk,
  allow,
}) => {
  test.slow();
  allow(/400/);
  await change(ownShop, (db) =>
    storeReviews(db, [
      { rating: 5, title: 'Lovely' },
      { rating: 2, title: 'Small', comment: 'Smaller than I thought' },
    ]),
  );
  await enterDesk(desk, ownShop);
  await desk.goto('/reviews');
  const review = desk.getByRole('article', { name: 'Small' });
  await review.getByLabel('Answer').fill('The next one is larger.');
  await submit(review.getByRole('button', { name: 'Publish answer' }));
  await expect(desk.getByRole('status')).toContainText('Your answer is saved.');
  await expectInShop(page, '/dairymilkgarland#reviews', 'The next one is larger.');
  await expect(section(page)).toContainText('3.5');

  // Hidden: the average moves.
  await leave(page);
  await review.getByLabel('Reason').selectOption('Abuse');
  await submit(review.getByRole('button', { name: 'Hide' }));
  await expect(desk.getByRole('status')).toContainText('Hidden.');
  await expectInShop(page, '/dairymilkgarland#reviews', '5.0');
  await expect(section(page)).toContainText('5.0');
  await expect(section(page)).not.toContainText('Smaller than I thought');

  // The same page in a browser with scripts, and what it says of a form that cannot be saved.
  await shareCookies(desk, page);
  await expectDeskFit(page, `${deskOrigin(ownShop)}/reviews`);
  await page.locator('summary', { hasText: 'Hide' }).click();
  await submit(page.getByRole('button', { name: 'Hide' }));
  await expect(page.getByText('Choose a reason first').first()).toBeVisible();
  await expectDeskFit(page);
});

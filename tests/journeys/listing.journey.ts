// The listings: cards, search, filters and the version dialog of the products page.
import { listedProducts } from '../../src/shop/catalogue/catalogue.ts';
import { discountPercent, formatRupees } from '../../src/shop/money.ts';
import { expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import { addFromListing } from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';

test.use(phone);

test('the listing shows every product with its details, searches, filters and reports an empty result [shop-1 listing-1,3..6 name-13,14]', async ({
  page,
}) => {
  await visit(page, '/productspage');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Products');
  await expect(page.getByPlaceholder('Search for products...')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Category' }).getByRole('button')).toHaveText([
    'all',
    'chocolate',
    'currency',
  ]);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(listedProducts.length);
  for (const { name, link, category, tagline, price, originalPrice } of listedProducts) {
    const card = page.getByRole('article', { name, exact: true });
    const discount = `${discountPercent(price, originalPrice)}% off`;
    for (const words of [discount, category, tagline, formatRupees(price)]) {
      await expect(card.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(card.locator('s')).toHaveText(`was ${formatRupees(originalPrice)}`);
    await expect(card.locator('s')).toHaveCSS('text-decoration-line', 'line-through');
    await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', link);
  }

  const combos = page.getByRole('link', { name: 'Sweet Combo Packs' });
  await expect(combos).toHaveAttribute('href', '/combo');

  const currency = page.getByRole('button', { name: 'currency' });
  await currency.click();
  await expect(currency).toHaveAttribute('aria-pressed', 'true');
  await expect(cards.getByRole('heading')).toHaveText(['KitKat Garland']);
  await page.getByRole('button', { name: 'all', exact: true }).click();
  await expect(cards).toHaveCount(listedProducts.length);
  const search = page.getByRole('searchbox', { name: 'Search for products...' });
  await search.fill('kitkat');
  await expect(cards.getByRole('heading')).toHaveText(['KitKat Garland']);
  await search.fill('zzz');
  await expect(page.getByText('No products found')).toBeVisible();
  const advice = "Try adjusting your search or filter to find what you're looking for";
  await expect(page.getByText(advice)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '0 products' })).toBeAttached();
  await expectFit(page, 'main');
  await page.getByRole('button', { name: 'Show all products' }).press('Enter');
  await expect(cards).toHaveCount(listedProducts.length);
  // The button, which had the focus, is gone.
  await expect(page.locator(':focus').getByRole('article')).toHaveCount(listedProducts.length);
  await expect(page.getByRole('main')).not.toBeFocused();
});

test('only products with versions ask for one, and every line is in local storage @all [bar-4 listing-7 entity-8 transition-6 name-4 state-4]', async ({
  page,
}) => {
  await visit(page, '/productspage');
  const button = page
    .getByRole('article', { name: 'Sandal Garland' })
    .getByRole('button', { name: 'Add to Cart' });
  await button.click();
  // The button shows a tick for a while and keeps its name.
  const tick = () => button.evaluate((element) => getComputedStyle(element, '::before').content);
  const news = page.getByRole('status').filter({ hasText: 'Added to cart' });
  // Both go by themselves.
  await Promise.all([expect.poll(tick).toBe('""'), expect(news).toContainText('Sandal Garland')]);
  await expect(page.getByRole('dialog', { name: 'Choose Version' })).toBeHidden();
  await expectFit(page);
  await expect.poll(tick).toBe('none');
  for (const title of ['Dairy Milk Garland', 'Fivestar Garland']) {
    await addFromListing(page, title, 'Kids');
  }
  const cart = page.getByRole('link', { name: 'Cart, 3 items' });
  await expect(cart).toHaveText('3');
  // A red badge
  await expect(cart.locator('span')).toHaveCSS('background-color', 'rgb(195, 18, 28)');

  const stored = await page.evaluate(() => localStorage.getItem('cart'));
  const kids = { selectedVersion: 'kids', versionName: 'Kids', price: 799 };
  expect(JSON.parse(stored!)).toMatchObject([
    { id: '6', title: 'Sandal Garland', price: 190, originalPrice: 249 },
    { ...kids, id: '3' },
    { ...kids, id: '4' },
  ]);
});

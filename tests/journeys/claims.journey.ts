// The texts of the product pages, word for word, as a shopper sees them.
import type { Page } from '@playwright/test';
import { covers } from '#support/covers.ts';
import { expect, test, visit } from '#support/journeys/journey.ts';
import { pageTexts } from '#support/journeys/page-texts.ts';
import { panel } from '#support/journeys/product-page.ts';
import { catalogue } from '../../src/shop/catalogue/catalogue.ts';

test('every expected text belongs to a product page', covers('shop-3'), () => {
  const links = catalogue.map(({ link }) => link);
  expect(links).toEqual(expect.arrayContaining(Object.keys(pageTexts)));
});

for (const [path, texts] of Object.entries(pageTexts)) {
  const { description, line, sections, faqs, versions = {} } = texts;
  test(
    `${path} shows the description, features, delivery times, occasions, FAQ and versions`,
    covers(
      'shop-3',
      'shop-5',
      'shop-11',
      'shop-12',
      'shop-13',
      'shop-14',
      'shop-15',
      'shop-16',
      'shop-17',
      'shop-18',
      'constant-5',
      'combo-2',
      'garland-15',
      'gift-5',
      'prod-7',
    ),
    async ({ page }) => {
      await visit(page, path);
      await expect(page.getByRole('main').getByText(description, { exact: true })).toBeVisible();
      // The band comes when somebody comes near.
      await page.getByRole('heading', { name: 'Good to know' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('main').getByText(line, { exact: true })).toBeVisible();
      for (const [title, points] of Object.entries(sections)) {
        await expect(await opened(page, title)).toHaveText([...points]);
      }
      const questions = page.locator('details').filter({ has: page.locator('h3') });
      await expect(questions.locator('h3')).toHaveText(faqs.map(([question]) => question));
      // One answer is open at a time. The others are in the page, and a click shows them.
      await expect(questions.locator('p')).toHaveText(faqs.map(([, answer]) => answer));

      for (const [name, words] of Object.entries(versions)) {
        await expect(page.getByRole('radio', { name })).toHaveAccessibleDescription(words);
      }
    },
  );
}

/** Opens a section if it is closed. Resolves to its points. */
async function opened(page: Page, title: string) {
  const section = panel(page, title);
  const points = section.getByRole('listitem');
  if (!(await points.first().isVisible())) await section.locator('summary').click();
  await expect(points.first()).toBeVisible();
  return points;
}

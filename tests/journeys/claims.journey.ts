// What the shop claims of itself and its pieces, word for word, where a shopper reads it.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { catalogue } from '../../src/shop/catalogue/catalogue.ts';
import type { ProdDetails, ProductDetails } from '../../src/shop/catalogue/product.ts';
import { expect, test, visit } from '#support/journeys/journey.ts';
import { panel } from '#support/journeys/product-page.ts';

/** The points of a section, opened if it is closed. */
async function points(page: Page, title: string) {
  const section = panel(page, title);
  const list = section.getByRole('listitem');
  if (!(await list.first().isVisible())) await section.locator('summary').click();
  await expect(list.first()).toBeVisible();
  return list;
}

test(
  'home claims 500+ happy customers and offers chocolates, notes and colours to choose',
  covers('shop-9', 'shop-10', 'shop-11'),
  async ({ page }) => {
    await visit(page, '/home');
    const claims = page.getByRole('region', { name: 'At a glance' }).getByRole('listitem');
    await expect(claims).toHaveText([
      '500+ happy customers',
      'About 50 chocolates a garland',
      '24 hours to dispatch',
    ]);
    const reasons = page.getByRole('region', { name: 'Why Choose Us' }).getByRole('listitem');
    await expect(reasons.filter({ hasText: 'Custom Designs' })).toContainText(
      'Your favourite chocolates, currency notes and colours.',
    );
    await expect(reasons.filter({ hasText: 'Fast Delivery' })).toContainText(
      'Dispatched within 24 hours, across India.',
    );
  },
);

for (const path of ['/dairymilkgarland', '/fivestargarland', '/kitkatgarland']) {
  test(
    `${path} tells its chocolates, its two lengths and its times`,
    covers('shop-11', 'shop-13', 'shop-14', 'shop-15', 'shop-17', 'shop-18', 'constant-5'),
    async ({ page }) => {
      await visit(page, path);
      const version = (name: string) => page.getByRole('radio', { name });
      await expect(version('Adult')).toHaveAccessibleDescription(/^3\.5 feet · ₹/);
      await expect(version('Kids')).toHaveAccessibleDescription('1.5 feet · ₹799');
      const features = await points(page, 'Magical Features');
      await expect(features.filter({ hasText: 'About 50 chocolates' })).toBeVisible();
      await expect(
        features.filter({ hasText: '3.5 feet for adults, 1.5 feet for kids' }),
      ).toBeVisible();
      await expect(await points(page, 'Delivery Magic')).toHaveText([
        'Prepared by hand in 2-3 days',
        'Dispatched within 24 hours after that',
        'Delivered in 2-5 business days across India',
        'Tracking details follow once it is on its way',
        'Best enjoyed within 3-5 days',
      ]);
    },
  );
}

for (const path of ['/weddingcombo', '/birthdaycombo']) {
  test(`${path} travels 2-4 days`, covers('shop-12'), async ({ page }) => {
    await visit(page, path);
    const delivery = page.getByRole('region', { name: 'Delivery Info' });
    await expect(delivery.getByRole('listitem')).toHaveText([
      'Prepared by hand in 2-3 days',
      'Dispatched within 24 hours after that',
      'Delivered in 2-4 days across India',
      'Tracking details follow once it is on its way',
      'Best enjoyed within 3-5 days',
    ]);
  });
}

test(
  'the bouquet stays good for 1-2 months, the crown is best within 3-5 days',
  covers('shop-16'),
  async ({ page }) => {
    for (const [path, keeping] of [
      ['/chocolatebouquet', 'Stays good for 1-2 months'],
      ['/chocolatecrown', 'Best enjoyed within 3-5 days'],
    ] as const) {
      await visit(page, path);
      const info = await points(page, 'Delivery & Packaging Info');
      await expect(info.filter({ hasText: keeping })).toBeVisible();
    }
  },
);

test(
  'every product page tells what the piece is, what is good about it and what it is for',
  covers('shop-3', 'shop-5', 'combo-2', 'garland-15', 'gift-5', 'prod-7'),
  async ({ page }) => {
    for (const { slug, link, kind } of catalogue) {
      const { details } = (await import(`../../src/shop/catalogue/${slug}.details.ts`)) as {
        details: ProductDetails & Partial<ProdDetails>;
      };
      await visit(page, link);
      await expect(page.getByRole('main').getByText(details.description)).toBeVisible();
      if (details.facts) {
        await expect(await points(page, 'Product Details')).toHaveText([...details.facts]);
      }
      const isGarland = kind === 'garland';
      const features = await points(page, isGarland ? 'Magical Features' : 'Features');
      await expect(features).toHaveText([...details.features]);
      const occasions = await points(page, isGarland ? 'Perfect Celebrations' : 'Occasion Ideas');
      await expect(occasions).toHaveText([...details.occasionIdeas]);
      const questions = page.locator('details h3');
      await expect(questions).toHaveText(details.faqs.map(({ question }) => question));
    }
  },
);

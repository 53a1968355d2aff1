// The rating that search engines read and visitors see. What else they read without a browser is shown by
// src/server/web/site.integration.test.ts.
import { covers } from '#support/covers.ts';
import type { APIRequestContext } from '@playwright/test';
import { expect, testOwnShop, visit } from '#support/journeys/journey.ts';
import { postReview } from '#support/journeys/review-page.ts';
import { signIn } from '#support/journeys/shopper.ts';

/** Resolves to the rating in the structured data of a product page. */
async function ratingAt(path: string, request: APIRequestContext): Promise<unknown> {
  const html = await (await request.get(path)).text();
  const [, data = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)!;
  return JSON.parse(data)['@graph'][0].aggregateRating;
}

testOwnShop(
  'a product page has the rating of its real reviews as structured data, and none without reviews @data @all',
  covers('found-5'),
  async ({ page, ownShop }) => {
    const { request } = page;
    await signIn(page, ownShop);
    await postReview(page, { productId: '6', name: 'Meena', rating: '4', comment: 'Lovely' });
    const rating = {
      '@type': 'AggregateRating',
      ratingValue: '4.0',
      reviewCount: 1,
      bestRating: 5,
      worstRating: 1,
    };
    await expect.poll(() => ratingAt('/sandlegarland', request)).toEqual(rating);
    expect(await ownShop.stop()).toBe(0);
    await ownShop.start();
    await expect.poll(() => ratingAt('/sandlegarland', request)).toEqual(rating);
    // The page shows it next to the 4.8, also after hydration.
    await visit(page, '/sandlegarland');
    const ratings = page.getByRole('paragraph').filter({ hasText: '4.8' });
    await expect(ratings).toContainText('4.0 from 1 review');
    // The 4.5 of 120 reviews on /prod is a text of the shop.
    for (const path of ['/fivestargarland', '/prod']) {
      expect(await ratingAt(path, request), path).toBeUndefined();
    }
  },
);

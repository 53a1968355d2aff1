// What search engines and chat previews read: sitemap, robots.txt, icons, and the metadata of every page.
import { covers } from '#support/covers.ts';
import type { APIRequestContext } from '@playwright/test';
import { expect, test, testOwnShop, visit } from '#support/journeys/journey.ts';
import { signIn } from '#support/journeys/shopper.ts';

/** Returns the metadata of a page, read without running its scripts. */
function factsOf(html: string) {
  const find = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    title: find(/<title>([^<]+)<\/title>/),
    description: find(/<meta name="description" content="([^"]+)">/),
    canonical: find(/<link rel="canonical" href="([^"]+)">/),
    picture: find(/<meta property="og:image" content="([^"]+)">/),
    noindex: html.includes('<meta name="robots" content="noindex">'),
    data: find(/<script type="application\/ld\+json">(.+?)<\/script>/),
  };
}

/** Resolves to the rating in the structured data of a product page. */
async function ratingAt(path: string, request: APIRequestContext): Promise<unknown> {
  const { data } = factsOf(await (await request.get(path)).text());
  return JSON.parse(data!)['@graph'][0].aggregateRating;
}

test(
  'every page of the sitemap has a canonical address, a picture, and its own title and description',
  covers('found-1'),
  async ({ request, shop }) => {
    const map = await request.get('/sitemap.xml');
    expect(map.headers()['content-type']).toContain('application/xml');
    const addresses = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc]) => loc!,
    );
    expect(addresses).toContain(`${shop.origin}/home`);
    expect(addresses).toContain(`${shop.origin}/kitkatgarland`);
    expect(addresses.join()).not.toMatch(/cart|deliveryform|success|your-orders/);

    const pages = await Promise.all(
      addresses.map(async (address) => factsOf(await (await request.get(address)).text())),
    );
    for (const [index, page] of pages.entries()) {
      expect(page.noindex).toBe(false);
      expect(new URL(page.canonical!, shop.origin).href).toBe(addresses[index]);
      const picture = await request.get(new URL(page.picture!, shop.origin).href);
      expect(picture.headers()['content-type']).toBe('image/jpeg');
    }
    for (const fact of ['title', 'description'] as const) {
      const values = pages.map((page) => page[fact]);
      expect(values).not.toContain(undefined);
      expect(new Set(values).size, fact).toBe(pages.length);
    }
  },
);

test(
  'a product page has its offers, breadcrumbs and questions as structured data @all',
  covers('found-4'),
  async ({ page, shop }) => {
    await page.goto('/kitkatgarland');
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    const [product, places, questions] = JSON.parse(text!)['@graph'];
    expect(product.offers.map((offer: { price: string }) => offer.price)).toEqual([
      '1199.00',
      '799.00',
    ]);
    expect(places.itemListElement).toHaveLength(3);
    expect(questions.mainEntity).toHaveLength(5);
    for (const address of product.image) {
      const picture = await page.request.get(new URL(address, shop.origin).href);
      expect(picture.headers()['content-type']).toBe('image/webp');
    }
  },
);

testOwnShop(
  'a product page has the rating of its real reviews as structured data, and none without reviews @data @all',
  covers('found-5'),
  async ({ page, ownShop: shop }) => {
    const { request } = page;
    await signIn(page, shop);
    const posted = await request.post('/api/reviews', {
      multipart: { productId: '6', name: 'Meena', rating: '4', comment: 'Lovely' },
      headers: { Origin: shop.origin },
    });
    expect(posted.status(), await posted.text()).toBe(201);
    const { count, average } = await (await request.get('/reviews?productId=6&page=1')).json();
    const rating = {
      '@type': 'AggregateRating',
      ratingValue: average.toFixed(1),
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    };
    await expect.poll(() => ratingAt('/sandlegarland', request)).toEqual(rating);
    expect(await shop.stop()).toBe(0);
    await shop.start();
    await expect.poll(() => ratingAt('/sandlegarland', request)).toEqual(rating);
    // The page shows it next to the 4.8, also after hydration.
    await visit(page, '/sandlegarland');
    const ratings = page.getByRole('paragraph').filter({ hasText: 'our own rating' });
    const words = count === 1 ? '1 review' : `${count} reviews`;
    await expect(ratings).toContainText(`${average.toFixed(1)} from ${words}`);
    // The 4.5 of 120 reviews on /prod is a text of the shop.
    for (const path of ['/fivestargarland', '/prod']) {
      expect(await ratingAt(path, request), path).toBeUndefined();
    }
  },
);

test(
  'a visitor’s private pages are excluded from search engines',
  covers('found-2'),
  async ({ request }) => {
    const rules = await (await request.get('/robots.txt')).text();
    for (const path of ['/cart', '/deliveryform', '/success', '/your-orders']) {
      expect(rules).toContain(`Disallow: ${path}\n`);
      expect(factsOf(await (await request.get(path)).text()).noindex).toBe(true);
    }
    expect(rules).toMatch(/^Allow: \/$/m);
    expect(rules).toMatch(/^Sitemap: http:\/\/localhost:\d+\/sitemap\.xml$/m);
  },
);

test(
  'the icons and the manifest are linked and exist @all',
  covers('found-3'),
  async ({ page }) => {
    await page.goto('/home');
    const links = await page
      .locator('link[rel=icon], link[rel=manifest]')
      .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
    expect(links).toHaveLength(2);
    const manifest = await page.request.get('/site.webmanifest');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { icons } = (await manifest.json()) as { icons: { src: string }[] };
    // Apple's phones look for their icon at this address.
    const addresses = [...links, ...icons.map(({ src }) => src), '/apple-touch-icon.png'];
    for (const address of addresses) {
      expect((await page.request.get(address)).status(), address).toBe(200);
    }
  },
);

// What the built pages say to those who read them without a browser or without scripts: search engines, chat previews, and
// visitors. The journeys and axe see the same pages in a browser.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveProvider } from '#support/payments/live-provider.ts';
import { serveSite } from '#support/server/ask.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { routes } from '../../storefront/app/routes.tsx';
import { loadSite } from './pages.ts';

const origin = 'https://maalai.example';
const site = loadSite(join(import.meta.dirname, '../../../dist/site'), liveProvider, {
  origin,
  secure: true,
  now: new Date('2026-11-14T10:00:00Z'),
});

const servePages = () => serveSite(site, () => new Date('2026-11-14T10:00:00Z'));

/** Resolves to the document of a page. */
async function readPage(path: string): Promise<string> {
  const { status, text } = await (await servePages())(path);
  expect(status).toBe(200);
  return text;
}

/** Returns the text of HTML, without its elements. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&');

/** Returns the content of each element of this name. */
const elements = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 'gs'))].map(
    ([, content = '']) => content,
  );

/** Returns the text and the address of each link: 'Home /home'. */
const links = (html: string) =>
  [...html.matchAll(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, address, content = '']) => `${textOf(content)} ${address}`,
  );

/** Returns the section whose heading has this text. */
const sectionWith = (html: string, heading: string) =>
  elements(html, 'section').find((section) => textOf(section).includes(heading)) ?? '';

/** Returns the metadata of a page. */
function factsOf(html: string) {
  const find = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    title: find(/<title>([^<]+)<\/title>/),
    description: find(/<meta name="description" content="([^"]+)">/),
    canonical: find(/<link rel="canonical" href="([^"]+)">/),
    picture: find(/<meta property="og:image" content="([^"]+)">/),
    noindex: html.includes('<meta name="robots" content="noindex">'),
  };
}

describe('search engines and chat previews', () => {
  it('find a canonical address, a picture, and an own title and description on each page of the sitemap [found-1]', async () => {
    const request = await servePages();
    const map = await request('/sitemap.xml');
    expect(map.headers['content-type']).toContain('application/xml');
    const addresses = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
    expect(addresses).toContain(`${origin}/home`);
    for (const { link } of catalogue) expect(addresses).toContain(origin + link);
    expect(addresses.join()).not.toMatch(/cart|deliveryform|success|your-orders/);

    const pages = [];
    for (const address of addresses) {
      const page = factsOf((await request(new URL(address).pathname)).text);
      expect(page.noindex).toBe(false);
      expect(new URL(page.canonical ?? '', origin).href).toBe(address);
      const picture = await request(new URL(page.picture ?? '', origin).pathname);
      expect(picture.headers['content-type']).toBe('image/jpeg');
      pages.push(page);
    }
    for (const fact of ['title', 'description'] as const) {
      const values = pages.map((page) => page[fact]);
      expect(values).not.toContain(undefined);
      expect(new Set(values).size).toBe(pages.length);
    }
  });

  it('find the offers, breadcrumbs and questions of a product as structured data [found-4]', async () => {
    const request = await servePages();
    const { text } = await request('/kitkatgarland');
    const data = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(text)?.[1];
    const [product, places, questions] = JSON.parse(data ?? '')['@graph'];
    expect(product.offers.map((offer: { price: string }) => offer.price)).toEqual([
      '1199.00',
      '799.00',
    ]);
    expect(places.itemListElement).toHaveLength(3);
    expect(questions.mainEntity).toHaveLength(5);
    for (const address of product.image) {
      const picture = await request(new URL(address, origin).pathname);
      expect(picture.headers['content-type']).toBe('image/webp');
    }
  });

  it('are kept from a visitor’s private pages [found-2]', async () => {
    const request = await servePages();
    const { text: rules, headers } = await request('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const path of ['/cart', '/deliveryform', '/success', '/your-orders']) {
      expect(rules).toContain(`Disallow: ${path}\n`);
      expect(factsOf((await request(path)).text).noindex).toBe(true);
    }
    expect(rules).toMatch(/^Allow: \/$/m);
    expect(rules).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  });

  it('find the icons and the manifest, which exist [found-3]', async () => {
    const request = await servePages();
    const linked = [
      ...(await request('/home')).text.matchAll(
        /<link rel="(?:icon|manifest)"[^>]*href="([^"]+)"/g,
      ),
    ].map(([, address = '']) => address);
    expect(linked).toHaveLength(2);
    const manifest = await request('/site.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const { icons } = JSON.parse(manifest.text) as { icons: { src: string }[] };
    // Apple's phones look for their icon at this address.
    const addresses = [...linked, ...icons.map(({ src }) => src), '/apple-touch-icon.png'];
    for (const address of addresses) {
      expect({ address, ...(await request(address)) }).toMatchObject({ address, status: 200 });
    }
  });
});

/** At most so many words on a page, without bar, footer and what loads later. The policies say what they must. */
const mostWords = (path: string) => (path === '/home' || path === '/prod' ? 280 : 260);

describe('a page says each thing once', () => {
  const pages = routes.filter(({ path }) => !/^\/(shipping|refunds|privacy|terms)$/.test(path));

  it.each(pages)('$path has few words', async ({ path }) => {
    const [main = ''] = elements(await readPage(path), 'main');
    const words = main
      .replaceAll(/<(svg|script)\b.*?<\/\1>/gs, ' ')
      .replaceAll(/<[^>]*>|&\w+;/g, ' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    expect(words.length).toBeLessThanOrEqual(mostWords(path));
  });
});

describe('a page without scripts', () => {
  it.each(['/home', '/dairymilkgarland', '/cart', '/deliveryform', '/your-orders'])(
    '%s says why it cannot sell',
    async (path) => {
      const [words = ''] = elements(await readPage(path), 'noscript');
      expect(textOf(words)).toBe('Buying here needs JavaScript: please switch it on, or call us.');
    },
  );

  it('has the links and contacts in its footer [footer-1,2,4]', async () => {
    const [footer = ''] = elements(await readPage('/home'), 'footer');
    expect(elements(footer, 'h2').map(textOf)).toEqual(['Maalai', 'Quick Links', 'Contact']);
    expect(textOf(footer)).toContain('Quality you can taste in every piece.');
    expect(links(footer).slice(1)).toEqual([
      'Home /home',
      'Products /productspage',
      'Combos /combo',
      'ContactUs /Contactus',
      expect.stringMatching(/@.* mailto:/),
      expect.stringMatching(/^\+91.* tel:/),
      expect.stringMatching(/^Location https:/),
      'Shipping /shipping',
      'Refunds /refunds',
      'Privacy /privacy',
      'Terms /terms',
    ]);
  });

  it.each(['/contactus', '/ContactUs', '/Contactus', '/CONTACTUS/'])(
    'is the contact page at %s, with one canonical address and links to the shop [route-14 shop-8 contact-1,2]',
    async (path) => {
      const html = await readPage(path);
      expect(elements(html, 'h1')).toEqual(['Get in Touch']);
      const canonical = [...html.matchAll(/<link rel="canonical" href="([^"]+)">/g)];
      expect(canonical.map(([, address = '']) => new URL(address, origin).href)).toEqual([
        `${origin}/contactus`,
      ]);
      const [main = ''] = elements(html, 'main');
      for (const link of [
        /^Instagram.* https:\/\/www\.instagram\.com\//,
        /^YouTube.* https:\/\/www\.youtube\.com\//,
        /^Write to us.* mailto:[^@]+@[^@]+$/,
        /^Call us.* tel:\+91\d{10}$/,
      ]) {
        expect(links(main)).toContainEqual(expect.stringMatching(link));
      }
    },
  );

  it('lists two combos at /combo, and the reasons to choose them [shop-2 combo-listing-1..3]', async () => {
    const [main = ''] = elements(await readPage('/combo'), 'main');
    expect(elements(main, 'h1')).toEqual(['Sweet Combo Packs']);
    const combos = elements(main, 'article').filter((article) => article.includes('<h2'));
    expect(combos.flatMap(links)).toEqual([
      'Wedding Delight /weddingcombo',
      'Birthday Bliss /birthdaycombo',
    ]);
    expect(elements(sectionWith(main, 'Why Choose Us'), 'h3').map(textOf)).toEqual([
      'Handmade with Love',
      'Sweet Personalization',
      'Vibrant Themes',
      'Quick & Cute Delivery',
    ]);
  });
});

it('has an icon and the address for reports where programs look for them', async () => {
  const send = await servePages();
  const icon = await send('/favicon.ico');
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png']);
  const { status, text } = await send('/.well-known/security.txt');
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(
      /^Contact: mailto:\S+@\S+\nExpires: 2027-10-10T10:00:00\.000Z\nPreferred-Languages: en\nCanonical: https:\/\/maalai\.example\/\.well-known\/security\.txt\n$/,
    ),
  ]);
});

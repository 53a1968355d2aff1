// A new product is its file and its line in the catalogue (CONTRIBUTING.md): everything else follows from them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { galleryPictures } from '../../shop/catalogue/product.ts';
import { screenModules } from '../../../scripts/build/pages.ts';
import { describePage } from './document.ts';
import { loadProduct, routeAt, routes } from './routes.tsx';
import { buildStructuredData } from './structured-data.ts';

const root = join(import.meta.dirname, '../../..');

describe('the products', () => {
  it('each have a file named by the slug, and each file is in the catalogue', () => {
    const slugs = catalogue.map(({ slug }) => `${slug}.ts`).toSorted();
    const files = readdirSync(join(root, 'src/shop/catalogue/products')).toSorted();
    expect(files).toEqual(slugs);
  });

  it('each have a route, which nothing else in the source names', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|shop\/catalogue/.test(file))
      .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
    expect(sources.length).toBeGreaterThan(100);
    for (const { link } of catalogue) {
      expect(routes.some(({ path }) => path === link)).toBe(true);
      expect(sources.filter((source) => source.includes(`'${link}'`))).toEqual([]);
    }
  });

  it.each(catalogue)('take everything that $slug shows from its file', async (product) => {
    const route = routeAt(product.link);
    const { details } = await loadProduct(product.slug);
    expect(route).toMatchObject({ title: product.pageTitle ?? product.name, path: product.link });
    expect(await describePage(route)).toBe(details.searchDescription);
    expect(await buildStructuredData(route)).toContain(JSON.stringify(details.description));
    const files = [
      ...galleryPictures(product, details).map(({ name }) => `art/masters/${name}.webp`),
      ...screenModules(route).map((module) => module.replace('?page', '')),
    ];
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const { default: Page } = await route.load();
    const html = renderAt(route.path, <Page />);
    const shown = [
      `<h1>${product.name}</h1>`,
      // /prod begins with the close-up.
      `/${product.pictures[product.kind === 'prod' ? 1 : 0].name}-`,
      `Image 1 of ${galleryPictures(product, details).length}`,
      '>Buy Now</button>',
      '>Add to Cart</button>',
      ...details.features,
      ...(details.deliveryInfo ?? []),
      ...(details.occasionIdeas ?? []),
    ];
    const words = html.replaceAll(/<\/?span[^>]*>/g, '');
    expect(shown.filter((part) => !words.includes(part))).toEqual([]);
  });
});

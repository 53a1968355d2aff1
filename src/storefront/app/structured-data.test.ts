import { describe, expect, it } from 'vitest';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { galleryPictures } from '../../shop/catalogue/product.ts';
import { toRupees } from '../../shop/money.ts';
import { loadProduct, routeAt, routes } from './routes.tsx';
import { buildStructuredData } from './structured-data.ts';

const origin = 'https://maalai.example';

interface Graph {
  product: {
    name: string;
    url: string;
    image: string[];
    offers: { name?: string; price: string; priceCurrency: string; url: string }[];
  };
  list: { itemListElement: { position: number; name: string; item: string }[] };
  questions?: { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
}

async function readGraph(path: string): Promise<Graph> {
  const data = await buildStructuredData(routeAt(path), origin);
  const { '@graph': nodes } = JSON.parse(data!);
  expect(nodes.map((node: Record<string, unknown>) => node['@type'])).toEqual([
    'Product',
    'BreadcrumbList',
    ...(nodes.length > 2 ? ['FAQPage'] : []),
  ]);
  return { product: nodes[0], list: nodes[1], questions: nodes[2] };
}

describe('the structured data of a product page', () => {
  it.each(catalogue)('has an offer for each price of $link [found-4]', async (product) => {
    const { product: node, questions } = await readGraph(product.link);
    const prices = product.versions?.map(({ price }) => price) ?? [product.price];
    const currency = { priceCurrency: 'INR' };
    const offers = prices.map((price) => ({ price: toRupees(price).toFixed(2), ...currency }));
    expect(node).toMatchObject({ name: product.name, offers });
    const { details } = await loadProduct(product.slug);
    expect(node.image).toHaveLength(galleryPictures(product, details).length);
    for (const address of [node.url, ...node.image, ...node.offers.map(({ url }) => url)])
      expect(address).toMatch(/^https:\/\/maalai\.example\//);
    // Combos have no questions.
    expect(questions?.mainEntity.length).toBe(details.faqs?.length);
  });

  it('names the versions as the page does', async () => {
    expect((await readGraph('/kitkatgarland')).product.offers).toMatchObject([
      { name: 'Adult', price: '1199.00', availability: 'https://schema.org/InStock' },
      { name: 'Kids', price: '799.00' },
    ]);
    const { offers } = (await readGraph('/prod')).product;
    expect(offers.map(({ name }) => name)).toEqual(['Adult', 'Kid']);
  });

  it('has the breadcrumbs of the page', async () => {
    const crumbs = async (path: string) =>
      (await readGraph(path)).list.itemListElement.map(({ item }) => item.replace(origin, ''));
    expect(await crumbs('/weddingcombo')).toEqual(['/home', '/combo', '/weddingcombo']);
    expect(await crumbs('/prod')).toEqual(['/home', '/productspage', '/prod']);
  });

  it('exists for product pages only', async () => {
    const data = await Promise.all(routes.map((route) => buildStructuredData(route)));
    const described = routes.filter((_, index) => data[index]).map(({ path }) => path);
    expect(described.toSorted()).toEqual(catalogue.map(({ link }) => link).toSorted());
  });

  it('has no rating of its own, and cannot end its element [found-4]', async () => {
    for (const { link } of catalogue) {
      // No text of the catalogue has a '<' yet.
      const data = await buildStructuredData(routeAt(link), '</script><!--');
      expect(data).not.toMatch(/rating|review"|</i);
    }
  });
});

// The structured data of a product page (schema.org, JSON-LD): the product with an offer for each version, the
// breadcrumbs, and the questions. Used by the build only: no page loads this code.
import { brand } from '../../shop/brand.ts';
import {
  galleryPictures,
  type Product,
  type ProductDetails,
} from '../../shop/catalogue/product.ts';
import { toRupees } from '../../shop/money.ts';
import { pictureUrl } from '../ui/product/picture-address.ts';
import { loadProduct, type Route } from './routes.tsx';

type Node = Readonly<Record<string, unknown>>;

/**
 * Resolves to the JSON-LD of a product's page, ready to be placed in a script element; to undefined for any other page.
 * It has no rating: the displayed one is the shop's own word, and real reviews come after the build. The server adds
 * their rating (server/reviews/ratings.ts).
 * @param origin 'https://maalai.example', or '' while it is not known
 */
export async function buildStructuredData(route: Route, origin = ''): Promise<string | undefined> {
  if (!route.product) return undefined;
  const { default: product, details } = await loadProduct(route.product.slug);
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      productNode(product, details, origin),
      breadcrumbs(product, origin),
      ...questions(details),
    ],
  };
  // No text may end the element, or begin a comment in it.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function productNode(product: Product, details: ProductDetails, origin: string): Node {
  return {
    '@type': 'Product',
    '@id': `${origin}${product.link}#product`,
    name: product.name,
    description: details.description,
    sku: product.id,
    category: product.category,
    brand: { '@type': 'Brand', name: brand.name },
    url: origin + product.link,
    image: galleryPictures(product, details).map(
      ({ name }) => origin + pictureUrl(name, 1200, 'webp'),
    ),
    offers: offers(product, origin),
  };
}

function offers(product: Product, origin: string): readonly Node[] {
  const offer = {
    '@type': 'Offer',
    priceCurrency: 'INR',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    url: origin + product.link,
    seller: { '@type': 'Organization', name: brand.name },
  };
  const { versions } = product;
  if (!versions) return [{ ...offer, sku: product.id, price: toRupees(product.price).toFixed(2) }];
  return versions.map(({ key, name, price }) => ({
    ...offer,
    name,
    sku: `${product.id}-${key}`,
    price: toRupees(price).toFixed(2),
  }));
}

function breadcrumbs({ name, link, kind }: Product, origin: string): Node {
  const parent = kind === 'combo' ? ['Combos', '/combo'] : ['Products', '/productspage'];
  const steps = [['Home', '/home'], parent, [name, link]];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([label, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${origin}${path}`,
    })),
  };
}

function questions({ faqs = [] }: ProductDetails): readonly Node[] {
  if (faqs.length === 0) return [];
  const mainEntity = faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [{ '@type': 'FAQPage', mainEntity }];
}

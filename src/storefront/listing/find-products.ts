// Searches and filters the listing's products, and converts the listing's state from and to a query string.
import type { Product } from '../../shop/catalogue/product.ts';

export const categories = ['all', 'chocolate', 'currency'] as const;
export type CategoryFilter = (typeof categories)[number];

export interface Listing {
  readonly query: string;
  readonly category: CategoryFilter;
}

export const everything: Listing = { query: '', category: 'all' };

/** Longer than the text of any product, short enough for a URL. */
export const QUERY_LIMIT = 100;

type Searched = Pick<Product, 'name' | 'cardTitle' | 'category' | 'summary' | 'occasions'>;

/** Every product is a gift, so these words exclude nothing. */
const GIFT = 'gift gifts';

/** Normalises to lower-case words of letters and digits, without accents, separated by single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const joined = (text: string) => plain(text).replaceAll(' ', '');

function matches(product: Searched, query: string): boolean {
  const { name, cardTitle = '', category, summary, occasions = '' } = product;
  const text = plain([name, cardTitle, category, summary, occasions, GIFT].join(' '));
  const words = plain(query).split(' ');
  // 'dairymilk' finds 'Dairy Milk Garland'.
  return words.every((word) => text.includes(word)) || joined(name).includes(joined(query));
}

/**
 * Returns the products of the category that contain every searched word, in their original order.
 * @param elsewhere products of another page, which only a search finds
 */
export function findProducts<P extends Searched>(
  products: readonly P[],
  listing: Listing,
  elsewhere: readonly P[] = [],
): P[] {
  const searched = plain(listing.query) === '' ? products : [...products, ...elsewhere];
  return searched.filter(
    (product) =>
      (listing.category === 'all' || product.category === listing.category) &&
      matches(product, listing.query),
  );
}

/** Parses a listing from a query string (`?q=&category=`). Ignores unknown values. */
export function readListing(search: string): Listing {
  const parameters = new URLSearchParams(search);
  const category = parameters.get('category');
  return {
    query: (parameters.get('q') ?? '').slice(0, QUERY_LIMIT),
    category: categories.find((known) => known === category) ?? everything.category,
  };
}

/** Returns the query string of a listing; '' for all products. */
export function listingSearch({ query, category }: Listing): string {
  const parameters = new URLSearchParams();
  if (query !== '') parameters.set('q', query);
  if (category !== everything.category) parameters.set('category', category);
  const search = parameters.toString();
  return search === '' ? '' : `?${search}`;
}

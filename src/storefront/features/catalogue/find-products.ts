// Which products the listing shows for what is searched and which category is chosen.
import type { Product } from '../../../shop/catalogue/product.ts';

export const categories = ['all', 'chocolate', 'currency'] as const;
export type CategoryFilter = (typeof categories)[number];

export interface Listing {
  readonly query: string;
  readonly category: CategoryFilter;
}

export const everything: Listing = { query: '', category: 'all' };

/** Longer than any product's words, short enough for an address. */
export const QUERY_LIMIT = 100;

type Searched = Pick<Product, 'name' | 'category' | 'summary'>;

/** Lower case, no accents, nothing but letters and digits between single spaces. */
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
  // Only what the card shows is searched, so that a reader sees why a product was found.
  const words = plain([product.name, product.category, product.summary].join(' '));
  if (
    plain(query)
      .split(' ')
      .every((word) => words.includes(word))
  ) {
    return true;
  }
  // 'dairymilk' finds 'Dairy Milk Garland'.
  return joined(product.name).includes(joined(query));
}

/** The products in their own order that carry every searched word and belong to the category. */
export function findProducts<P extends Searched>(products: readonly P[], listing: Listing): P[] {
  return products.filter(
    (product) =>
      (listing.category === 'all' || product.category === listing.category) &&
      matches(product, listing.query),
  );
}

/** Reads a listing from the address (`?q=&category=`). What it does not know is left out. */
export function readListing(search: string): Listing {
  const parameters = new URLSearchParams(search);
  const category = parameters.get('category');
  return {
    query: (parameters.get('q') ?? '').slice(0, QUERY_LIMIT),
    category: categories.find((known) => known === category) ?? everything.category,
  };
}

/** The listing as an address keeps it: '' for everything. */
export function listingSearch({ query, category }: Listing): string {
  const parameters = new URLSearchParams();
  if (query !== '') parameters.set('q', query);
  if (category !== everything.category) parameters.set('category', category);
  const search = parameters.toString();
  return search === '' ? '' : `?${search}`;
}

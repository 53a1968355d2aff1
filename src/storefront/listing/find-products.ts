// Searches and filters the listing's products, and converts the listing's state from and to a query string.
import type { Product } from '../../shop/catalogue/product.ts';
import { plainCode } from '../../shop/forms/clean-text.ts';

export const categories = ['all', 'chocolate', 'currency'] as const;
export type CategoryFilter = (typeof categories)[number];

export interface Listing {
  readonly query: string;
  readonly category: CategoryFilter;
}

export const everything: Listing = { query: '', category: 'all' };

/** Longer than the text of any product, short enough for a URL. */
export const QUERY_LIMIT = 100;

type Searched = Pick<
  Product,
  'name' | 'cardTitle' | 'category' | 'summary' | 'occasions' | 'versions'
>;

/** Every product is a gift, so these words exclude nothing. */
const GIFT = 'gift gifts';

/** Normalises to lower-case words of letters and digits, without accents, separated by single spaces. */
function plain(text: string): string {
  return plainCode(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the word and what it may be the plural of: 'boxes' of 'box', 'parties' of 'party'. */
function singulars(word: string): string[] {
  const others = [
    word.replace(/s$/, ''),
    word.replace(/(s|x|z|ch|sh)es$/, '$1'),
    word.replace(/ies$/, 'y'),
  ];
  // A shorter rest is in too many words.
  return [word, ...others.filter((rest) => rest.length > 2)];
}

/** Words are found within words, so only plurals need a rule. Other words for a product are in its file. */
function matches(product: Searched, query: string): boolean {
  const { name, cardTitle = '', category, summary, occasions = '', versions = [] } = product;
  const kinds = versions.map((version) => version.name);
  const text = plain([name, cardTitle, category, summary, occasions, ...kinds, GIFT].join(' '));
  // 'dairymilk' finds 'Dairy Milk Garland'.
  const searched = `${text} ${plain(name).replaceAll(' ', '')}`;
  return plain(query)
    .split(' ')
    .every((word) => singulars(word).some((each) => searched.includes(each)));
}

/**
 * Returns the products of the category that contain every searched word or its singular, in their original order.
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

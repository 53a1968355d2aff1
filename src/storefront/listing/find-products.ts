// Searches and filters the listing's products, and converts the listing's state from and to a query string.
import type { Product } from '../../shop/catalogue/product.ts';
import { beginning, plainCode } from '../../shop/forms/clean-text.ts';

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
/** These say nothing of a product. */
const SMALL = new Set('a an and for in of the to with'.split(' '));
/** What else a word is called, in the languages of the shop's customers. */
const synonyms = Object.entries({
  garland: 'mala maala malai maalai maale haar har haaram haram माला हार மாலை',
  sandal: 'chandan chandanam sandhanam santhanam चंदन சந்தன',
  wedding: 'marriage bride groom shaadi shadi vivah kalyanam thirumanam',
  birthday: 'bday',
}).map(([word, others]) => [word, plain(others)] as const);

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

/** Returns the text in which words are found, also within words. Other words for a product are in its file. */
function searchedText(product: Searched): string {
  const { name, cardTitle = '', category, summary, occasions = '', versions = [] } = product;
  const kinds = versions.map((version) => version.name);
  const text = plain([name, cardTitle, category, summary, occasions, ...kinds, GIFT].join(' '));
  // 'dairymilk' finds 'Dairy Milk Garland'.
  const joined = [plain(name).replace(' ', ''), plain(name).replaceAll(' ', '')];
  const others = synonyms.flatMap(([word, words]) => (text.includes(word) ? words : []));
  return [text, ...joined, ...others].join(' ');
}

/** Returns whether at most so many letters are wrong, missing, too many, or swapped with the next one. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false;
  if (one[0] === other[0]) return isNear(one.slice(1), other.slice(1), edits);
  return (
    isNear(one.slice(1), other.slice(1), edits - 1) ||
    isNear(one.slice(1), other, edits - 1) ||
    isNear(one, other.slice(1), edits - 1) ||
    (one[0] === other[1] && one[1] === other[0] && isNear(one.slice(2), other.slice(2), edits - 1))
  );
}

/** Returns the words to find for a searched one: itself and its singulars; if no text has these, what is spelled nearly so. */
function spellings(word: string, texts: readonly string[]): string[] {
  const typed = singulars(word);
  if (typed.some((each) => texts.some((text) => text.includes(each)))) return typed;
  // 'hair' and 'male' are near these, and no garlands.
  const others = new Set(synonyms.flatMap(([, words]) => words.split(' ')));
  const known = texts.flatMap((text) => text.split(' ').filter((each) => !others.has(each)));
  // One wrong letter in three is in too many words.
  for (const edits of [1, 2]) {
    const near = known.filter((each) =>
      typed.some((it) => it.length > 1 + 2 * edits && isNear(it, each, edits)),
    );
    if (near.length > 0) return near;
  }
  return typed;
}

/**
 * Returns the products of the category that contain every searched word or its singular, in their original order. A word
 * that no product contains finds the words that are spelled most like it; so do all of them as one, if nothing has each.
 * @param elsewhere products of another page, which only a search finds
 */
export function findProducts<P extends Searched>(
  products: readonly P[],
  listing: Listing,
  elsewhere: readonly P[] = [],
): P[] {
  const typed = plain(listing.query).split(' ');
  const meaningful = typed.filter((word) => !SMALL.has(word));
  const words = meaningful.length > 0 ? meaningful : typed;
  const all = [...products, ...elsewhere];
  const texts = all.map(searchedText);
  const find = (sought: readonly string[]) => {
    const searched = sought.map((word) => spellings(word, texts));
    return (sought[0] === '' ? products : all).filter(
      (product, index) =>
        (listing.category === 'all' || product.category === listing.category) &&
        searched.every((word) => word.some((each) => texts[index]?.includes(each))),
    );
  };
  const found = find(words);
  // 'kit cat': short words are guessed at together only.
  return found.length > 0 || words.length === 1 ? found : find([words.join('')]);
}

/** Parses a listing from a query string (`?q=&category=`). Ignores unknown values. */
export function readListing(search: string): Listing {
  const parameters = new URLSearchParams(search);
  const category = parameters.get('category');
  return {
    query: beginning(parameters.get('q') ?? '', QUERY_LIMIT),
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

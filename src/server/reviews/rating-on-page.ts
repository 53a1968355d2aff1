// Adds a product's rating to its page: as schema.org data for search engines, and in words beside the displayed rating.
import * as v from 'valibot';
import { groupDigits } from '../../shop/money.ts';
import { formatAverage } from '../../shop/sum-ratings.ts';
import type { RatingSums } from '../../shop/sum-ratings.ts';

/** The rating of a product with at least one review. */
export type Rating = Pick<RatingSums, 'count' | 'average'>;

const dataPattern = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/s;
const Data = v.looseObject({ '@graph': v.array(v.looseObject({ '@type': v.string() })) });

/** An element that the storefront leaves empty (features/product/buy-panel.tsx). */
const wordsPattern = /(?<=<span data-average="">)[^<]*/;

/** Returns the page with the rating in its JSON-LD and beside the displayed one. Throws if there is no product. */
export function withRating(html: string, rating: Rating): string {
  const data: unknown = JSON.parse(dataPattern.exec(html)?.[0] ?? 'null');
  // `is`, not `parse`: parsing would change the order of the members.
  const nodes = v.is(Data, data) ? data['@graph'] : [];
  const product = nodes.find((node) => node['@type'] === 'Product');
  if (product === undefined) throw new Error('The page has no product that could be rated.');
  product['aggregateRating'] = {
    '@type': 'AggregateRating',
    ratingValue: formatAverage(rating.average),
    reviewCount: rating.count,
    bestRating: 5,
    worstRating: 1,
  };
  // Escaped as in the build: no text may end the script element or begin a comment in it.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html.replace(dataPattern, () => text).replace(wordsPattern, wordsOf(rating));
}

/** Returns '4.3 from 12 reviews'. */
function wordsOf({ count, average }: Rating): string {
  const reviews = count === 1 ? '1 review' : `${groupDigits(String(count))} reviews`;
  return `${formatAverage(average)} from ${reviews}`;
}

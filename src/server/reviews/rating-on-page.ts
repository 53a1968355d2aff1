// Adds a product's rating to its page, as schema.org data for search engines.
import * as v from 'valibot';
import { formatAverage } from '../../shop/reviews/sum-ratings.ts';
import type { RatingSums } from '../../shop/reviews/sum-ratings.ts';

/** The rating of a product with at least one review. */
export type Rating = Pick<RatingSums, 'count' | 'average'>;

const dataPattern = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/s;
const Data = v.looseObject({ '@graph': v.array(v.looseObject({ '@type': v.string() })) });

/** Returns the page with the rating in its JSON-LD. Throws if that contains no product. */
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
  return html.replace(dataPattern, () => text);
}

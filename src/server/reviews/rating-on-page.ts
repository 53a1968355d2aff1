// Tells search engines on a product's page what its reviews say, in their own vocabulary (schema.org).
import * as v from 'valibot';
import { formatAverage } from '../../shop/reviews/sum-ratings.ts';
import type { RatingSums } from '../../shop/reviews/sum-ratings.ts';

/** What there is to tell once a product has a review. */
export type Rating = Pick<RatingSums, 'count' | 'average'>;

const dataPattern = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/s;
const Data = v.looseObject({ '@graph': v.array(v.looseObject({ '@type': v.string() })) });

/** The page with the rating in its data. Throws if the build has left no product there. */
export function withRating(html: string, rating: Rating): string {
  const data: unknown = JSON.parse(dataPattern.exec(html)?.[0] ?? 'null');
  // Asked, not parsed: what is parsed comes back in another order.
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
  // As the build does: nothing inside may end the element, or begin a comment in it.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html.replace(dataPattern, () => text);
}

// Updates the ratings on the product pages in memory whenever they have changed, so that serving a page needs no
// database query.
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { plainPath } from '../../shop/paths.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { formatAverage, sumRatingCounts } from '../../shop/reviews.ts';
import type { Schema } from '../platform/database/schema.ts';
import { withBody } from '../platform/http/resource.ts';
import type { Resource } from '../platform/http/resource.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { groupDigits } from '../../shop/money.ts';
import type { RatingSums } from '../../shop/reviews.ts';

interface PublishParts {
  db: Kysely<Schema>;
  log: Logger;
  /** The pages of the build. Those of products with reviews are replaced in this map. */
  pages: Map<string, Resource>;
  /** Replaces the timer in tests. */
  every?: Every;
}

interface ProductPage {
  productId: string;
  key: string;
  /** The page of the build, without a rating. */
  built: Resource;
  /** The rating on the page in memory. */
  shown: Rating | undefined;
}

/** Milliseconds until a process shows reviews that another process has saved. */
const PAUSE = 60_000;

/** Updates the pages at once, whenever kicked, and every minute. */
export function publishRatings({ db, log, pages, every }: PublishParts): Rounds {
  const productPages = catalogue.flatMap(({ id, link }): ProductPage[] => {
    const key = plainPath(link);
    const built = pages.get(key);
    return built ? [{ productId: id, key, built, shown: undefined }] : [];
  });

  async function publish(page: ProductPage, rating: Rating | undefined): Promise<void> {
    if (isSame(page.shown, rating)) return;
    pages.set(page.key, rating ? await rated(page.built, rating) : page.built);
    page.shown = rating;
  }

  const logError = (error: unknown) =>
    log.error(
      { err: error },
      'ratings are not up to date on the pages; the next round tries again',
    );

  return workInRounds({
    pause: PAUSE,
    async round(isStopping) {
      const ratings = await readRatings(db);
      for (const page of productPages) {
        if (isStopping()) return;
        await publish(page, ratings.get(page.productId)).catch(logError);
      }
    },
    onError: logError,
    ...(every && { every }),
  });
}

/** Resolves to the ratings by product id. Products without reviews have none. */
async function readRatings(db: Kysely<Schema>): Promise<Map<string, Rating>> {
  const rows = await db
    .selectFrom('review_count')
    .select(['product_id', 'rating', 'reviews'])
    .execute();
  const products = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    Array.from(products, ([id, own]) => {
      const counts = own.map(({ rating, reviews }) => [rating, reviews]);
      return [id, sumRatingCounts(Object.fromEntries(counts))];
    }),
  );
}

function rated(built: Resource, rating: Rating): Promise<Resource> {
  const html = built.as.identity.body.toString();
  return withBody(built, Buffer.from(withRating(html, rating)));
}

function isSame(one: Rating | undefined, other: Rating | undefined): boolean {
  return one?.count === other?.count && one?.average === other?.average;
}

// Adds a product's rating to its page: as schema.org data for search engines, and in words beside the displayed rating.

/** The rating of a product with at least one review. */
type Rating = Pick<RatingSums, 'count' | 'average'>;

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

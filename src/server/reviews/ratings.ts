// Updates the ratings on the product pages in memory whenever they have changed, so that serving a page needs no
// database query.
import type { Kysely } from 'kysely';
import { plainPath } from '../../shop/paths.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { sumRatingCounts } from '../../shop/sum-ratings.ts';
import type { Schema } from '../platform/database/schema.ts';
import { withBody } from '../platform/http/resource.ts';
import type { Resource } from '../platform/http/resource.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { withRating } from './rating-on-page.ts';
import type { Rating } from './rating-on-page.ts';

export interface PublishParts {
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

// Keeps the pages in memory up to date with what the reviews say of their products: a page is replaced
// when the numbers have changed, so that showing one still asks no database.
import type { Kysely } from 'kysely';
import { plainPath } from '../../shop/paths.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { sumRatingCounts } from '../../shop/reviews/sum-ratings.ts';
import type { Schema } from '../database/schema.ts';
import { withBody } from '../http/resource.ts';
import type { Resource } from '../http/resource.ts';
import type { Logger } from '../runtime/log.ts';
import { workInRounds } from '../runtime/work-in-rounds.ts';
import type { Every, Rounds } from '../runtime/work-in-rounds.ts';
import { withRating } from './rating-on-page.ts';
import type { Rating } from './rating-on-page.ts';

export interface PublishParts {
  db: Kysely<Schema>;
  log: Logger;
  /** As the build made them; the pages of products with reviews are replaced. */
  pages: Map<string, Resource>;
  /** For tests, which have no time. */
  every?: Every;
}

interface ProductPage {
  productId: string;
  key: string;
  /** Without a rating. */
  built: Resource;
  /** What the page in memory tells. */
  told: Rating | undefined;
}

/** So late at most does one process tell of what another has saved. */
const PAUSE = 60_000;

/** Starts with what the database has, then goes on whenever kicked, and every minute. */
export function publishRatings({ db, log, pages, every }: PublishParts): Rounds {
  const productPages = catalogue.flatMap(({ id, link }): ProductPage[] => {
    const key = plainPath(link);
    const built = pages.get(key);
    return built ? [{ productId: id, key, built, told: undefined }] : [];
  });

  async function publish(page: ProductPage, rating: Rating | undefined): Promise<void> {
    if (isSame(page.told, rating)) return;
    pages.set(page.key, rating ? await rated(page.built, rating) : page.built);
    page.told = rating;
  }

  const tell = (error: unknown) =>
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
        await publish(page, ratings.get(page.productId)).catch(tell);
      }
    },
    onError: tell,
    ...(every && { every }),
  });
}

/** By product; those without a review have none. */
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

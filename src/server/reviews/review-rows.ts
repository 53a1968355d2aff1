// The rows of reviews and their counts: as a payload, shown, counted, deleted.
import type { Selectable, Transaction } from 'kysely';
import type { RatingCounts, Review } from '../../shop/reviews.ts';
import type { Database, ReviewTable, Schema } from '../platform/database/schema.ts';

/** The columns that the payload needs. */
export const shownColumns = [
  'id',
  'product_id',
  'name',
  'rating',
  'title',
  'comment',
  'images',
  'verified',
  'helpful_votes',
  'created_at',
  'answer',
] as const;

export type StoredReview = Omit<
  Pick<Selectable<ReviewTable>, (typeof shownColumns)[number]>,
  'answer'
> & { answer?: string | null };

/** Returns the payload of a review. It does not contain its author's account or e-mail address. */
export function toReviewPayload(review: StoredReview, featured: boolean): Review {
  const { id, name, rating, title, comment, created_at: createdAt } = review;
  const images = readImages(review);
  return {
    id,
    productId: review.product_id,
    name,
    rating,
    title,
    comment,
    date: createdAt,
    createdAt,
    images,
    ...(images[0] !== undefined && { picture: images[0] }),
    verified: review.verified === 1,
    helpfulVotes: review.helpful_votes,
    featured,
    ...(review.answer && { answer: review.answer }),
  };
}

/** Returns the file names of the review's pictures. No schema: the shop wrote the column itself. */
export function readImages({ images }: { images: string }): string[] {
  return JSON.parse(images) as string[];
}

/** Queries the reviews that are shown, of which the indexes of the lists consist. */
export function selectShown(db: Database) {
  return db.selectFrom('review').where('hidden_at', 'is', null);
}

/**
 * Changes whether a review is shown, by `change`, which resolves to whether it did, and counts it (`by` 1 or -1).
 * Counting the rows at each read would become slower with every review. The author must be locked.
 */
export async function changeReview(
  trx: Transaction<Schema>,
  review: Pick<ReviewTable, 'user_id' | 'product_id' | 'rating'>,
  by: 1 | -1,
  change: () => Promise<boolean>,
): Promise<boolean> {
  const { user_id, product_id, rating } = review;
  const readNewest = () =>
    selectShown(trx)
      .select('rating')
      .where('user_id', '=', user_id)
      .where('product_id', '=', product_id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const before = await readNewest();
  if (!(await change())) return false;
  const after = await readNewest();
  await changeCounts(trx, [
    { product_id, rating, reviews: by, authors: 0 },
    ...(before ? [{ product_id, rating: before.rating, reviews: 0, authors: -1 }] : []),
    ...(after ? [{ product_id, rating: after.rating, reviews: 0, authors: 1 }] : []),
  ]);
  return true;
}

/** Adds to the counts. */
async function changeCounts(
  trx: Transaction<Schema>,
  changes: readonly Schema['review_count'][],
): Promise<void> {
  const rows = Map.groupBy(changes, ({ product_id, rating }) => `${product_id} ${rating}`);
  // Sorted, so that two transactions lock the rows in the same order and cannot deadlock.
  for (const [, same] of [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const sum = (of: 'reviews' | 'authors') => same.reduce((total, row) => total + row[of], 0);
    const added = { reviews: sum('reviews'), authors: sum('authors') };
    await trx
      .insertInto('review_count')
      .values({ ...same[0]!, ...added })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'rating']).doUpdateSet(({ eb }) => ({
          reviews: eb('review_count.reviews', '+', added.reviews),
          authors: eb('review_count.authors', '+', added.authors),
        })),
      )
      .execute();
  }
}

/** Resolves to the number of reviews per rating, of a product or of all products. */
export async function readRatingCounts(
  db: Database,
  productId: string | undefined,
): Promise<RatingCounts> {
  const rows = await db
    .selectFrom('review_count')
    .select(({ fn }) => ['rating', fn.sum<number>('reviews').as('count')])
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? ''))
    .groupBy('rating')
    .execute();
  return Object.fromEntries(rows.map(({ rating, count }) => [rating, count]));
}

/** Deletes the reviews of an account, hidden ones too, with their pictures and the votes for them. */
export async function deleteReviewsBy(trx: Transaction<Schema>, userId: string): Promise<void> {
  const reviews = await trx
    .selectFrom('review')
    .select(['product_id', 'rating', 'hidden_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  await trx.deleteFrom('review').where('user_id', '=', userId).execute();
  const shown = reviews.filter(({ hidden_at }) => hidden_at === null);
  const newest = new Map(shown.map((review) => [review.product_id, review]));
  const changes = shown.map((review) => ({
    product_id: review.product_id,
    rating: review.rating,
    reviews: -1,
    authors: newest.get(review.product_id) === review ? -1 : 0,
  }));
  await changeCounts(trx, changes);
}

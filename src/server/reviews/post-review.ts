// Saves a review. The row is written last, so that a visible review has all its pictures. If that fails, the pictures
// are deleted.
import type { PictureStore } from './pictures/picture-store.ts';
import type { Database } from '../platform/database/schema.ts';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Kysely } from 'kysely';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import type { Review } from '../../shop/reviews.ts';
import { searchText } from '../../shop/reviews.ts';
import { fieldErrors } from '../platform/http/request.ts';
import type { FieldError } from '../platform/http/request.ts';
import { ReviewRequest } from '../../shop/payloads/reviews.ts';
import type { CurrentUser } from '../platform/http/api.ts';
import { isDatabaseUnavailable } from '../platform/database/open.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Schema } from '../platform/database/schema.ts';
import { readSnapshot } from '../../shop/order.ts';
import { countReview, toReviewPayload } from './review-rows.ts';
import { findFeatured } from './list-reviews.ts';
import { PictureRefused } from './pictures/picture-file.ts';
import type { ReceivedReview } from './receive-review.ts';

type Parts = {
  db: Database;
  clock: () => Date;
  pictures: PictureStore;
  ratings: { kick(): unknown };
};
type Received = Pick<ReceivedReview, 'texts' | 'pictures' | 'pictureFault'>;

/** Saves the review and resolves to its payload. Throws a 400 problem that names every invalid field. */
export async function postReview(
  { db, clock, pictures, ratings }: Parts,
  user: CurrentUser,
  received: Received,
): Promise<Review> {
  const { productId, name, rating, title, comment } = checkRequest(received);
  const [isBuyer, rival] = await Promise.all([
    hasBought(db, user, productId),
    findFeatured(db, productId),
  ]);
  const images = await keepPictures(pictures, received.pictures);
  const row = {
    id: randomUUID(),
    product_id: productId,
    user_id: user.id,
    name,
    rating,
    title,
    comment,
    search: searchText({ title, comment, name }),
    images: JSON.stringify(images),
    verified: isBuyer ? 1 : 0,
    helpful_votes: 0,
    created_at: clock().toISOString(),
  };
  try {
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('review').values(row).execute();
      await countReview(trx, row);
    });
  } catch (error) {
    const saved = isDatabaseUnavailable(error) ? await isSaved(db, row.id) : false;
    // If unknown, keep the pictures: the next start deletes unused files, but cannot restore missing ones.
    if (saved === false) await pictures.remove(images);
    if (saved !== true) throw error;
  }
  ratings.kick();
  return toReviewPayload(row, !rival?.helpful_votes);
}

/** Resolves to whether the row was committed despite the error; undefined if the database is unavailable. */
function isSaved(db: Parts['db'], id: string): Promise<boolean | undefined> {
  const query = db.selectFrom('review').select('id').where('id', '=', id);
  return query.executeTakeFirst().then(
    (row) => row !== undefined,
    () => undefined,
  );
}

async function keepPictures(store: PictureStore, drafts: readonly string[]): Promise<string[]> {
  const images: string[] = [];
  try {
    for (const draft of drafts) images.push(await store.store(draft));
    return images;
  } catch (error) {
    await store.remove(images);
    if (!(error instanceof PictureRefused)) throw error;
    throw refusal([{ field: 'images', message: error.message }]);
  }
}

function checkRequest({ texts, pictureFault }: Received): ReviewRequest {
  const parsed = v.safeParse(ReviewRequest, texts);
  const errors = parsed.success ? [] : fieldErrors(parsed.issues);
  if (parsed.success && findProduct(parsed.output.productId) === undefined) {
    errors.push({ field: 'productId', message: 'We do not sell this product.' });
  }
  if (pictureFault !== undefined) errors.push({ field: 'images', message: pictureFault });
  if (!parsed.success || errors.length > 0) throw refusal(errors);
  return parsed.output;
}

function refusal(errors: readonly FieldError[]): ProblemError {
  const detail = errors[0]?.message ?? 'The review cannot be saved as it is.';
  return new ProblemError(400, detail, { errors });
}

// Finds out whether the author of a review has paid for the product.

/** Resolves to true if a paid order of the account contains the product. */
async function hasBought(
  db: Kysely<Schema>,
  user: CurrentUser,
  productId: string,
): Promise<boolean> {
  const orders = await db
    .selectFrom('shop_order')
    .select('snapshot')
    .where('email', '=', user.email)
    .where('user_id', '=', user.id)
    .execute();
  return orders.some(({ snapshot }) =>
    readSnapshot(snapshot).quote.lines.some((line) => line.productId === productId),
  );
}

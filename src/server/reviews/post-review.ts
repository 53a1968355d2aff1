// Posts a review: limits, the form, whether its author has bought the product, the pictures, the row, and the
// rating on the product's page. A review that is sent again under the same idempotency key is saved once.
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { catalogue, findProduct } from '../../shop/catalogue/catalogue.ts';
import { readSnapshot } from '../../shop/order.ts';
import { ReviewRequest } from '../../shop/payloads/review-pages.ts';
import { searchText } from '../../shop/reviews.ts';
import type { Review } from '../../shop/reviews.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { requireUser, signedOut, toNewcomer } from '../platform/http/api.ts';
import type { CurrentUser, ServerEnv } from '../platform/http/api.ts';
import { countOnly, tooMany } from '../platform/http/limits.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { fieldErrors, readIdempotencyKey } from '../platform/http/request.ts';
import type { FieldError } from '../platform/http/request.ts';
import { findFeatured } from './list-reviews.ts';
import { PictureRefused } from './pictures/picture-process.ts';
import type { Uploader } from './pictures/picture-process.ts';
import type { MadePicture, PictureStore } from './pictures/picture-store.ts';
import { receiveReview } from './receive-review.ts';
import type { ReceivedReview, UploadSlots } from './receive-review.ts';
import { changeReview, readImages, shownColumns, toReviewPayload } from './review-rows.ts';
import type { StoredReview } from './review-rows.ts';

const DAY_MS = 86_400_000;
/** The reviews of one account within a day, hidden ones included. */
const MOST = { inAll: 30, ofProduct: 10 };
const productIds = catalogue.map(({ id }) => id);

export interface PostParts {
  db: Database;
  clock: () => Date;
  limits: Limits<'review' | 'picture'>;
  uploads: UploadSlots;
  pictures: PictureStore;
  ratings: { kick(): unknown };
}

/**
 * Saves the review of a request, and responds with its payload. Throws a problem: 400, which names every invalid field,
 * 401, 409 (another review has the same key), 413, 415, 429 or 503. Leaves no draft of a picture.
 */
export async function postReview(parts: PostParts, c: Context<ServerEnv>): Promise<Response> {
  const { limits, uploads, pictures } = parts;
  const user = await requireUser(c);
  const caller = { account: user.id, address: c.get('clientAddress') };
  const key = readIdempotencyKey(c);
  const received = await receiveReview(c, pictures, (onLost) => uploads.reserve(caller, onLost));
  try {
    const request = checkRequest(received);
    await limits.review.consume({ account: user.id });
    return c.json(await saveReview(parts, { user, caller, request, received, key }), 201);
  } finally {
    await received.discard();
  }
}

interface NewReview {
  user: CurrentUser;
  caller: Uploader;
  request: ReviewRequest;
  received: ReceivedReview;
  key: string | undefined;
}

/** Resolves to the review of the request, which may have been saved before. */
async function saveReview(parts: PostParts, review: NewReview): Promise<Review> {
  const { user, request, received, key } = review;
  const [earlier, featured] = await Promise.all([
    findEarlier(parts.db, user.id, key),
    findFeatured(parts.db, request.productId),
  ]);
  const saved = earlier ?? (await publishReview(parts, review));
  checkUnchanged(saved, request, received.pictures.length);
  parts.ratings.kick();
  return toReviewPayload(saved, !featured?.helpful_votes);
}

/** Saves a review, which counts for the network of a newcomer: accounts cost nothing. One that is refused does not. */
async function publishReview(parts: PostParts, review: NewReview): Promise<StoredReview> {
  const { review: limit } = parts.limits;
  const caller = { newcomer: toNewcomer(review.user), address: review.caller.address };
  return countOnly(
    (error) => error === undefined,
    { limit, caller },
    () => insertReview(parts, review),
  );
}

/** Saves the review with its pictures and its count, all or nothing, unless it is there by now. Resolves to its row. */
async function insertReview(
  { db, clock, limits, pictures }: PostParts,
  { user, caller, request, received, key }: NewReview,
): Promise<StoredReview> {
  const { productId, name, rating, title, comment } = request;
  const now = clock();
  const [isBuyer] = await Promise.all([
    hasBought(db, user, productId),
    checkQuota(db, user.id, productId, now),
  ]);
  const made = await makePictures({ limits, pictures }, caller, received);
  const row = {
    id: randomUUID(),
    product_id: productId,
    user_id: user.id,
    name,
    rating,
    title,
    comment,
    search: searchText({ title, comment, name }),
    images: JSON.stringify(made.map((picture) => picture.name)),
    verified: isBuyer ? 1 : 0,
    helpful_votes: 0,
    created_at: now.toISOString(),
    idempotency_key: key ?? null,
  };
  return db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, user.id))) throw signedOut();
    // Both again, now that no other review of the account can be saved in between.
    const earlier = await findEarlier(trx, user.id, key);
    if (earlier) return earlier;
    await checkQuota(trx, user.id, productId, now);
    await changeReview(trx, row, 1, async () => {
      await trx.insertInto('review').values(row).execute();
      return true;
    });
    await pictures.save(trx, row.id, made);
    return row;
  });
}

/** Resolves to the account's review with this idempotency key. */
async function findEarlier(
  db: Database | Transaction<Schema>,
  userId: string,
  key: string | undefined,
): Promise<StoredReview | undefined> {
  if (key === undefined) return undefined;
  return db
    .selectFrom('review')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Throws a 409 problem if the review that was saved under the key is another one. */
function checkUnchanged(saved: StoredReview, request: ReviewRequest, pictures: number): void {
  const isSame =
    saved.product_id === request.productId &&
    (['name', 'rating', 'title', 'comment'] as const).every((at) => saved[at] === request[at]) &&
    readImages(saved).length === pictures;
  if (isSame) return;
  throw new ProblemError(
    409,
    'Your review was saved as you first sent it. To publish what you have changed as a review of its own, send it once more.',
    { code: 'idempotency-key-reused' },
  );
}

function checkRequest({ texts, pictureFault }: ReceivedReview): ReviewRequest {
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

/**
 * Throws a 429 problem with Retry-After if the account has written as much as it may within a day. Counts rows and not
 * requests: that survives a restart, is the same for all processes, and refused tries do not count.
 */
async function checkQuota(
  db: Database,
  userId: string,
  productId: string,
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('review')
    .select(['product_id', 'created_at'])
    .where('user_id', '=', userId)
    // With the products, the index leads to the last day of each.
    .where('product_id', 'in', productIds)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .execute();
  const all = rows.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
  const own = all.filter((row) => row.product_id === productId);
  for (const [written, most, what] of [
    [own, MOST.ofProduct, 'reviews of this product'],
    [all, MOST.inAll, 'reviews'],
  ] as const) {
    const oldest = written.at(-most);
    if (oldest === undefined) continue;
    const wait = Date.parse(oldest.created_at) + DAY_MS - now.getTime();
    throw tooMany(wait, `You have written ${most} ${what} within a day, the most that we take.`);
  }
}

/** Resolves to true if a paid order of the account contains the product. */
export async function hasBought(
  db: Database,
  user: Pick<CurrentUser, 'id' | 'email'>,
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

const isCostly = (error: unknown) => error instanceof PictureRefused && error.isCostly;

/** What a picture that ended the decoder counts like. */
const COSTLY_KB = 5_000;

const NO_PICTURES = ', or post the review without pictures';

async function makePictures(
  { limits: { picture: limit }, pictures: store }: Pick<PostParts, 'limits' | 'pictures'>,
  caller: Uploader,
  { pictures: drafts }: ReceivedReview,
): Promise<MadePicture[]> {
  const made: MadePicture[] = [];
  try {
    for (const draft of drafts) {
      // Nothing is counted in advance: reviews that come at once would use up what honest ones need.
      await limit.consume(caller, 0, NO_PICTURES);
      const picture = await store.make(draft, caller).catch(async (error: unknown) => {
        if (isCostly(error)) await limit.consume(caller, COSTLY_KB, NO_PICTURES);
        throw error;
      });
      made.push(picture);
      await limit.consume(caller, Math.ceil(picture.bytes / 1024), NO_PICTURES);
    }
    return made;
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw refusal([{ field: 'images', message: error.message }]);
  }
}

// What the owner does with reviews: lists them, hides one from everybody, shows it again, and imports earlier ones.
import type { Selectable } from 'kysely';
import * as v from 'valibot';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { emailField, idField, manyLines, optional } from '../../shop/forms/fields.ts';
import { ReviewDraft } from '../../shop/forms/review.ts';
import { PICTURE_WIDTHS, searchText } from '../../shop/reviews.ts';
import { lockAccount } from '../platform/database/lock-account.ts';
import type { Database, ReviewTable } from '../platform/database/schema.ts';
import { selectRange } from './list-reviews.ts';
import { hasBought } from './post-review.ts';
import { changeReview, readImages, shownColumns } from './review-rows.ts';

interface ModerateParts {
  db: Database;
  clock: () => Date;
}

/** 'unchanged': it was hidden, or shown, before. */
export type Moderation = 'changed' | 'unchanged' | 'unknown';

/** Resolves to the newest shown reviews, or to the hidden ones, the last hidden one first. */
export async function listModerated(
  db: Database,
  { productId, isHidden, limit }: { productId?: string; isHidden: boolean; limit: number },
) {
  const query = isHidden
    ? db
        .selectFrom('review')
        .where('hidden_at', 'is not', null)
        .$if(productId !== undefined, (all) => all.where('product_id', '=', productId ?? ''))
        .orderBy('hidden_at', 'desc')
        .orderBy('id', 'desc')
    : selectRange(db, { productId, order: 'recent' });
  const columns = [...shownColumns, 'hidden_at', 'hidden_reason', 'hidden_by'] as const;
  return query.select(columns).limit(limit).execute();
}

export type ModeratedReview = Awaited<ReturnType<typeof listModerated>>[number];

/**
 * Hides a review with its pictures from everybody, its author included; the counts follow. A repetition changes nothing
 * and keeps the first reason.
 * @param by who hid it
 */
export function hideReview(
  { db, clock }: ModerateParts,
  id: string,
  { reason, by }: { reason: string; by: string },
): Promise<Moderation> {
  const hidden_at = clock().toISOString();
  return moderate(db, id, { hidden_at, hidden_reason: reason, hidden_by: by });
}

/** Shows a hidden review with its pictures again; the counts follow. */
export function showReview(db: Database, id: string): Promise<Moderation> {
  return moderate(db, id, { hidden_at: null, hidden_reason: null, hidden_by: null });
}

type Hidden = Pick<Selectable<ReviewTable>, 'hidden_at' | 'hidden_reason' | 'hidden_by'>;

async function moderate(db: Database, id: string, hidden: Hidden): Promise<Moderation> {
  const review = await db
    .selectFrom('review')
    .select(['user_id', 'product_id', 'rating', 'images'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (review === undefined) return 'unknown';
  const isHiding = hidden.hidden_at !== null;
  const pictures = readImages(review);
  const isChanged = await db.transaction().execute(async (trx) => {
    await lockAccount(trx, review.user_id);
    return changeReview(trx, review, isHiding ? -1 : 1, async () => {
      const changed = await trx
        .updateTable('review')
        .set(hidden)
        .where('id', '=', id)
        .where('hidden_at', isHiding ? 'is' : 'is not', null)
        .returning('id')
        .executeTakeFirst();
      if (changed === undefined) return false;
      for (const name of pictures) {
        await (isHiding
          ? trx.insertInto('hidden_picture').values({ name }).execute()
          : trx.deleteFrom('hidden_picture').where('name', '=', name).execute());
      }
      return true;
    });
  });
  return isChanged ? 'changed' : 'unchanged';
}

/** Resolves to whether a file, of any size, is a picture of a hidden review. */
export async function isHiddenPicture(db: Database, file: string): Promise<boolean> {
  const name = file.replace(`-${PICTURE_WIDTHS.small}.`, '.');
  const query = db.selectFrom('hidden_picture').select('name').where('name', '=', name);
  return (await query.executeTakeFirst()) !== undefined;
}

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const BAD_ID = 'id must have 1 to 64 letters, digits, _ or -';
const time = v.optional(v.pipe(v.string(), v.isoTimestamp('Write times as 2026-01-31T09:30:00Z')));

/**
 * An earlier review, as section 3 of the specification describes one. What only this shop can know is not taken over:
 * verified, votes, featured. Nor are pictures, whose files are elsewhere.
 */
export const EarlierReview = v.pipe(
  v.object({
    ...ReviewDraft.entries,
    id: v.pipe(text, idField(BAD_ID)),
    productId: v.pipe(
      text,
      v.check((id) => findProduct(id) !== undefined, 'We do not sell this product.'),
    ),
    name: optional('Name', 100),
    customerName: optional('Name', 100),
    email: v.fallback(emailField, ''),
    comment: optional('Comment', 5000, manyLines),
    date: time,
    createdAt: time,
  }),
  v.transform(({ customerName, date, createdAt, ...rest }) => ({
    ...rest,
    name: rest.name || customerName,
    createdAt: new Date(createdAt ?? date ?? Number.NaN),
  })),
  v.check(({ createdAt }) => !Number.isNaN(createdAt.getTime()), 'It needs date or createdAt.'),
);
export type EarlierReview = v.InferOutput<typeof EarlierReview>;

/**
 * Saves earlier reviews with their ids and dates, and resolves to how many were new: a repetition saves none twice. A
 * review is that of the account with its e-mail, and verified if that has bought the product; else of nobody known.
 */
export async function importReviews(
  db: Database,
  reviews: readonly EarlierReview[],
): Promise<number> {
  let saved = 0;
  for (const { id, productId, email, createdAt, ...texts } of reviews) {
    const find = db.selectFrom('user').select(['id', 'email']).where('email', '=', email);
    const account = email === '' ? undefined : await find.executeTakeFirst();
    const isBuyer = account !== undefined && (await hasBought(db, account, productId));
    const isNew = await db.transaction().execute(async (trx) => {
      // It may have been deleted meanwhile.
      const isThere = account !== undefined && (await lockAccount(trx, account.id));
      const row = {
        ...texts,
        id,
        product_id: productId,
        user_id: isThere ? account.id : `imported:${id}`,
        search: searchText(texts),
        images: '[]',
        verified: isThere && isBuyer ? 1 : 0,
        helpful_votes: 0,
        created_at: createdAt.toISOString(),
      };
      return changeReview(trx, row, 1, async () => {
        const insert = trx
          .insertInto('review')
          .values(row)
          .onConflict((same) => same.doNothing());
        return (await insert.returning('id').execute()).length > 0;
      });
    });
    if (isNew) saved += 1;
  }
  return saved;
}

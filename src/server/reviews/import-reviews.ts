// Reviews of an earlier shop, which the owner imports from a file.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { emailField, idField, manyLines, optional } from '../../shop/forms/fields.ts';
import { ReviewDraft } from '../../shop/forms/review.ts';
import { searchText } from '../../shop/reviews.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/schema.ts';
import { CommandError } from '../platform/failures.ts';
import { hasBought } from './post-review.ts';
import { changeReview } from './review-rows.ts';

/** Of a file to import. */
const LARGEST_FILE = 64 * 1024 * 1024;

const textOrNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const BAD_ID = 'id must have 1 to 64 letters, digits, _ or -';
const time = v.optional(v.pipe(v.string(), v.isoTimestamp('Write times as 2026-01-31T09:30:00Z')));

/**
 * An earlier review, as section 3 of the specification describes one. What only this shop can know is not taken over:
 * verified, votes, featured. Nor are pictures, whose files are elsewhere.
 */
export const EarlierReview = v.pipe(
  v.object({
    ...ReviewDraft.entries,
    id: v.pipe(textOrNumber, idField(BAD_ID)),
    productId: v.pipe(
      textOrNumber,
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

/** Imports all reviews of a file, or none if one of them is not valid. Resolves to how many. Throws CommandError. */
export async function importFile(db: Database, path: string): Promise<string> {
  const file = resolve(path);
  const size = await stat(file).then((found) => found.size, unreadable);
  if (size > LARGEST_FILE) throw new CommandError(`Split ${file} into files of at most 64 MB.`);
  const reviews = parseReviews(await readFile(file, 'utf8').catch(unreadable), new Date());
  const saved = await importReviews(db, reviews);
  const before = reviews.length - saved;
  const rest = before === 0 ? '' : ` ${before} of the file were there before.`;
  return `Imported ${saved === 1 ? '1 review' : `${saved} reviews`}.${rest}`;
}

function unreadable(error: unknown): never {
  throw new CommandError(`The file cannot be read (${String(error)}).`);
}

/**
 * Returns the reviews of a JSON array or of lines of JSON, in the order of the file. Throws CommandError, which names the
 * first that is not valid.
 */
export function parseReviews(content: string, now: Date): EarlierReview[] {
  const text = content.replace(/^\uFEFF/, '').trim();
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith('[') ? text : `[${text.replaceAll(/\s*\n\s*/g, ',')}]`);
  } catch (error) {
    throw invalid(`It is neither a JSON array nor lines of JSON (${String(error)}).`);
  }
  const parsed = v.safeParse(v.array(EarlierReview), json);
  if (!parsed.success) {
    const [{ path, message }] = parsed.issues;
    const [review, field] = path ?? [];
    const name = field === undefined ? '' : `${String(field.key)}: `;
    throw invalid(`Review ${Number(review?.key) + 1}: ${name}${message}`);
  }
  const future = parsed.output.findIndex(({ createdAt }) => createdAt > now);
  if (future >= 0) throw invalid(`Review ${future + 1} is of the future.`);
  return parsed.output;
}

const invalid = (why: string) => new CommandError(`Nothing was imported. ${why}`);

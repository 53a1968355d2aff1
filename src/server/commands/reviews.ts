// The owner's reviews: the newest, one that is hidden or shown again, and earlier ones that are imported.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { formatTime } from '../../shop/dates.ts';
import { oneLine } from '../../shop/forms/fields.ts';
import type { Database } from '../platform/database/schema.ts';
import { CommandError } from '../platform/failures.ts';
import {
  EarlierReview,
  hideReview,
  importReviews,
  listModerated,
  showReview,
} from '../reviews/moderate.ts';
import type { ModeratedReview } from '../reviews/moderate.ts';
import { readImages } from '../reviews/review-rows.ts';
import type { ReviewsRequest } from './arguments.ts';

/** As many reviews as a person reads at once. */
const SHOWN = 50;
/** Characters of a comment in the list. */
const COMMENT = 300;
/** Of a file to import. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** Resolves to a list of reviews, or to what was done with one or with a file of them. */
export async function manageReviews(
  { db }: { db: Database },
  request: ReviewsRequest,
): Promise<string> {
  if (request.act === 'list') {
    const reviews = await listModerated(db, { ...request, limit: SHOWN + 1 });
    return reviewsText(reviews, request.isHidden);
  }
  if (request.act === 'import') return importFile(db, resolve(request.file));
  const { id, act } = request;
  const clock = () => new Date();
  const outcome = await (act === 'hide'
    ? hideReview({ db, clock }, id, request.reason)
    : showReview({ db, clock }, id));
  if (outcome === 'unknown') {
    throw new CommandError(`There is no review ${id}. npm run reviews lists them with their ids.`);
  }
  const status = act === 'hide' ? 'hidden' : 'shown';
  if (outcome === 'unchanged') return `${id} was ${status} before. Nothing changed.`;
  return `${id} is ${status}. The lists follow at once, the ratings on the pages within seconds.`;
}

function reviewsText(reviews: readonly ModeratedReview[], isHidden: boolean): string {
  if (reviews.length === 0) return isHidden ? 'No review is hidden.' : 'There is no review.';
  const more = reviews.length > SHOWN ? `\n\nThere are more: these are ${SHOWN}.` : '';
  return `${reviews.slice(0, SHOWN).map(reviewText).join('\n\n')}${more}`;
}

function reviewText(review: ModeratedReview): string {
  const { id, product_id, name, rating, title, created_at, hidden_at, hidden_reason } = review;
  const pictures = readImages(review).length;
  const facts = [
    `${rating} of 5`,
    `${findProduct(product_id)?.name ?? 'a former product'} (${product_id})`,
    `by ${name || 'Anonymous'}`,
    ...(review.verified === 1 ? ['verified'] : []),
    ...(pictures > 0 ? [pictures === 1 ? '1 picture' : `${pictures} pictures`] : []),
  ];
  const comment = oneLine(review.comment);
  const words = comment.length > COMMENT ? `${comment.slice(0, COMMENT)}…` : comment;
  return [
    `${id}  ${formatTime(created_at)}`,
    `  ${facts.join(', ')}`,
    `  ${[title, words].filter(Boolean).join(': ')}`,
    ...(hidden_at === null
      ? []
      : [`  hidden on ${formatTime(hidden_at)} (${review.hidden_by}): ${hidden_reason}`]),
  ].join('\n');
}

/** Imports all reviews of a file, or none if one of them is not valid. */
async function importFile(db: Database, file: string): Promise<string> {
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

// Deletes the files that a process left when it ended while saving a review: drafts, and pictures without a review.
import type { AppParts } from '../../app-parts.ts';
import { readImages } from '../review-rows.ts';

/** Longer than any request takes. */
const GRACE_MS = 10 * 60_000;

/** Deletes these files. Call it after the migrations and before the first request. */
export async function sweepPictures({
  db,
  kind,
  clock,
  log,
  pictures,
}: Pick<AppParts, 'db' | 'kind' | 'clock' | 'log' | 'pictures'>): Promise<void> {
  const reviews = await db
    .selectFrom('review')
    .select('images')
    .where('images', '<>', '[]')
    .execute();
  const kept = new Set(reviews.flatMap(readImages));
  // Only one process opens the embedded database. On PostgreSQL, another one may share the directory and be saving a
  // review right now.
  const writtenBefore = kind === 'sqlite' ? Infinity : clock().getTime() - GRACE_MS;
  const removed = await pictures.sweep((name) => kept.has(name), writtenBefore);
  if (removed > 0) log.info({ removed }, 'files of unfinished reviews removed');
}

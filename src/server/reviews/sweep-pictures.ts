// Clears away what a process that ended in the middle of a review has left: drafts, and pictures whose
// review was never saved.
import type { AppParts } from '../app-parts.ts';
import { readImages } from './review-on-wire.ts';

/** Longer than any call takes. */
const GRACE_MS = 10 * 60_000;

/** Removes the leftovers. Call it once the database is migrated, before the first call. */
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
  // One process has the embedded database to itself. On PostgreSQL another one may share the
  // directory and be saving a review this very moment.
  const writtenBefore = kind === 'sqlite' ? Infinity : clock().getTime() - GRACE_MS;
  const removed = await pictures.sweep((name) => kept.has(name), writtenBefore);
  if (removed > 0) log.info({ removed }, 'files of unfinished reviews removed');
}

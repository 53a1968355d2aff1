// Takes over the pictures that an earlier version of the shop stored as files: into the database, at the start.
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { pictureFile } from '../../../shop/reviews.ts';
import { lockAccount } from '../../platform/database/lock-account.ts';
import { withoutTimeLimit } from '../../platform/database/postgres.ts';
import type { Database, Schema } from '../../platform/database/schema.ts';
import { filesIn } from '../../platform/files.ts';
import type { Logger } from '../../platform/log.ts';
import { readImages } from '../review-rows.ts';
import { parseFile } from './picture-store.ts';

/** Reviews in one transaction: at most a hundred files. */
const BATCH = 10;

interface Parts {
  db: Database;
  log: Logger;
}

/**
 * Moves the files that a review names from a directory into the database; the directory goes when it is empty. A file is
 * deleted once its row is committed: a crash repeats harmlessly, several processes may do it at once, and no copy outlives
 * its review. Other files stay. Call it after the migrations and before the first request.
 */
export async function adoptUploads({ db, log }: Parts, directory: string): Promise<void> {
  const present = new Set(await filesIn(directory));
  const withFiles = await listReviews(db, present);
  let adopted = 0;
  for (let first = 0; first < withFiles.length; first += BATCH) {
    const batch = withFiles.slice(first, first + BATCH);
    const stored = await withoutTimeLimit(() =>
      db.transaction().execute((trx) => storeFiles(trx, log, directory, batch)),
    );
    await Promise.all(stored.map((file) => rm(join(directory, file), { force: true })));
    adopted += stored.length;
  }
  if (adopted > 0)
    log.info({ files: adopted }, 'pictures of an earlier version are in the database now');
  // Of that version's drafts. Both fail where something is left.
  await rmdir(join(directory, 'incoming')).catch(() => undefined);
  await rmdir(directory).catch(() => undefined);
  const left = (await filesIn(directory)).length;
  if (left > 0)
    log.warn({ directory, files: left }, 'files that are no picture of a review are left');
}

type Owned = { id: string; user_id: string };

/** Resolves to the reviews that name one of the files. */
async function listReviews(db: Database, files: ReadonlySet<string>): Promise<Owned[]> {
  if (files.size === 0) return [];
  const reviews = await db
    .selectFrom('review')
    .select(['id', 'user_id', 'images'])
    .where('images', '<>', '[]')
    // The order in which all processes lock the accounts.
    .orderBy('user_id')
    .execute();
  return reviews.filter((review) => fileNames(review).some((file) => files.has(file)));
}

const fileNames = (review: { images: string }) =>
  readImages(review).flatMap((name) => [pictureFile(name, 'full'), pictureFile(name, 'small')]);

/** Resolves to the files that have a row now. One that cannot be read is logged. */
async function storeFiles(
  trx: Transaction<Schema>,
  log: Logger,
  directory: string,
  reviews: readonly Owned[],
): Promise<string[]> {
  for (const { user_id } of reviews) await lockAccount(trx, user_id);
  const current = await trx
    .selectFrom('review')
    .select(['id', 'images'])
    .where(
      'id',
      'in',
      reviews.map(({ id }) => id),
    )
    .execute();
  const stored: string[] = [];
  for (const review of current) {
    for (const file of fileNames(review)) {
      const key = parseFile(file);
      const bytes = key && (await readFile(join(directory, file)).catch(unreadable(log, file)));
      if (!bytes) continue;
      const insert = trx.insertInto('review_picture');
      await insert
        .values({ ...key, review_id: review.id, bytes })
        .onConflict((same) => same.doNothing())
        .execute();
      stored.push(file);
    }
  }
  return stored;
}

const unreadable = (log: Logger, file: string) => (err: NodeJS.ErrnoException) => {
  // Another process was faster.
  if (err.code === 'ENOENT') return undefined;
  log.warn({ err, file }, 'a picture cannot be read, and stays where it is');
  return undefined;
};

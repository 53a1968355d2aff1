// Takes over the pictures that an earlier version of the shop stored as files: into the database, at the start.
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { pictureFile } from '../../../shop/reviews.ts';
import { lockAccount } from '../../platform/database/lock-account.ts';
import { withoutTimeLimit } from '../../platform/database/postgres.ts';
import type { Database, Schema } from '../../platform/database/schema.ts';
import { filesIn, unlessMissing } from '../../platform/files.ts';
import type { Logger } from '../../platform/log.ts';
import { readImages } from '../review-rows.ts';
import { parseFile } from './picture-store.ts';

/** Reviews in one transaction: at most a hundred files. */
const BATCH = 10;

/**
 * Moves the files that a review names from a directory into the database; the directory goes when it is empty. A file is
 * deleted once its row is committed: a crash repeats harmlessly, several processes may do it at once, and no copy outlives
 * its review. Other files stay. Call it after the migrations and before the first request.
 */
export async function adoptUploads(
  { db, log }: { db: Database; log: Logger },
  directory: string,
): Promise<void> {
  const files = new Set(await filesIn(directory));
  // In the order in which all processes lock the accounts.
  const all = db.selectFrom('review').select(['id', 'user_id', 'images']).orderBy('user_id');
  const reviews = files.size === 0 ? [] : await all.where('images', '<>', '[]').execute();
  const left = reviews.filter((review) => fileNames(review).some((file) => files.has(file)));
  let adopted = 0;
  while (left.length > 0) {
    const batch = left.splice(0, BATCH);
    const stored = await withoutTimeLimit(() =>
      db.transaction().execute((trx) => storeFiles(trx, log, directory, batch)),
    );
    await Promise.all(stored.map((file) => rm(join(directory, file), { force: true })));
    adopted += stored.length;
  }
  if (adopted > 0)
    log.info({ files: adopted }, 'pictures of an earlier version are in the database');
  // The first was for drafts. Neither is removed if something is in it.
  for (const empty of [join(directory, 'incoming'), directory]) {
    await rmdir(empty).catch(() => undefined);
  }
  const others = (await filesIn(directory)).length;
  if (others > 0)
    log.warn({ directory, files: others }, 'files that are no picture of a review stay');
}

const fileNames = (review: { images: string }) =>
  readImages(review).flatMap((name) => [pictureFile(name, 'full'), pictureFile(name, 'small')]);

/** Resolves to the files that have a row now. One that cannot be read is logged. */
async function storeFiles(
  trx: Transaction<Schema>,
  log: Logger,
  directory: string,
  reviews: readonly { id: string; user_id: string }[],
): Promise<string[]> {
  for (const { user_id } of reviews) await lockAccount(trx, user_id);
  const ids = reviews.map(({ id }) => id);
  const find = trx.selectFrom('review').select(['id', 'images']).where('id', 'in', ids);
  const stored: string[] = [];
  for (const review of await find.execute()) {
    for (const file of fileNames(review)) {
      const key = parseFile(file);
      if (key === undefined) continue;
      // Another process may be faster.
      const read = readFile(join(directory, file)).catch(unlessMissing);
      const bytes = await read.catch((err: unknown) => {
        log.warn({ err, file }, 'a picture cannot be read, and stays where it is');
      });
      if (!bytes) continue;
      const insert = trx.insertInto('review_picture');
      const row = { ...key, review_id: review.id, bytes };
      await insert
        .values(row)
        .onConflict((same) => same.doNothing())
        .execute();
      stored.push(file);
    }
  }
  return stored;
}

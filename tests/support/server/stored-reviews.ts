// Inserts many reviews into the database.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database, ReviewTable } from '../../../src/server/platform/database/schema.ts';
import { searchText } from '../../../src/shop/reviews.ts';

/** Inserts the reviews, by default a minute apart and each by another account, and counts them. */
export async function storeReviews(
  db: Database,
  reviews: readonly Partial<Insertable<ReviewTable>>[],
): Promise<void> {
  const rows = reviews.map((review, index) => {
    const texts = { title: '', comment: 'Lovely', name: 'Kavya', ...review };
    return {
      id: randomUUID(),
      product_id: '3',
      user_id: randomUUID(),
      rating: 5,
      images: '[]',
      verified: 0,
      helpful_votes: 0,
      created_at: minute(index),
      search: searchText(texts),
      ...texts,
    };
  });
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500);
    await db.insertInto('review').values(some).execute();
  }
  await countStoredReviews(db);
}

/** Recounts reviews after rows were inserted or deleted without the shop. */
export async function countStoredReviews(db: Database): Promise<void> {
  await db.deleteFrom('review_count').execute();
  await sql`insert into review_count (product_id, rating, reviews, authors)
    select product_id, rating, count(*), sum(case when position = 1 then 1 else 0 end) from (
      select product_id, rating, row_number() over (
        partition by product_id, user_id order by created_at desc, id desc) as position
      from review where hidden_at is null) ranked
    group by product_id, rating`.execute(db);
}

/** Returns the time `after` minutes after the beginning of 2026. */
export function minute(after: number): string {
  return new Date(Date.UTC(2026, 0, 1) + after * 60_000).toISOString();
}

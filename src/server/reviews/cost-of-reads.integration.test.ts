// The cost of reading reviews: query plans of both databases, and rate limits of the routes.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { openReviewSite } from '#support/server/review-site.ts';
import { minute, storeReviews } from '#support/server/stored-reviews.ts';
import { reviewSorts } from '../../shop/reviews.ts';
import type { Schema } from '../platform/database/schema.ts';

async function fill(db: Kysely<Schema>, count: number, productId = '3'): Promise<void> {
  await storeReviews(
    db,
    Array.from({ length: count }, (_, index) => ({
      product_id: productId,
      comment: 'The bride wore it twice',
      rating: 1 + ((index * 7) % 5),
      helpful_votes: (index * 5) % 4,
      created_at: minute(Math.floor(index / 2)),
    })),
  );
}

describeOnBothDatabases('reading reviews', (open) => {
  it('reads reviews only in the order of an index', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const visitor = (await openReviewSite({ db, kind: database.kind })).visit();
    await fill(db, 800, '3');
    await fill(db, 400, '4');
    if (database.kind === 'postgres') await sql`analyze review`.execute(database.db);
    queries.clear();
    for (const product of ['', 'productId=3&']) {
      for (const sort of reviewSorts) {
        for (const rating of ['all', '2']) {
          for (const rest of ['', '&page=1', '&page=7', '&page=1&q=bride']) {
            const path = `/reviews?${product}sort=${sort}&rating=${rating}${rest}`;
            expect((await visitor.call('GET', path)).status).toBe(200);
          }
        }
      }
    }
    const ofReviews = [...queries.values()].filter((query) => query.sql.includes('from "review"'));
    // One product or all, one rating or all, recent or helpful, from the start or from a position: 16 queries.
    expect(ofReviews.length).toBeGreaterThanOrEqual(16);
    for (const query of ofReviews) {
      const plan = await explain(database, query);
      expect({ query: query.sql, plan }).toEqual({
        query: expect.stringMatching(/ limit | where "id" in /),
        plan: expect.not.stringMatching(
          /Seq Scan|Sort|TEMP B-TREE|(?:SCAN|SEARCH) review(?! USING)/,
        ),
      });
    }
  });

  it('serves a page without counting reviews', async () => {
    const { db, kind } = await open();
    const watched = watch(db);
    const visitor = (await openReviewSite({ db: watched.db, kind })).visit();
    await fill(db, 20);
    watched.queries.clear();
    await visitor.call('GET', '/reviews?productId=3&page=1');
    expect([...watched.queries.keys()].filter((query) => /count|sum/.test(query))).toEqual([
      expect.stringContaining('from "review_count"'),
    ]);
  });

  it('sends four lists at once and refuses a fifth until one has ended', async () => {
    const database = await open();
    const visitor = (await openReviewSite(database)).visit();
    await fill(database.db, 120);
    const lists = [];
    for (let list = 0; list < 4; list += 1) lists.push(await visitor.ask('GET', '/reviews'));
    const fifth = await visitor.call('GET', '/reviews');
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await visitor.call('GET', '/reviews?page=1')).status).toBe(200);
    await lists[0]?.body?.cancel();
    expect((await visitor.call('GET', '/reviews')).body).toHaveLength(120);
    for (const list of lists.slice(1)) expect(await list.json()).toHaveLength(120);
  });

  it('limits pages, searches and lists by address, each with its own limit', async () => {
    const once = [{ by: 'address', points: 1, seconds: 60 }] as const;
    for (const [rule, path, others] of [
      ['reviewPage', '/reviews?page=1', ['/reviews']],
      [
        'reviewSearch',
        '/reviews?page=1&q=x',
        ['/reviews', '/reviews?page=1', '/reviews?page=1&q=+'],
      ],
      ['reviewList', '/api/reviews', ['/reviews?page=1', '/reviews?page=1&q=x']],
    ] as const) {
      const site = await openReviewSite(await open(), { rules: { [rule]: once } });
      const statuses = [];
      for (const requested of [path, path, ...others]) {
        statuses.push((await site.visit().call('GET', requested)).status);
      }
      expect({ rule, statuses }).toEqual({ rule, statuses: [200, 429, ...others.map(() => 200)] });
      expect((await site.visit('203.0.113.9').call('GET', path)).status).toBe(200);
    }
  });
});

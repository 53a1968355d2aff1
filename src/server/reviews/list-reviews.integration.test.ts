// GET /reviews: the database filters, sorts and pages like the shop's own rules (shop/reviews.ts), at a bounded cost.
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { isAll } from '#support/tier.ts';
import { openReviewSite } from '#support/server/review-site.ts';
import { minute, storeReviews } from '#support/server/stored-reviews.ts';
import { ReviewPageResponse, ReviewsResponse } from '../../shop/payloads/review-pages.ts';
import { reviewOrder, reviewSorts, sumRatings, viewReviews } from '../../shop/reviews.ts';
import type { Review } from '../../shop/reviews.ts';
import type { Database } from '../platform/database/schema.ts';
import { CANDIDATES } from './list-reviews.ts';

const comments = [
  'The bride wore it twice',
  '100% chocolate, 0% regret_',
  'ரொம்ப நல்லா இருந்தது',
  'Écrin parfait — GROSSE FÊTE',
  `C:\\sweets\\'; drop table review; --`,
];

/** Stores reviews of a product, two per minute, with varying texts, ratings and votes. */
async function fill(db: Database, count: number, productId = '3'): Promise<void> {
  const reviews = Array.from({ length: count }, (_, index) => ({
    product_id: productId,
    title: index % 3 === 0 ? 'A gift' : '',
    comment: comments[index % comments.length] ?? '',
    name: index % 2 === 0 ? 'Kavya' : 'Ashwin',
    rating: 1 + ((index * 7) % 5),
    verified: index % 2,
    helpful_votes: (index * 5) % 4,
    created_at: minute(Math.floor(index / 2)),
  }));
  await storeReviews(db, reviews);
}

onBoth('GET /reviews', (open) => {
  it('filters, sorts and pages exactly like the shop’s rules', async () => {
    const database = await open();
    const visitor = (await openReviewSite(database, { rules: { anonymous: [] } })).visit();
    await fill(database.db, 23);
    await fill(database.db, 5, '4');
    const all: Review[] = (await visitor.get('/reviews?productId=3')).body;
    const signs = ['%', '_', '\\', "'"];
    const keywords = ['', 'BRIDE', ' a  gift ', '0% regret_', ...signs, 'fête', 'நல்லா', 'zz'];
    const queries = reviewSorts.flatMap((sort) =>
      (['all', 1, 4] as const).flatMap((rating) =>
        keywords.flatMap((keyword) => [1, 2, 99].map((page) => ({ sort, rating, keyword, page }))),
      ),
    );
    // Every fifth query covers each sort, rating, keyword and page, and most of their combinations.
    for (const query of queries.filter((_, index) => isAll || index % 5 === 0)) {
      const { sort, rating, keyword: q, page } = query;
      const params = { productId: '3', sort, q, rating: String(rating), page: String(page) };
      const { status, body } = await visitor.get(`/reviews?${new URLSearchParams(params)}`);
      const expected = { ...viewReviews(all, query), ...sumRatings(all) };
      expect({ params, status, body }).toEqual({ params, status: 200, body: expected });
    }
  });

  it('reads reviews only in the order of an index, and counts none for a page', async () => {
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
            expect((await visitor.get(path)).status).toBe(200);
          }
        }
      }
    }
    const ofReviews = [...queries.values()].filter((query) => query.sql.includes('from "review"'));
    // One product or all, one rating or all, recent or helpful, from the start or from a cursor: 16 queries.
    expect(ofReviews.length).toBeGreaterThanOrEqual(16);
    for (const query of ofReviews) {
      const plan = await explain(database, query);
      expect({ query: query.sql, plan }).toEqual({
        query: expect.stringMatching(/ limit | and "id" in /),
        plan: expect.not.stringMatching(
          /Seq Scan|Sort|TEMP B-TREE|(?:SCAN|SEARCH) review(?! USING)/,
        ),
      });
    }
    const counting = [...queries.keys()].filter((query) => /count|sum/.test(query));
    expect(counting.filter((query) => !query.includes('from "review_count"'))).toEqual([]);
  });

  it('returns lists of several pieces in every order [call-9 api-4]', async () => {
    const database = await open();
    const visitor = (await openReviewSite(database)).visit();
    expect((await visitor.get('/reviews')).body).toEqual([]);
    await fill(database.db, 230);
    await fill(database.db, 20, '4');
    const all: Review[] = (await visitor.get('/reviews')).body;
    expect(all).toHaveLength(250);
    expect(v.parse(ReviewsResponse, all)).toEqual(all);
    for (const sort of reviewSorts) {
      for (const [query, matching] of [
        ['', all],
        ['productId=9', []],
        ['productId=3', all.filter((review) => review.productId === '3')],
        ['rating=4', all.filter((review) => review.rating === 4)],
        ['productId=4&rating=2', all.filter((each) => each.productId === '4' && each.rating === 2)],
        ['q=BRIDE', all.filter((review) => review.comment.includes('bride'))],
      ] as const) {
        const { body } = await visitor.get(`/api/reviews?sort=${sort}&${query}`);
        const expected = matching.toSorted(reviewOrder[sort]);
        expect({ sort, query, body }).toEqual({ sort, query, body: expected });
      }
    }
  });

  it('searches the newest 1,000 reviews of the product, or of all', async () => {
    const { db, kind } = await open();
    const visitor = (await openReviewSite({ db, kind })).visit();
    const named = (name: string, at: number, product_id = '3') => ({
      name,
      product_id,
      created_at: minute(at),
    });
    const others = Array.from({ length: CANDIDATES - 1 }, (_, index) => named('Meena', index));
    await storeReviews(db, [named('Old Asha', -2), named('Asha', -1), ...others]);
    const found = async (query: string) => {
      const { body } = await visitor.get(`/reviews?page=1&q=asha&${query}`);
      return [body.total, ...body.reviews.map(({ name }: Review) => name)];
    };
    expect(await found('productId=3')).toEqual([1, 'Asha']);
    expect(await found('')).toEqual([1, 'Asha']);
    await storeReviews(db, [named('Asha Two', 9_000, '4')]);
    expect(await found('productId=3&sort=lowest')).toEqual([1, 'Asha']);
    expect(await found('')).toEqual([1, 'Asha Two']);
  });
});

onDatabase('GET /reviews', (open) => {
  it('features one review of each product: the most helpful, else the newest [entity-27]', async () => {
    const database = await open();
    const visitor = (await openReviewSite(database)).visit();
    await fill(database.db, 8, '3');
    await fill(database.db, 1, '5');
    const all: Review[] = (await visitor.get('/reviews?sort=helpful')).body;
    const featured = all.filter((review) => review.featured);
    expect(featured.map((review) => review.productId).toSorted()).toEqual(['3', '5']);
    const ofThree = all.filter((review) => review.productId === '3');
    expect(ofThree.findIndex((review) => review.featured)).toBe(0);
    await database.db.updateTable('review').set({ helpful_votes: 0 }).execute();
    const newest: Review[] = (await visitor.get('/reviews?productId=3')).body;
    expect(newest.findIndex((review) => review.featured)).toBe(0);
  });

  it('returns a page that matches the schema, even without reviews', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    const { body } = await visitor.get('/reviews?productId=3&page=4');
    expect(v.parse(ReviewPageResponse, body)).toEqual(body);
    expect(body).toMatchObject({ reviews: [], page: 1, pages: 1, total: 0, count: 0, average: 0 });
  });

  it('returns 400 and names the invalid parameter', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    for (const [query, field] of [
      ['page=1%27', 'page'],
      // The first counts.
      ['page=x&page=1', 'page'],
      ['sort=random', 'sort'],
      ['rating=6', 'rating'],
      [`q=${'x'.repeat(101)}`, 'q'],
    ]) {
      const response = await visitor.get(`/reviews?${query}`);
      expect(response).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });

  it.each([
    ['/reviews?page=1', 1],
    ['/reviews?page=1&q=+', 1],
    ['/reviews?page=1&q=x', 5],
    ['/api/reviews', 10],
  ])('counts %s by address as %i points', async (path, points) => {
    const anonymous = [{ by: 'address', points: 10, seconds: 60 }] as const;
    const site = await openReviewSite(await open(), { rules: { anonymous } });
    const allowed = Array.from({ length: 10 / points }, () => 200);
    const statuses = [];
    for (let i = 0; i <= allowed.length; i += 1) {
      statuses.push((await site.visit().get(path)).status);
    }
    expect(statuses).toEqual([...allowed, 429]);
    expect((await site.visit('203.0.113.9').get(path)).status).toBe(200);
  });
});

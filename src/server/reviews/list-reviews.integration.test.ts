// GET /reviews: the database filters, sorts and pages like the shop's own rules (shop/reviews.ts).
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { isLongTail } from '#support/long-tail.ts';
import { openReviewSite } from '#support/server/review-site.ts';
import { minute, storeReviews } from '#support/server/stored-reviews.ts';
import type { Review } from '../../shop/reviews.ts';
import { reviewOrder, reviewSorts, sumRatings, viewReviews } from '../../shop/reviews.ts';
import { ReviewPageResponse, ReviewsResponse } from '../../shop/payloads/reviews.ts';
import type { Schema } from '../platform/database/schema.ts';
import { CANDIDATES } from './list-reviews.ts';

const comments = [
  'The bride wore it twice',
  '100% chocolate, 0% regret_',
  'ரொம்ப நல்லா இருந்தது',
  'Écrin parfait — GROSSE FÊTE',
  `C:\\sweets\\'; drop table review; --`,
];

/** Stores reviews of a product, two per minute, with varying ratings and votes. */
async function fill(db: Kysely<Schema>, count: number, productId = '3'): Promise<void> {
  await storeReviews(
    db,
    Array.from({ length: count }, (_, index) => ({
      product_id: productId,
      title: index % 3 === 0 ? 'A gift' : '',
      comment: comments[index % comments.length] ?? '',
      name: index % 2 === 0 ? 'Kavya' : 'Ashwin',
      rating: 1 + ((index * 7) % 5),
      verified: index % 2,
      helpful_votes: (index * 5) % 4,
      created_at: minute(Math.floor(index / 2)),
    })),
  );
}

describeOnBothDatabases('GET /reviews', (open) => {
  it(
    'returns an array of all reviews, or of those of a product, newest first',
    covers('call-9', 'api-4'),
    async () => {
      const database = await open();
      const visitor = (await openReviewSite(database)).visit();
      expect((await visitor.call('GET', '/reviews')).body).toEqual([]);
      await fill(database.db, 7, '3');
      await fill(database.db, 4, 'COMBO_003');
      const all = await visitor.call('GET', '/reviews');
      expect(all.status).toBe(200);
      expect(v.parse(ReviewsResponse, all.body)).toEqual(all.body);
      expect(all.body).toHaveLength(11);
      const times: string[] = all.body.map((review: Review) => review.createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
      const own = await visitor.call('GET', '/api/reviews?productId=3');
      expect(own.body).toEqual(all.body.filter((review: Review) => review.productId === '3'));
      expect((await visitor.call('GET', '/reviews?productId=9')).body).toEqual([]);
    },
  );

  it(
    'features one review of each product: the most helpful, else the newest',
    covers('entity-27'),
    async () => {
      const database = await open();
      const visitor = (await openReviewSite(database)).visit();
      await fill(database.db, 8, '3');
      await fill(database.db, 1, '5');
      const all: Review[] = (await visitor.call('GET', '/reviews?sort=helpful')).body;
      const featured = all.filter((review) => review.featured);
      expect(featured.map((review) => review.productId).toSorted()).toEqual(['3', '5']);
      const ofThree = all.filter((review) => review.productId === '3');
      expect(ofThree.findIndex((review) => review.featured)).toBe(0);
      await database.db.updateTable('review').set({ helpful_votes: 0 }).execute();
      const newest: Review[] = (await visitor.call('GET', '/reviews?productId=3')).body;
      expect(newest.findIndex((review) => review.featured)).toBe(0);
    },
  );

  it('filters, sorts and pages exactly like the shop’s rules', async () => {
    const database = await open();
    const rules = { reviewSearch: [] };
    const visitor = (await openReviewSite(database, { rules })).visit();
    await fill(database.db, 23);
    await fill(database.db, 5, '4');
    const all: Review[] = (await visitor.call('GET', '/reviews?productId=3')).body;
    const keywords = [
      '',
      'BRIDE',
      ' a  gift ',
      '0% regret_',
      '%',
      '_',
      '\\',
      "'",
      'fête',
      'நல்லா',
      'zz',
    ];
    const queries = reviewSorts.flatMap((sort) =>
      (['all', 1, 4] as const).flatMap((rating) =>
        keywords.flatMap((keyword) => [1, 2, 99].map((page) => ({ sort, rating, keyword, page }))),
      ),
    );
    // Every fifth query covers each sort, rating, keyword and page, and most of their combinations.
    for (const query of queries.filter((_, index) => isLongTail || index % 5 === 0)) {
      const { sort, rating, keyword: q, page } = query;
      const params = { productId: '3', sort, q, rating: String(rating), page: String(page) };
      const { status, body } = await visitor.call('GET', `/reviews?${new URLSearchParams(params)}`);
      const expected = { ...viewReviews(all, query), ...sumRatings(all) };
      expect({ params, status, body }).toEqual({ params, status: 200, body: expected });
    }
  });

  it('returns a page that matches the schema, even without reviews', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    const { body } = await visitor.call('GET', '/reviews?productId=3&page=4');
    expect(v.parse(ReviewPageResponse, body)).toEqual(body);
    expect(body).toMatchObject({ reviews: [], page: 1, pages: 1, total: 0, count: 0, average: 0 });
  });

  it('returns 400 and names the invalid parameter', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    for (const [query, field] of [
      ['page=0', 'page'],
      ['page=1%27', 'page'],
      ['sort=random', 'sort'],
      ['rating=6', 'rating'],
      [`q=${'x'.repeat(101)}`, 'q'],
    ]) {
      const response = await visitor.call('GET', `/reviews?${query}`);
      expect(response).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });

  it('returns lists of several pieces in every order, sorted like the shop’s rules', async () => {
    const database = await open();
    const visitor = (await openReviewSite(database)).visit();
    await fill(database.db, 230);
    await fill(database.db, 20, '4');
    const all: Review[] = (await visitor.call('GET', '/reviews')).body;
    expect(all).toHaveLength(250);
    for (const sort of reviewSorts) {
      for (const [query, matching] of [
        ['', all],
        ['productId=3', all.filter((review) => review.productId === '3')],
        ['rating=4', all.filter((review) => review.rating === 4)],
        ['productId=4&rating=2', all.filter((each) => each.productId === '4' && each.rating === 2)],
        ['q=BRIDE', all.filter((review) => review.comment.includes('bride'))],
      ] as const) {
        const { body } = await visitor.call('GET', `/reviews?sort=${sort}&${query}`);
        expect({ sort, query, body }).toEqual({
          sort,
          query,
          body: matching.toSorted(reviewOrder[sort]),
        });
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
      const { body } = await visitor.call('GET', `/reviews?page=1&q=asha&${query}`);
      return [body.total, ...body.reviews.map(({ name }: Review) => name)];
    };
    expect(await found('productId=3')).toEqual([1, 'Asha']);
    expect(await found('')).toEqual([1, 'Asha']);
    await storeReviews(db, [named('Asha Two', 9_000, '4')]);
    expect(await found('productId=3&sort=lowest')).toEqual([1, 'Asha']);
    expect(await found('')).toEqual([1, 'Asha Two']);
  });
});

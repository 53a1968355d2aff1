// GET /reviews: what the database narrows, sorts and pages is what the shop's own rules would show.
import { covers } from '#support/covers.ts';
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { isLongTail } from '#support/long-tail.ts';
import type { Review } from '../../shop/reviews/review.ts';
import { reviewSorts } from '../../shop/reviews/review.ts';
import { searchText } from '../../shop/reviews/search-text.ts';
import { sumRatings } from '../../shop/reviews/sum-ratings.ts';
import { viewReviews } from '../../shop/reviews/view-reviews.ts';
import { ReviewPageReply, ReviewsReply } from '../../shop/wire-reviews.ts';
import type { Schema } from '../database/schema.ts';
import { openReviewSite } from '#support/server/review-site.ts';

const comments = [
  'The bride wore it twice',
  '100% chocolate, 0% regret_',
  'ரொம்ப நல்லா இருந்தது',
  'Écrin parfait — GROSSE FÊTE',
  `C:\\sweets\\'; drop table review; --`,
];

/** Reviews of a product, a minute apart and two of a minute, rated and voted for in turns. */
async function fill(db: Kysely<Schema>, count: number, productId = '3'): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const texts = {
      title: index % 3 === 0 ? 'A gift' : '',
      comment: comments[index % comments.length] ?? '',
      name: index % 2 === 0 ? 'Kavya' : 'Ashwin',
    };
    return {
      id: randomUUID(),
      product_id: productId,
      user_id: 'u',
      ...texts,
      search: searchText(texts),
      rating: 1 + ((index * 7) % 5),
      images: '[]',
      verified: index % 2,
      helpful_votes: (index * 5) % 4,
      created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 2) * 60_000).toISOString(),
    };
  });
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('review')
      .values(rows.slice(at, at + 500))
      .execute();
  }
}

describeOnBothDatabases('GET /reviews', (open) => {
  it(
    'answers the array of all, or of a product, newest first',
    covers('call-9', 'api-4'),
    async () => {
      const database = await open();
      const visitor = (await openReviewSite(database)).visit();
      expect((await visitor.call('GET', '/reviews')).body).toEqual([]);
      await fill(database.db, 7, '3');
      await fill(database.db, 4, 'COMBO_003');
      const all = await visitor.call('GET', '/reviews');
      expect(all.status).toBe(200);
      expect(v.parse(ReviewsReply, all.body)).toEqual(all.body);
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

  it('narrows, sorts and pages exactly as the shop’s rules do', async () => {
    const database = await open();
    const visitor = (await openReviewSite(database)).visit();
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
    // Every fifth has each sort, rating, keyword and page, and each of them with most of the others.
    for (const query of queries.filter((_, index) => isLongTail || index % 5 === 0)) {
      const { sort, rating, keyword: q, page } = query;
      const asked = { productId: '3', sort, q, rating: String(rating), page: String(page) };
      const { status, body } = await visitor.call('GET', `/reviews?${new URLSearchParams(asked)}`);
      const expected = { ...viewReviews(all, query), ...sumRatings(all) };
      expect({ asked, status, body }).toEqual({ asked, status: 200, body: expected });
    }
  });

  it('answers a page that the browser understands, even of nothing', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    const { body } = await visitor.call('GET', '/reviews?productId=3&page=4');
    expect(v.parse(ReviewPageReply, body)).toEqual(body);
    expect(body).toMatchObject({ reviews: [], page: 1, pages: 1, total: 0, count: 0, average: 0 });
  });

  it('says what it cannot be asked', async () => {
    const visitor = (await openReviewSite(await open())).visit();
    for (const [query, field] of [
      ['page=0', 'page'],
      ['page=1%27', 'page'],
      ['sort=random', 'sort'],
      ['rating=6', 'rating'],
      [`q=${'x'.repeat(101)}`, 'q'],
    ]) {
      const answer = await visitor.call('GET', `/reviews?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });

  it('reads no more reviews of a thousand than the page shows', async () => {
    const { db, kind } = await open();
    await fill(db, 1_000, '3');
    let rows = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += result.rows.length;
        return result;
      },
    });
    const visitor = (await openReviewSite({ db: counted, kind })).visit();
    for (const sort of reviewSorts) {
      rows = 0;
      const { body } = await visitor.call('GET', `/reviews?page=2&productId=3&sort=${sort}`);
      expect(body).toMatchObject({ total: 1_000, count: 1_000 });
      // Besides them a count for each number of stars, and the featured one.
      expect(rows).toBe(body.reviews.length + 5 + 1);
    }
  });
});

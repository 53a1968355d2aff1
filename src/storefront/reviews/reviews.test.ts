import { beforeEach, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { serveFetch } from '#support/storefront/page-fetch.ts';
import { firstView } from '../../shop/reviews.ts';
import { getReviews, voteHelpful } from './load-reviews.ts';

let asked: string[];
let body: unknown;

beforeEach(() => {
  asked = [];
  return serveFetch((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(JSON.stringify(body));
  });
});

const noSums = [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0, percent: 0 }));

it('requests filters, order and page from the server', async () => {
  body = { reviews: [], page: 2, pages: 2, total: 4, count: 9, average: 4.1, breakdown: noSums };
  const view = { rating: 4, keyword: 'gold & red', sort: 'helpful', page: 3 } as const;
  expect(await getReviews('COMBO_003', view)).toEqual({ ok: true, value: body });
  expect(asked).toEqual([
    'GET /api/reviews?productId=COMBO_003&page=3&sort=helpful&rating=4&q=gold+%26+red',
  ]);
});

it(
  'filters, sorts and pages in the browser if the server returns all reviews of the shop',
  covers('call-14'),
  async () => {
    const review = (id: number, productId: unknown, createdAt: string) => ({
      id,
      productId,
      customerName: 'Asha',
      rating: 4,
      createdAt,
    });
    body = [
      review(1, 3, '2026-11-01T10:00:00Z'),
      review(2, '3', '2026-11-03T10:00:00Z'),
      review(3, '4', '2026-11-04T10:00:00Z'),
      review(4, '3', '2026-11-02T10:00:00Z'),
      review(5, '3', '2026-10-01T10:00:00Z'),
      { id: 6, productId: '3', rating: 'many' },
    ];
    const reply = await getReviews('3', firstView);
    expect(reply).toMatchObject({ value: { page: 1, pages: 2, total: 4, count: 4, average: 4 } });
    expect(reply.ok && reply.value.reviews.map(({ id, name }) => [id, name])).toEqual([
      ['2', 'Asha'],
      ['4', 'Asha'],
      ['1', 'Asha'],
    ]);
  },
);

it('escapes the id of a review in the URL of a vote', async () => {
  body = { helpfulVotes: 7 };
  expect(await voteHelpful('a/b?c')).toEqual({ ok: true, value: { helpfulVotes: 7 } });
  expect(asked).toEqual(['POST /api/reviews/a%2Fb%3Fc/helpful']);
});

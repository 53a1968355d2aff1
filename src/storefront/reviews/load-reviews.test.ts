import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveFetch } from '#support/storefront/page-fetch.ts';
import { ReviewPayload } from '../../shop/payloads/review-pages.ts';
import type { Review } from '../../shop/reviews.ts';
import { firstView, sumRatings, viewReviews } from '../../shop/reviews.ts';
import type { ReviewPageWithSums } from './load-reviews.ts';
import { getReviews, noReviews, voteHelpful, withSaved } from './load-reviews.ts';

afterEach(() => vi.unstubAllGlobals());

const createReview = (part: Partial<Review>): Review =>
  v.parse(ReviewPayload, { id: 'r1', productId: '3', rating: 5, ...part });

const createPage = (reviews: readonly Review[]): ReviewPageWithSums => ({
  ...viewReviews(reviews, firstView),
  ...sumRatings(reviews),
});

const featured = (page: ReviewPageWithSums) =>
  page.reviews.filter((review) => review.featured).map(({ id }) => id);

describe('the requests', () => {
  let received: string[];
  let body: unknown;

  beforeEach(() => {
    received = [];
    return serveFetch((request, response) => {
      received.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify(body));
    });
  });

  it('leave filters, order and page to the server', async () => {
    body = createPage([]);
    const view = { rating: 4, keyword: 'gold & red', sort: 'helpful', page: 3 } as const;
    expect(await getReviews('COMBO_003', view)).toEqual({ ok: true, value: body });
    const query = 'productId=COMBO_003&page=3&sort=helpful&rating=4&q=gold+%26+red';
    expect(received).toEqual([`GET /api/reviews?${query}`]);
  });

  it('do so in the browser if the server returns every review [call-14]', async () => {
    const plain = (id: number, productId: unknown, day: string) => {
      const createdAt = `2026-${day}T10:00:00Z`;
      return { id, productId, customerName: 'Asha', rating: 4, createdAt };
    };
    body = [
      plain(1, 3, '11-01'),
      plain(2, '3', '11-03'),
      plain(3, '4', '11-04'),
      plain(4, '3', '11-02'),
      plain(5, '3', '10-01'),
      { id: 6, productId: '3', rating: 'many' },
    ];
    const reviews = ['2', '4', '1'].map((id) => expect.objectContaining({ id, name: 'Asha' }));
    const sums = { page: 1, pages: 2, total: 4, count: 4, average: 4 };
    expect(await getReviews('3', firstView)).toMatchObject({ value: { reviews, ...sums } });
  });

  it('escape the id of a review in the URL of a vote', async () => {
    await voteHelpful('a/b?c');
    expect(received).toEqual(['POST /api/reviews/a%2Fb%3Fc/helpful']);
  });
});

describe('withSaved', () => {
  const old = [1, 2, 3].map((day) =>
    createReview({ id: `old${day}`, createdAt: `2026-11-0${day}T10:00:00.000Z` }),
  );
  const saved = createReview({ id: 'new', rating: 2, createdAt: '2026-11-09T10:00:00.000Z' });

  it('returns the page that the server would return', () => {
    expect(withSaved(createPage(old), saved)).toEqual(createPage([...old, saved]));
    expect(withSaved(noReviews, saved)).toEqual(createPage([saved]));
  });

  it('replaces the featured review if the saved one is featured', () => {
    const page = createPage([...old.slice(0, 2), { ...old[2]!, featured: true }]);
    expect(featured(withSaved(page, { ...saved, featured: true }))).toEqual(['new']);
    expect(featured(withSaved(page, saved))).toEqual(['old3']);
  });

  it('counts a review once if the server has already returned it', () => {
    const known = createPage([...old, saved]);
    expect(withSaved(known, saved)).toEqual(known);
  });
});

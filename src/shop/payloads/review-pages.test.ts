import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '#support/storefront/errors-of.ts';
import type { Review } from '../reviews.ts';
import {
  ReviewPageResponse,
  ReviewPayload,
  ReviewRequest,
  ReviewsQuery,
  ReviewsResponse,
} from './review-pages.ts';

const review: Review = {
  id: 'r1',
  productId: '3',
  name: 'Kavya',
  rating: 5,
  title: 'Lovely',
  comment: 'None of them broken.',
  date: '2026-11-14T12:45:00.000Z',
  createdAt: '2026-11-14T12:45:00.000Z',
  images: ['a.webp', 'b.webp'],
  picture: 'a.webp',
  verified: true,
  helpfulVotes: 7,
  featured: true,
};

describe('ReviewPayload', () => {
  it('is the shop’s own review, without an e-mail address [entity-22]', () => {
    expect(v.parse(ReviewPayload, { ...review, email: 'kavya@example.in' })).toEqual(review);
  });

  it('has the fields that an older service lacks or names otherwise [entity-23]', () => {
    const old = { id: 12, productId: 3, customerName: 'Asha', rating: '4.4', date: '2024-01-05' };
    const [date, picture] = ['2024-01-05T00:00:00.000Z', 'one.jpg'];
    const facts = { verified: false, helpfulVotes: 0, featured: false };
    const texts = { id: '12', productId: '3', name: 'Asha', title: '', comment: '' };
    const times = { date, createdAt: date };
    expect(v.parse(ReviewPayload, { ...old, picture, comment: null })).toEqual({
      ...texts,
      ...times,
      ...facts,
      rating: 4,
      images: [picture],
      picture,
    });
  });

  it('reads a date in milliseconds, and none from what is no date', () => {
    const parsed = (createdAt: unknown) => v.parse(ReviewPayload, { ...review, createdAt });
    expect(parsed(Date.UTC(2026, 0, 5)).createdAt).toBe('2026-01-05T00:00:00.000Z');
    for (const none of [8.64e15 + 1, 'soon', {}, true]) {
      expect(v.parse(ReviewPayload, { ...review, date: none, createdAt: none }).date).toBe('');
    }
  });
});

describe('ReviewsResponse', () => {
  it('drops invalid reviews and keeps the others', () => {
    const sent = [null, review, { ...review, rating: 9 }, 'x', { ...review, id: undefined }];
    expect(v.parse(ReviewsResponse, sent)).toEqual([review]);
  });

  it('accepts any array without an exception', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (sent) => {
        expect(v.safeParse(ReviewsResponse, sent).success).toBe(true);
      }),
    );
  });
});

it('ReviewPageResponse parses a page with the sums over all reviews', () => {
  const breakdown = [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0, percent: 0 }));
  const sums = { page: 1, pages: 1, total: 1, count: 4, average: 4.5, breakdown };
  const page = { reviews: [review], ...sums };
  expect(v.parse(ReviewPageResponse, page)).toEqual(page);
});

describe('ReviewsQuery', () => {
  it('has the stars and the page as numbers', () => {
    const query = { rating: '4', page: '12', q: '', sort: 'helpful' };
    expect(v.parse(ReviewsQuery, query)).toEqual({ ...query, rating: 4, page: 12 });
    expect(v.parse(ReviewsQuery, {})).toEqual({ sort: 'recent', q: '' });
  });

  it('normalises a keyword before it checks the length', () => {
    const q = ` ${'\uFDFA'.repeat(5)}  ＢＲＩＤＥ `;
    expect(v.parse(ReviewsQuery, { q }).q).toMatch(/^.{90} bride$/);
  });

  it.each([
    ['page', ['0', '-1', '1e3', '']],
    ['sort', ['random']],
    ['rating', ['6']],
    // 18 characters each, once normalised.
    ['q', ['x'.repeat(101), '\uFDFA'.repeat(6)]],
    ['productId', ['x'.repeat(65)]],
  ])('rejects as %s: %j', (name, values) => {
    expect(values.filter((value) => v.is(ReviewsQuery, { [name]: value }))).toEqual([]);
  });
});

describe('ReviewRequest', () => {
  const sent = { productId: '3', name: 'Kavya', rating: '5', comment: 'None of them broken.' };

  it('keeps the form and the product, and drops all other fields', () => {
    const others = { date: '2020-01-01', email: 'kavya@example.in', verified: 'true' };
    const parsed = v.parse(ReviewRequest, { ...sent, ...others });
    expect(parsed).toEqual({ ...sent, rating: 5, title: '' });
  });

  it('requires the product besides the form', () => {
    const product = { field: 'productId', message: 'Please name a product' };
    const fields = errorsOf(ReviewRequest, {}).map(({ field }) => field);
    expect(fields).toEqual(['rating', 'name', 'comment', 'productId']);
    for (const productId of ['', 3, 'x'.repeat(65), undefined]) {
      expect(errorsOf(ReviewRequest, { ...sent, productId })).toEqual([product]);
    }
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import {
  changeView,
  firstView,
  MOST_PAGES,
  findPage,
  type Review,
  reviewSorts,
  type ReviewView,
  viewReviews,
} from './reviews.ts';

let made = 0;
const reviewOf = (change: Partial<Review> = {}): Review => {
  made += 1;
  const at = new Date(Date.UTC(2026, 0, 1) + made * 60_000).toISOString();
  return {
    id: `r${String(made).padStart(6, '0')}`,
    productId: '3',
    name: 'Kavya',
    rating: 5,
    title: '',
    comment: 'Lovely.',
    date: at,
    createdAt: at,
    images: [],
    verified: false,
    helpfulVotes: 0,
    featured: false,
    ...change,
  };
};
const show = (reviews: Review[], change: Partial<ReviewView>) =>
  viewReviews(reviews, { ...firstView, ...change }).reviews.map(({ id }) => id);

const anyView = fc.record({
  rating: fc.constantFrom('all', 1, 2, 3, 4, 5) as fc.Arbitrary<ReviewView['rating']>,
  keyword: fc.constantFrom('', 'a', 'Bride', 'zzz'),
  sort: fc.constantFrom(...reviewSorts),
  page: fc.integer({ min: -2, max: 9 }),
});
const anyReviews = fc.array(
  fc
    .record({
      rating: fc.integer({ min: 1, max: 5 }),
      helpfulVotes: fc.integer({ min: 0, max: 3 }),
      comment: fc.constantFrom('', 'The bride cried', 'A', 'bad'),
    })
    .map(reviewOf),
  { maxLength: 25 },
);

describe('viewReviews', () => {
  it('shows three reviews per page, newest first', covers('constant-21'), () => {
    const reviews = Array.from({ length: 7 }, () => reviewOf());
    const [first, , , fourth] = reviews.toReversed().map(({ id }) => id);
    expect(show(reviews, {})[0]).toBe(first);
    expect(show(reviews, {})).toHaveLength(3);
    expect(show(reviews, { page: 2 })[0]).toBe(fourth);
    expect(viewReviews(reviews, { ...firstView, page: 9 })).toMatchObject({ page: 3, pages: 3 });
    expect(viewReviews([], { ...firstView, page: 2 })).toEqual({
      reviews: [],
      page: 1,
      pages: 1,
      total: 0,
    });
  });

  it(
    'sorts by most votes, most stars or fewest stars, then newest first',
    covers('transition-36'),
    () => {
      const old = reviewOf({ id: 'old', rating: 2, helpfulVotes: 3 });
      const middle = reviewOf({ id: 'middle', rating: 4, helpfulVotes: 3 });
      const young = reviewOf({ id: 'young', rating: 2, helpfulVotes: 9 });
      const reviews = [middle, old, young];
      expect(show(reviews, { sort: 'helpful' })).toEqual(['young', 'middle', 'old']);
      expect(show(reviews, { sort: 'highest' })).toEqual(['middle', 'young', 'old']);
      expect(show(reviews, { sort: 'lowest' })).toEqual(['young', 'old', 'middle']);
      expect(show(reviews, { sort: 'recent' })).toEqual(['young', 'middle', 'old']);
    },
  );

  it.each(['BRIDE', ' bride ', 'e bride cr', 'ＢＲＩＤＥ', 'the\nbride'])(
    'finds %j in title, comment and name',
    (keyword) => {
      const said = 'The   bride cried';
      const reviews = [
        reviewOf({ id: 'title', title: said }),
        reviewOf({ id: 'comment', comment: said.replace(' ', '\n') }),
        reviewOf({ id: 'name', name: said }),
        reviewOf({ id: 'none' }),
      ];
      expect(show(reviews, { keyword }).toSorted()).toEqual(['comment', 'name', 'title']);
    },
  );

  it(
    'neither matches a keyword across two fields nor treats it as a pattern',
    covers('transition-35'),
    () => {
      const reviews = [reviewOf({ title: 'good', comment: 'chocolate', name: '100% sure_' })];
      expect(show(reviews, { keyword: 'good chocolate' })).toEqual([]);
      expect(show(reviews, { keyword: '.*' })).toEqual([]);
      expect(show(reviews, { keyword: '0% sure_' })).toHaveLength(1);
    },
  );

  it('shows every matching review on exactly one page', () => {
    fc.assert(
      fc.property(anyReviews, anyView, (reviews, view) => {
        const { pages, total } = viewReviews(reviews, view);
        const shown = Array.from({ length: pages }, (_, index) =>
          viewReviews(reviews, { ...view, page: index + 1 }),
        ).flatMap((page) => page.reviews);
        expect(shown).toHaveLength(total);
        expect(new Set(shown).size).toBe(total);
        const matching = reviews.filter(
          ({ rating, comment, name, title }) =>
            (view.rating === 'all' || rating === view.rating) &&
            [comment, name, title].some((text) =>
              text.toLowerCase().includes(view.keyword.toLowerCase()),
            ),
        );
        expect(new Set(shown)).toEqual(new Set(matching));
      }),
    );
  });

  it('does not change the given reviews', () => {
    const reviews = [reviewOf(), reviewOf()];
    const before = [...reviews];
    show(reviews, { sort: 'recent' });
    expect(reviews).toEqual(before);
  });
});

it('findPage stops at page 2,000', () => {
  expect(MOST_PAGES).toBe(2_000);
  const last = { page: 2_000, pages: 2_000, offset: 5_997 };
  expect(findPage(2_000, 1_000_000)).toEqual(last);
  expect(findPage(999_999, 1_000_000)).toEqual(last);
});

it('changeView returns to the first page', covers('transition-37'), () => {
  const view = { ...firstView, page: 4 };
  expect(changeView(view, { rating: 2 })).toEqual({ ...firstView, rating: 2, page: 1 });
  expect(changeView(view, { keyword: 'x' }).page).toBe(1);
  expect(changeView(view, { sort: 'helpful' }).page).toBe(1);
});

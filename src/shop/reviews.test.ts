import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ReviewPayload } from './payloads/review-pages.ts';
import {
  changeView,
  findPage,
  firstView,
  formatAverage,
  LONGEST_SEARCH_TEXT,
  matchesKeyword,
  pictureAddress,
  reviewSorts,
  searchText,
  sumRatingCounts,
  sumRatings,
  viewReviews,
} from './reviews.ts';
import type { Review, ReviewView } from './reviews.ts';

let made = 0;
const createReview = (change: Partial<Review> = {}): Review => {
  made += 1;
  return v.parse(ReviewPayload, {
    id: `r${String(made).padStart(6, '0')}`,
    productId: '3',
    name: 'Kavya',
    rating: 5,
    comment: 'Lovely.',
    createdAt: Date.UTC(2026, 0, 1) + made * 60_000,
    ...change,
  });
};
const show = (reviews: Review[], change: Partial<ReviewView>) =>
  viewReviews(reviews, { ...firstView, ...change }).reviews.map(({ id }) => id);

const anyView = fc.record({
  rating: fc.constantFrom('all', 1, 2, 3, 4, 5) as fc.Arbitrary<ReviewView['rating']>,
  keyword: fc.constantFrom('', 'a', 'Bride', 'zzz'),
  sort: fc.constantFrom(...reviewSorts),
  page: fc.constant(1),
});
const anyReviews = fc.array(
  fc
    .record({
      rating: fc.integer({ min: 1, max: 5 }),
      helpfulVotes: fc.integer({ min: 0, max: 3 }),
      comment: fc.constantFrom('', 'The bride cried', 'A', 'bad'),
    })
    .map(createReview),
  { maxLength: 25 },
);

describe('viewReviews', () => {
  it('shows three reviews per page, newest first [constant-21]', () => {
    const reviews = Array.from({ length: 7 }, () => createReview());
    const [first, , , fourth] = reviews.toReversed().map(({ id }) => id);
    expect(show(reviews, {})[0]).toBe(first);
    expect(show(reviews, {})).toHaveLength(3);
    expect(show(reviews, { page: 2 })[0]).toBe(fourth);
    expect(viewReviews(reviews, { ...firstView, page: 9 })).toMatchObject({ page: 3, pages: 3 });
  });

  it('sorts by votes or stars, then the newest first [transition-36]', () => {
    const old = createReview({ id: 'old', rating: 2, helpfulVotes: 3 });
    const middle = createReview({ id: 'middle', rating: 4, helpfulVotes: 3 });
    const young = createReview({ id: 'young', rating: 2, helpfulVotes: 9 });
    const reviews = [middle, old, young];
    expect(show(reviews, { sort: 'helpful' })).toEqual(['young', 'middle', 'old']);
    expect(show(reviews, { sort: 'highest' })).toEqual(['middle', 'young', 'old']);
    expect(show(reviews, { sort: 'lowest' })).toEqual(['young', 'old', 'middle']);
    expect(show(reviews, { sort: 'recent' })).toEqual(['young', 'middle', 'old']);
  });

  it.each([' BRIDE ', 'e bride cr', 'ＢＲＩＤＥ', 'the\nbride'])(
    'finds %j in title, comment and name',
    (keyword) => {
      const text = 'The   bride\ncried';
      const reviews = [
        createReview({ id: 'title', title: text }),
        createReview({ id: 'comment', comment: text }),
        createReview({ id: 'name', name: text }),
        createReview(),
      ];
      expect(show(reviews, { keyword })).toEqual(['name', 'comment', 'title']);
    },
  );

  it('finds no keyword across two fields, and no pattern [transition-35]', () => {
    const reviews = [createReview({ title: 'good', comment: 'chocolate', name: '100% sure_' })];
    expect(show(reviews, { keyword: 'good 100%' })).toEqual([]);
    expect(show(reviews, { keyword: '.*' })).toEqual([]);
    expect(show(reviews, { keyword: '0% sure_' })).toHaveLength(1);
  });

  it('shows every matching review on exactly one page', () => {
    fc.assert(
      fc.property(anyReviews, anyView, (reviews, view) => {
        const { pages, total } = viewReviews(reviews, view);
        const shown = Array.from({ length: pages }, (_, index) =>
          viewReviews(reviews, { ...view, page: index + 1 }),
        ).flatMap((page) => page.reviews);
        expect(shown).toHaveLength(total);
        expect(new Set(shown).size).toBe(total);
        const keyword = view.keyword.toLowerCase();
        const matching = reviews.filter(
          ({ rating, comment, name }) =>
            (view.rating === 'all' || rating === view.rating) &&
            `${comment}\n${name}`.toLowerCase().includes(keyword),
        );
        expect(new Set(shown)).toEqual(new Set(matching));
      }),
    );
  });
});

it('findPage has one page of nothing, and stops at page 2,000', () => {
  for (const requested of [-1, 2]) {
    expect(findPage(requested, 0)).toEqual({ page: 1, pages: 1, offset: 0 });
  }
  const last = { page: 2_000, pages: 2_000, offset: 5_997 };
  expect(findPage(2_000, 1_000_000)).toEqual(last);
  expect(findPage(999_999, 1_000_000)).toEqual(last);
});

it('changeView returns to the first page [transition-37]', () => {
  const view = { ...firstView, page: 4 };
  expect(changeView(view, { rating: 2 })).toEqual({ ...firstView, rating: 2 });
});

describe('the search text', () => {
  const LIGATURE = '\uFDFA';

  it('is limited after normalisation, which can turn one character into 18', () => {
    expect(LIGATURE.normalize('NFKC')).toHaveLength(18);
    const text = searchText({ title: 'Gift', name: 'Kavya', comment: LIGATURE.repeat(5_000) });
    expect(text).toHaveLength(LONGEST_SEARCH_TEXT);
    expect(text.startsWith('gift\nkavya\n')).toBe(true);
  });

  it('cuts no character in half', () => {
    for (const before of ['', 'x']) {
      const text = searchText({ title: '', name: '', comment: before + '🎁'.repeat(2_000) });
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeGreaterThan(LONGEST_SEARCH_TEXT - 2);
      expect(text.length).toBeLessThanOrEqual(LONGEST_SEARCH_TEXT);
    }
  });

  it('has title and name however long the comment is', () => {
    const review = { title: 'Gift', name: 'Kavya', comment: 'x'.repeat(5_000) };
    for (const keyword of ['GIFT', 'kavya', '\u202aka\u00advya\u202c']) {
      expect(matchesKeyword(review, keyword)).toBe(true);
    }
  });
});

describe('the sums of ratings', () => {
  const ratings = (...stars: number[]) => stars.map((rating) => ({ rating }));

  it('are zeros without reviews', () => {
    const breakdown = [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0, percent: 0 }));
    expect(sumRatings([])).toEqual({ count: 0, average: 0, breakdown });
  });

  it.each([
    [[5], '5.0'],
    // 87 stars in 20 reviews: 4.35 to one decimal, half up.
    [[...Array<number>(7).fill(5), ...Array<number>(13).fill(4)], '4.4'],
  ])('average %j to %s [constant-24]', (stars, average) => {
    expect(formatAverage(sumRatings(ratings(...stars)).average)).toBe(average);
  });

  it('are exact for any counts, and their percentages add up to 100 [constant-25]', () => {
    const some = fc.nat(10_000);
    const counts = fc.record({ 1: some, 2: some, 3: some, 4: some, 5: some });
    fc.assert(
      fc.property(counts, (given) => {
        const { count, average, breakdown } = sumRatingCounts(given);
        expect(breakdown.map(({ stars, count: own }) => [stars, own])).toEqual(
          [5, 4, 3, 2, 1].map((stars) => [stars, given[stars as 1]]),
        );
        fc.pre(count > 0);
        expect(breakdown.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
        for (const line of breakdown) {
          expect(Math.abs(line.percent - (line.count * 100) / count)).toBeLessThan(1);
        }
        const exact = breakdown.reduce((sum, line) => sum + line.stars * line.count, 0) / count;
        expect(Math.abs(average - exact)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
    );
  });
});

it('pictureAddress returns the URLs of both sizes of an uploaded picture', () => {
  const picture = `${'0a'.repeat(16)}.webp`;
  expect(pictureAddress(picture, 'full')).toBe(`/uploads/${picture}`);
  expect(pictureAddress(picture, 'small')).toBe(`/uploads/${'0a'.repeat(16)}-320.webp`);
});

it('pictureAddress does not change the names of other files, and never leaves /uploads', () => {
  expect(pictureAddress('cake.jpg', 'small')).toBe('/uploads/cake.jpg');
  expect(pictureAddress('../../etc/passwd', 'small')).toBe('/uploads/..%2F..%2Fetc%2Fpasswd');
});

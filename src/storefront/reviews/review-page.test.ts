import { describe, expect, it } from 'vitest';
import type { Review } from '../../shop/reviews.ts';
import { firstView, sumRatings, viewReviews } from '../../shop/reviews.ts';
import type { ReviewPageWithSums } from './load-reviews.ts';
import { noReviews, withSaved, withVotes } from './load-reviews.ts';

function reviewOf(part: Partial<Review> = {}): Review {
  return {
    id: 'r1',
    productId: '3',
    name: 'Asha',
    rating: 5,
    title: '',
    comment: 'Fine',
    date: '2026-11-01T10:00:00.000Z',
    createdAt: '2026-11-01T10:00:00.000Z',
    images: [],
    verified: false,
    helpfulVotes: 0,
    featured: false,
    ...part,
  };
}

const pageOf = (reviews: readonly Review[]): ReviewPageWithSums => ({
  ...viewReviews(reviews, firstView),
  ...sumRatings(reviews),
});

const featuredOf = (page: ReviewPageWithSums) =>
  page.reviews.filter(({ featured }) => featured).map(({ id }) => id);

describe('withVotes', () => {
  it('changes one review only', () => {
    const page = pageOf([reviewOf({ id: 'a', helpfulVotes: 2 }), reviewOf({ id: 'b' })]);
    const votes = withVotes(page, 'a', 3).reviews.map(({ id, helpfulVotes }) => [id, helpfulVotes]);
    expect(Object.fromEntries(votes)).toEqual({ a: 3, b: 0 });
  });

  it('features the most helpful review instead of the newest, and reverts that', () => {
    const newest = reviewOf({ id: 'b', createdAt: '2026-11-02T10:00:00.000Z', featured: true });
    const page = pageOf([reviewOf({ id: 'a' }), newest]);
    const voted = withVotes(page, 'a', 1);
    expect(featuredOf(voted)).toEqual(['a']);
    expect(featuredOf(withVotes(voted, 'b', 1))).toEqual(['b']);
    expect(featuredOf(withVotes(voted, 'a', 0))).toEqual(['b']);
  });

  it('features none if the featured review is on another page', () => {
    expect(featuredOf(withVotes(pageOf([reviewOf({ id: 'a' })]), 'a', 9))).toEqual([]);
  });

  it('does not change a page without the review', () => {
    const page = pageOf([reviewOf()]);
    expect(withVotes(page, 'gone', 3)).toEqual(page);
  });
});

describe('withSaved', () => {
  const old = [1, 2, 3].map((day) =>
    reviewOf({ id: `old${day}`, createdAt: `2026-11-0${day}T10:00:00.000Z`, rating: 5 }),
  );
  const saved = reviewOf({ id: 'new', rating: 2, createdAt: '2026-11-09T10:00:00.000Z' });

  it('returns the page that the server would return', () => {
    expect(withSaved(pageOf(old), saved)).toEqual(pageOf([...old, saved]));
    expect(withSaved(noReviews, saved)).toEqual(pageOf([saved]));
  });

  it('replaces the featured review if the saved one is featured', () => {
    const page = pageOf([...old.slice(0, 2), { ...old[2]!, featured: true }]);
    expect(featuredOf(withSaved(page, { ...saved, featured: true }))).toEqual(['new']);
    expect(featuredOf(withSaved(page, saved))).toEqual(['old3']);
  });

  it('counts a review once if the server has already returned it', () => {
    const known = pageOf([...old, saved]);
    expect(withSaved(known, saved)).toEqual(known);
  });
});

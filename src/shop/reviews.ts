// Filters, searches and sorts reviews, three on a page.
import type { Review, ReviewSort } from './review.ts';
import { matchesKeyword } from './search-text.ts';

export const REVIEWS_PER_PAGE = 3;
/** A limit, because the database skips all reviews of the pages before the requested one. */
export const MOST_PAGES = 2_000;

export interface ReviewView {
  rating: 'all' | 1 | 2 | 3 | 4 | 5;
  keyword: string;
  sort: ReviewSort;
  /** From 1. */
  page: number;
}

export const firstView: ReviewView = { rating: 'all', keyword: '', sort: 'recent', page: 1 };

/** Returns the view after a change of its filters or order, at the first page. */
export function changeView(
  view: ReviewView,
  change: Partial<Omit<ReviewView, 'page'>>,
): ReviewView {
  return { ...view, ...change, page: 1 };
}

export interface ReviewPage {
  reviews: readonly Review[];
  /** From 1; the last page if the view asked for a later one. */
  page: number;
  /** 1 to MOST_PAGES. */
  pages: number;
  /** Matching reviews on all pages. */
  total: number;
}

/** Returns one page of the matching reviews. */
export function viewReviews(reviews: readonly Review[], view: ReviewView): ReviewPage {
  const matching = reviews
    .filter(({ rating }) => view.rating === 'all' || rating === view.rating)
    .filter((review) => matchesKeyword(review, view.keyword))
    .toSorted(reviewOrder[view.sort]);
  const total = matching.length;
  const { page, pages, offset } = placeOfPage(view.page, total);
  return { reviews: matching.slice(offset, offset + REVIEWS_PER_PAGE), page, pages, total };
}

/** Returns where a page begins in `total` reviews. Pages after the last one become the last one. */
export function placeOfPage(asked: number, total: number) {
  const pages = Math.min(Math.max(1, Math.ceil(total / REVIEWS_PER_PAGE)), MOST_PAGES);
  const page = Math.min(Math.max(1, asked), pages);
  return { page, pages, offset: (page - 1) * REVIEWS_PER_PAGE };
}

type Sorted = Pick<Review, 'id' | 'rating' | 'helpfulVotes' | 'createdAt'>;
type Order = (one: Sorted, other: Sorted) => number;

const later: Order = (one, other) =>
  compareText(other.createdAt, one.createdAt) || compareText(other.id, one.id);

/** Compares two reviews for `toSorted`. */
export const reviewOrder: Record<ReviewSort, Order> = {
  recent: later,
  helpful: (one, other) => other.helpfulVotes - one.helpfulVotes || later(one, other),
  highest: (one, other) => other.rating - one.rating || later(one, other),
  lowest: (one, other) => one.rating - other.rating || later(one, other),
};

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

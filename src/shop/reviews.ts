// The reviews of a product: their type, order, pages, search, sums, and the addresses of their pictures.
import { visible } from './forms/clean-text.ts';

export interface Review {
  id: string;
  productId: string;
  /** '' if missing: shown as 'Anonymous'. */
  name: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  /** '' if missing: shown as 'No comment provided.' */
  comment: string;
  /** ISO 8601; the same as `createdAt`. */
  date: string;
  createdAt: string;
  /** File names under /uploads. */
  images: string[];
  /** The first of `images`. */
  picture?: string;
  /** The author has a Paid order of the product. */
  verified: boolean;
  helpfulVotes: number;
  /** The most helpful review of its product, else the newest. */
  featured: boolean;
  /** The owner's public answer. */
  answer?: string;
}

export const reviewSorts = ['recent', 'helpful', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

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
  /** From 1; the last page if the view requested a later one. */
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
  const { page, pages, offset } = findPage(view.page, total);
  return { reviews: matching.slice(offset, offset + REVIEWS_PER_PAGE), page, pages, total };
}

/** Returns where a page begins in `total` reviews. Pages after the last one become the last one. */
export function findPage(requested: number, total: number) {
  const pages = Math.min(Math.max(1, Math.ceil(total / REVIEWS_PER_PAGE)), MOST_PAGES);
  const page = Math.min(Math.max(1, requested), pages);
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

type Searched = Pick<Review, 'title' | 'comment' | 'name'>;

/** In characters after normalisation, which can turn one character into up to 18. */
export const LONGEST_SEARCH_TEXT = 2_000;
export const LONGEST_KEYWORD = 100;

/** Returns the text to search, with each field on a line of its own, so that no keyword matches across two fields. */
export function searchText({ title, comment, name }: Searched): string {
  // The comment is the longest field, so it comes last and is the one that is cut.
  const text = [title, name, comment].map(normalizeText).join('\n');
  return text.slice(0, LONGEST_SEARCH_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns whether title, name or comment contain the typed keyword, ignoring case. */
export function matchesKeyword(review: Searched, typed: string): boolean {
  return searchText(review).includes(normalizeText(typed));
}

/** Returns a keyword, or a text to be searched, in its normal form. The keyword '' matches everything. */
export function normalizeText(text: string): string {
  return visible(text).normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

export interface RatingSums {
  count: number;
  /** One decimal; 0 without reviews. */
  average: number;
  /** From 5 stars to 1. The percentages are whole and add up to 100, or are all 0. */
  breakdown: { stars: 1 | 2 | 3 | 4 | 5; count: number; percent: number }[];
}

/** The number of reviews for each rating. */
export type RatingCounts = Readonly<Partial<Record<number, number>>>;

/** Returns the sums over reviews. */
export function sumRatings(reviews: readonly Pick<Review, 'rating'>[]): RatingSums {
  const counts: Partial<Record<number, number>> = {};
  for (const { rating } of reviews) counts[rating] = (counts[rating] ?? 0) + 1;
  return sumRatingCounts(counts);
}

/** Returns the sums over ratings that are already counted. */
export function sumRatingCounts(counts: RatingCounts): RatingSums {
  const lines = ([5, 4, 3, 2, 1] as const).map((stars) => ({ stars, count: counts[stars] ?? 0 }));
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  const total = lines.reduce((sum, line) => sum + line.stars * line.count, 0);
  const percents = sharePercents(lines.map((line) => line.count));
  return {
    count,
    // Multiplies before dividing: 4.35 is not exact as a double and would round down.
    average: count === 0 ? 0 : Math.round((total * 10) / count) / 10,
    breakdown: lines.map((line, index) => ({ ...line, percent: percents[index] ?? 0 })),
  };
}

/** Formats an average with one decimal: '4.0'. */
export function formatAverage(average: number): string {
  return average.toFixed(1);
}

/** Returns whole percentages that add up to 100: the rest after rounding down goes to the largest remainders. */
function sharePercents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const percents = counts.map((count) => Math.floor((count * 100) / total));
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const remainder = (index: number) => ((counts[index] ?? 0) * 100) % total;
  const byRemainder = counts
    .map((_, index) => index)
    .toSorted((a, b) => remainder(b) - remainder(a));
  for (const index of byRemainder.slice(0, left)) percents[index] = (percents[index] ?? 0) + 1;
  return percents;
}

/** The sizes in which each picture is stored, by their largest widths in pixels. */
export const PICTURE_WIDTHS = { full: 1200, small: 320 } as const;
export type PictureSize = keyof typeof PICTURE_WIDTHS;

const STORED_NAME = /^([\da-f]{32})\.webp$/;

/** Returns the file name of a picture in a size: 'abc….webp' is the full one, 'abc…-320.webp' the small one. */
export function pictureFile(name: string, size: PictureSize): string {
  return size === 'full' ? name : name.replace(STORED_NAME, `$1-${PICTURE_WIDTHS.small}.webp`);
}

/** Returns the URL of a review picture. */
export function pictureAddress(name: string, size: PictureSize): string {
  return `/uploads/${encodeURIComponent(pictureFile(name, size))}`;
}

// A page of reviews after a change to it, before the server is asked again.
import type { ReviewPageWithSums } from './reviews.ts';
import type { Review } from '../../shop/review.ts';
import { sumRatingCounts } from '../../shop/sum-ratings.ts';
import { placeOfPage, reviewOrder, REVIEWS_PER_PAGE } from '../../shop/reviews.ts';

/** Replaces reviews that could not be fetched. */
export const noReviews: ReviewPageWithSums = {
  reviews: [],
  page: 1,
  pages: 1,
  total: 0,
  ...sumRatingCounts({}),
};

/**
 * Returns the page with another number of votes on one review. If the featured review is on it, the most helpful of the
 * page is featured now; if not, that is unknown until the server is asked again.
 */
export function withVotes(
  page: ReviewPageWithSums,
  reviewId: string,
  helpfulVotes: number,
): ReviewPageWithSums {
  const reviews = page.reviews.map((review) =>
    review.id === reviewId ? { ...review, helpfulVotes } : review,
  );
  return {
    ...page,
    reviews: reviews.some(({ featured }) => featured) ? feature(reviews) : reviews,
  };
}

function feature(reviews: readonly Review[]): Review[] {
  const [best] = reviews.toSorted(reviewOrder.helpful);
  return reviews.map((review) => ({ ...review, featured: review === best }));
}

/** Returns the first page of all reviews, with the saved one on top. Counts it, unless the page already has it. */
export function withSaved(page: ReviewPageWithSums, saved: Review): ReviewPageWithSums {
  const others = page.reviews.filter(({ id }) => id !== saved.id);
  const isNew = others.length === page.reviews.length;
  // A product has one featured review.
  const rest = saved.featured ? others.map((review) => ({ ...review, featured: false })) : others;
  const reviews = [saved, ...rest].slice(0, REVIEWS_PER_PAGE);
  if (!isNew) return { ...page, reviews };
  const counts = Object.fromEntries(page.breakdown.map(({ stars, count }) => [stars, count]));
  const sums = sumRatingCounts({ ...counts, [saved.rating]: (counts[saved.rating] ?? 0) + 1 });
  const { pages } = placeOfPage(1, sums.count);
  return { ...sums, reviews, page: 1, pages, total: sums.count };
}

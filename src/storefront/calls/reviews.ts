// Calls about reviews: read a page of them, write one, and say that one helped.
import * as v from 'valibot';
import type { ReviewDraft } from '../../shop/forms/review.ts';
import type { Review } from '../../shop/reviews/review.ts';
import { sumRatings } from '../../shop/reviews/sum-ratings.ts';
import type { RatingSums } from '../../shop/reviews/sum-ratings.ts';
import { viewReviews } from '../../shop/reviews/view-reviews.ts';
import type { ReviewPage, ReviewView } from '../../shop/reviews/view-reviews.ts';
import {
  HelpfulReply,
  ReviewOnWire,
  ReviewPageReply,
  ReviewsReply,
} from '../../shop/wire-reviews.ts';
import { call } from './http.ts';
import type { CallResult } from './http.ts';
import { upload } from './upload.ts';

const PATH = '/api/reviews';

/** One page of the reviews that match, and the sums over all of the product. */
export type ReviewPageWithSums = ReviewPage & RatingSums;

/**
 * The page of a product's reviews that the view asks for. The server narrows, sorts and pages. One
 * that knows only the plain call of the specification answers all reviews of the shop: then this does.
 */
export function getReviews(
  productId: string,
  view: ReviewView,
): Promise<CallResult<ReviewPageWithSums>> {
  const { rating, keyword, sort, page } = view;
  const query = new URLSearchParams({
    productId,
    page: String(page),
    sort,
    rating: String(rating),
    q: keyword,
  });
  const plainReply = v.pipe(
    ReviewsReply,
    v.transform((reviews) => reviews.filter((review) => review.productId === productId)),
    v.transform((own) => ({ ...viewReviews(own, view), ...sumRatings(own) })),
  );
  return call(`${PATH}?${query}`, { schema: v.union([ReviewPageReply, plainReply]) });
}

/** A review as it is sent. The server takes the e-mail from the session, and the time from its clock. */
export interface NewReview extends ReviewDraft {
  productId: string;
  /** ISO 8601. */
  date: string;
  pictures: readonly File[];
}

/** Saves a review and resolves to it as it was saved. 401 signed out; 400 names the fields at fault. */
export function postReview(
  { pictures, ...texts }: NewReview,
  onProgress: (sent: number) => void,
): Promise<CallResult<Review>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value));
  for (const picture of pictures) form.append('images', picture);
  return upload(PATH, { form, schema: ReviewOnWire, onProgress });
}

/** Counts this visitor's vote, once however often it is sent. Resolves to the votes of the review. */
export function voteHelpful(reviewId: string): Promise<CallResult<HelpfulReply>> {
  const path = `${PATH}/${encodeURIComponent(reviewId)}/helpful`;
  return call(path, { method: 'POST', schema: HelpfulReply });
}

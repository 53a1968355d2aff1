// API client for reviews: reads a page of them, posts one, and votes for a helpful one.
import * as v from 'valibot';
import type { ReviewDraft } from '../../shop/forms/review.ts';
import type { Review } from '../../shop/review.ts';
import { sumRatings } from '../../shop/sum-ratings.ts';
import type { RatingSums } from '../../shop/sum-ratings.ts';
import { viewReviews } from '../../shop/reviews.ts';
import type { ReviewPage, ReviewView } from '../../shop/reviews.ts';
import {
  HelpfulReply,
  ReviewOnWire,
  ReviewPageReply,
  ReviewsReply,
} from '../../shop/payloads/reviews.ts';
import { call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';
import { upload } from '../platform/upload.ts';

const PATH = '/api/reviews';

/** One page of the matching reviews, and the sums over all reviews of the product. */
export type ReviewPageWithSums = ReviewPage & RatingSums;

/**
 * Resolves to the page of a product's reviews that the view requests. The server filters, sorts and pages. A server
 * with only the specification's plain route returns all reviews of the shop: then the browser filters, sorts and
 * pages.
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

/** A review to post. The server takes the e-mail from the session and the time from its clock. */
export interface NewReview extends ReviewDraft {
  productId: string;
  /** ISO 8601. */
  date: string;
  pictures: readonly File[];
}

/** Posts a review and resolves to it as saved. 401 signed out; 400 names the invalid fields. */
export function postReview(
  { pictures, ...texts }: NewReview,
  onProgress: (sent: number) => void,
): Promise<CallResult<Review>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value));
  for (const picture of pictures) form.append('images', picture);
  return upload(PATH, { form, schema: ReviewOnWire, onProgress });
}

/** Votes for a review; repeated votes of a visitor count once. Resolves to the number of votes. */
export function voteHelpful(reviewId: string): Promise<CallResult<HelpfulReply>> {
  const path = `${PATH}/${encodeURIComponent(reviewId)}/helpful`;
  return call(path, { method: 'POST', schema: HelpfulReply });
}

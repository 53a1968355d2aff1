// The review form of /prod, which stays on the page: one message for the whole form.
import { checkReview, NO_COMMENT, NO_NAME } from './review.ts';
import type { ReviewDraft } from './review.ts';

export const PROD_REVIEW_THANKS = 'Thank you for your review!';

export type ProdReviewField = 'name' | 'rating' | 'comment' | 'picture';

export interface ProdReviewFault {
  /** The first field that the message is about. */
  field: ProdReviewField;
  message: string;
}

export type ProdReviewResult = { ok: true; value: ReviewDraft } | ({ ok: false } & ProdReviewFault);

const fail = (field: ProdReviewField, message: string): ProdReviewResult => ({
  ok: false,
  field,
  message,
});

/** What is wrong with a picture by the type that the browser tells ('image/png'), if anything is. */
export function checkProdPicture(type: string): ProdReviewFault | undefined {
  if (type.startsWith('image/')) return undefined;
  return { field: 'picture', message: 'Please choose an image file.' };
}

/**
 * Checks the form in the order of the specification: name and comment, then the rating, then the
 * optional picture by its type.
 */
export function checkProdReview(
  input: Record<string, unknown>,
  pictureType?: string,
): ProdReviewResult {
  const { title: _, ...fields } = input;
  const checked = checkReview(fields);
  const errors = checked.ok ? {} : checked.errors;
  if (errors.name === NO_NAME || errors.comment === NO_COMMENT) {
    const field = errors.name === NO_NAME ? 'name' : 'comment';
    return fail(field, 'Please enter your name and comment.');
  }
  if (errors.rating) return fail('rating', 'Please provide a rating between 1 and 5.');
  const fault = pictureType === undefined ? undefined : checkProdPicture(pictureType);
  if (fault) return { ok: false, ...fault };
  if (checked.ok) return checked;
  return errors.name ? fail('name', errors.name) : fail('comment', errors.comment ?? '');
}

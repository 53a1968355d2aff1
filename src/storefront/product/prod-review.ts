// Validates the review form of /prod, with one message for the whole form. Its reviews are neither sent nor stored,
// so it has only the specification's rules.

import { checkProdPicture } from './prod-picture.ts';
import type { ProdReviewFault, ProdReviewField } from './prod-picture.ts';

export interface ProdReview {
  name: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
}

export type ProdReviewResult = { ok: true; value: ProdReview } | ({ ok: false } & ProdReviewFault);

const fail = (field: ProdReviewField, message: string): ProdReviewResult => ({
  ok: false,
  field,
  message,
});

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * Checks the form in the order of the specification: name and comment, then the rating, then the optional picture.
 * @param input the texts of the form; the rating is '1' to '5'
 */
export function checkProdReview(
  input: Record<string, unknown>,
  pictureType?: string,
): ProdReviewResult {
  const [name, comment] = [trimmed(input['name']), trimmed(input['comment'])];
  if (!name || !comment) {
    return fail(name ? 'comment' : 'name', 'Please enter your name and comment.');
  }
  const rating = trimmed(input['rating']);
  if (!/^[1-5]$/.test(rating)) {
    return fail('rating', 'Please provide a rating between 1 and 5.');
  }
  const fault = pictureType === undefined ? undefined : checkProdPicture(pictureType);
  return fault ? { ok: false, ...fault } : { ok: true, value: { name, rating: +rating, comment } };
}

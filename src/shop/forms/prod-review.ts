// Validates the review form of /prod, with one message for the whole form. Its reviews are neither sent nor stored,
// so it has only the specification's rules.

export const PROD_REVIEW_THANKS = 'Thank you for your review!';

export type ProdReviewField = 'name' | 'rating' | 'comment' | 'picture';

export interface ProdReview {
  name: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
}

export interface ProdReviewFault {
  /** The first field that the message is about. */
  field: ProdReviewField;
  message: string;
}

export type ProdReviewResult = { ok: true; value: ProdReview } | ({ ok: false } & ProdReviewFault);

const fail = (field: ProdReviewField, message: string): ProdReviewResult => ({
  ok: false,
  field,
  message,
});

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Checks a picture by the browser's MIME type ('image/png'). Returns undefined for an image. */
export function checkProdPicture(type: string): ProdReviewFault | undefined {
  if (type.startsWith('image/')) return undefined;
  return { field: 'picture', message: 'Please choose an image file.' };
}

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

// The review form of /prod, which stays on the page: one message for the whole form. What it takes is sent
// nowhere and kept nowhere, so nothing but the specification's own rules is asked of it.

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

/** What is wrong with a picture by the type that the browser tells ('image/png'), if anything is. */
export function checkProdPicture(type: string): ProdReviewFault | undefined {
  if (type.startsWith('image/')) return undefined;
  return { field: 'picture', message: 'Please choose an image file.' };
}

/**
 * Checks the form in the order of the specification: name and comment, then the rating, then the
 * optional picture by its type.
 * @param input the texts of the form; the rating as a form has it, '1' to '5'
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

// Validates the picture of /prod's review form. Separate from prod-review.ts, because it is checked when it is chosen,
// the form only when it is sent.

export type ProdReviewField = 'name' | 'rating' | 'comment' | 'picture';

export interface ProdReviewFault {
  /** The first field that the message is about. */
  field: ProdReviewField;
  message: string;
}

/** Checks a picture by the browser's MIME type ('image/png'). Returns undefined for an image. */
export function checkProdPicture(type: string): ProdReviewFault | undefined {
  if (type.startsWith('image/')) return undefined;
  return { field: 'picture', message: 'Please choose an image file.' };
}

// Remembers that somebody wants to write a review, across a login or a reload.
import { inTab } from '../platform/storage.ts';

const wanted = inTab('maalai.review-wanted');

/** Remembers the product. If the browser refuses storage, the button has to be pressed once more. */
export function keepWish(productId: string): void {
  wanted.write(productId);
}

/** Returns whether somebody wanted to review this product. Deletes what was remembered, for any product. */
export function takeWish(productId: string): boolean {
  const product = wanted.read();
  wanted.remove();
  return product === productId;
}

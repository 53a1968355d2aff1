// That somebody wanted to write a review, over the login or the reload that came between.
import { inTab } from '../../ui/storage.ts';

const wanted = inTab('maalai.review-wanted');

/** Remembers for which product. Where the browser refuses, the button has to be pressed once more. */
export function keepWish(productId: string): void {
  wanted.write(productId);
}

/** Whether a review of the product was wanted. Whatever was, is forgotten by asking. */
export function takeWish(productId: string): boolean {
  const product = wanted.read();
  wanted.remove();
  return product === productId;
}

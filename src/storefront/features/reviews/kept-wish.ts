// That somebody wanted to write a review, over the login or the reload that came between.

const KEY = 'maalai.review-wanted';

/** Remembers for which product. */
export function keepWish(productId: string): void {
  try {
    sessionStorage.setItem(KEY, productId);
  } catch {
    // Then the button has to be pressed once more.
  }
}

/** Whether a review of the product was wanted. Whatever was, is forgotten by asking. */
export function takeWish(productId: string): boolean {
  try {
    const wanted = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return wanted === productId;
  } catch {
    return false;
  }
}

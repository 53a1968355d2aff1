// What the reviews need to know of the product that they are about.

export interface ReviewedProduct {
  id: string;
  /** The path of its page. */
  link: string;
}

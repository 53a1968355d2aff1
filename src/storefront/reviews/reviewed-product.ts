// The data of a product that its reviews need.

export interface ReviewedProduct {
  id: string;
  /** The path of its page. */
  link: string;
}

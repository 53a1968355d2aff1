// The type of a review and the ways to sort reviews.

export interface Review {
  id: string;
  productId: string;
  /** '' if missing: shown as 'Anonymous'. */
  name: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  /** '' if missing: shown as 'No comment provided.' */
  comment: string;
  /** ISO 8601; the same as `createdAt`. */
  date: string;
  createdAt: string;
  /** File names under /uploads. */
  images: string[];
  /** The first of `images`. */
  picture?: string;
  /** The author has a Paid order of the product. */
  verified: boolean;
  helpfulVotes: number;
  /** The most helpful review of its product, else the newest. */
  featured: boolean;
}

export const reviewSorts = ['recent', 'helpful', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

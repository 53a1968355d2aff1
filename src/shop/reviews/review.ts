// A review as the shop shows it.

export interface Review {
  id: string;
  productId: string;
  /** '' where none was given: shown as 'Anonymous'. */
  name: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  /** '' where none was given: shown as 'No comment provided.' */
  comment: string;
  /** ISO 8601; the same as `createdAt`. */
  date: string;
  createdAt: string;
  /** File names under /uploads. */
  images: string[];
  /** The first of `images`. */
  picture?: string;
  /** Its author had paid for the product. */
  verified: boolean;
  helpfulVotes: number;
  /** The most helpful of its product, else the newest. */
  featured: boolean;
}

export const reviewSorts = ['recent', 'helpful', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

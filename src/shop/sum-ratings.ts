// Computes the average and the star breakdown of a product's reviews.
import type { Review } from './review.ts';

export interface RatingSums {
  count: number;
  /** One decimal; 0 without reviews. */
  average: number;
  /** From 5 stars to 1. The percentages are whole and add up to 100, or are all 0. */
  breakdown: { stars: 1 | 2 | 3 | 4 | 5; count: number; percent: number }[];
}

/** The number of reviews for each rating. */
export type RatingCounts = Readonly<Partial<Record<number, number>>>;

/** Returns the sums over reviews. */
export function sumRatings(reviews: readonly Pick<Review, 'rating'>[]): RatingSums {
  const counts: Partial<Record<number, number>> = {};
  for (const { rating } of reviews) counts[rating] = (counts[rating] ?? 0) + 1;
  return sumRatingCounts(counts);
}

/** Returns the sums over ratings that are already counted. */
export function sumRatingCounts(counts: RatingCounts): RatingSums {
  const lines = ([5, 4, 3, 2, 1] as const).map((stars) => ({ stars, count: counts[stars] ?? 0 }));
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  const total = lines.reduce((sum, line) => sum + line.stars * line.count, 0);
  const percents = sharePercents(lines.map((line) => line.count));
  return {
    count,
    // Multiplies before dividing: 4.35 is not exact as a double and would round down.
    average: count === 0 ? 0 : Math.round((total * 10) / count) / 10,
    breakdown: lines.map((line, index) => ({ ...line, percent: percents[index] ?? 0 })),
  };
}

/** Formats an average with one decimal: '4.0'. */
export function formatAverage(average: number): string {
  return average.toFixed(1);
}

/** Returns whole percentages that add up to 100: the rest after rounding down goes to the largest remainders. */
function sharePercents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const percents = counts.map((count) => Math.floor((count * 100) / total));
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const remainder = (index: number) => ((counts[index] ?? 0) * 100) % total;
  const byRemainder = counts
    .map((_, index) => index)
    .toSorted((a, b) => remainder(b) - remainder(a));
  for (const index of byRemainder.slice(0, left)) percents[index] = (percents[index] ?? 0) + 1;
  return percents;
}

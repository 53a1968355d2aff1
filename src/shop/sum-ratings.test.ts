import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { formatAverage, sumRatingCounts, sumRatings } from './reviews.ts';

const ratings = (...stars: number[]) => stars.map((rating) => ({ rating }));
const percents = (counts: Record<number, number>) =>
  sumRatingCounts(counts).breakdown.map(({ percent }) => percent);

it('returns zeros without reviews', () => {
  const { count, average, breakdown } = sumRatings([]);
  expect({ count, average }).toEqual({ count: 0, average: 0 });
  expect(breakdown).toEqual([5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0, percent: 0 })));
});

it.each([
  [[5], '5.0'],
  [[5, 4], '4.5'],
  [[5, 4, 4], '4.3'],
  [[4, 4, 5, 4], '4.3'],
  [[1, 1, 1, 1, 2], '1.2'],
  // 87 stars in 20 reviews: 4.35 to one decimal, half up.
  [[...Array<number>(7).fill(5), ...Array<number>(13).fill(4)], '4.4'],
])('averages %j to %s', covers('constant-24'), (stars, average) => {
  expect(formatAverage(sumRatings(ratings(...stars)).average)).toBe(average);
});

it('gives percentages that add up to 100', covers('constant-25'), () => {
  expect(percents({ 5: 1, 4: 1, 3: 1 })).toEqual([34, 33, 33, 0, 0]);
  expect(percents({ 5: 2, 1: 4 })).toEqual([33, 0, 0, 0, 67]);
  expect(percents({ 5: 999, 1: 1 })).toEqual([100, 0, 0, 0, 0]);
});

it('is correct for any counts', () => {
  const counts = fc.record({
    1: fc.nat(10_000),
    2: fc.nat(10_000),
    3: fc.nat(10_000),
    4: fc.nat(10_000),
    5: fc.nat(10_000),
  });
  fc.assert(
    fc.property(counts, (given) => {
      const { count, average, breakdown } = sumRatingCounts(given);
      expect(breakdown.map(({ stars, count: own }) => [stars, own])).toEqual(
        [5, 4, 3, 2, 1].map((stars) => [stars, given[stars as 1]]),
      );
      fc.pre(count > 0);
      expect(breakdown.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
      for (const line of breakdown) {
        expect(Math.abs(line.percent - (line.count * 100) / count)).toBeLessThan(1);
      }
      const exact = breakdown.reduce((sum, line) => sum + line.stars * line.count, 0) / count;
      expect(Math.abs(average - exact)).toBeLessThanOrEqual(0.05 + 1e-9);
    }),
  );
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { turn } from './gallery-track.tsx';

it.each([
  [1, 1, 4, 2],
  [1, -1, 4, 0],
  [3, 1, 4, 0],
  [0, -1, 4, 3],
  [0, 1, 1, 0],
  [0, -1, 0, 0],
])('turn(%i, %i, %i) wraps around to %i', covers('transition-44'), (at, by, count, to) => {
  expect(turn(at, by, count)).toBe(to);
});

it('always turns to a valid index, and back', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: -50, max: 50 }), fc.nat(20), (at, by, more) => {
      const count = at + more + 1;
      const to = turn(at, by, count);
      expect(to).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThan(count);
      expect(turn(to, -by, count)).toBe(at);
    }),
  );
});

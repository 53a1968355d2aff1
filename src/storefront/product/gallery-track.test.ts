import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { zoomOrigin } from './gallery.tsx';
import { turn } from './gallery-track.tsx';

it.each([
  [1, 1, 4, 2],
  [1, -1, 4, 0],
  [3, 1, 4, 0],
  [0, -1, 4, 3],
  [0, 1, 1, 0],
  [0, -1, 0, 0],
])('turn(%i, %i, %i) wraps around to %i [transition-44]', (at, by, count, to) => {
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

it('enlarges what is under the pointer, and in the hole of a garland its focus', () => {
  const focus = [0.5, 0.62] as const;
  expect(zoomOrigin([0.25, 0.25], focus)).toEqual([0.25, 0.25]);
  expect(zoomOrigin([0.5, 0.9], focus)).toEqual([0.5, 0.9]);
  const [x, y] = zoomOrigin([0.52, 0.4], focus);
  expect(x).toBeCloseTo(0.5);
  // The enlarged picture has its focus in the middle of the window.
  expect(y + (0.62 - y) * 2.5).toBeCloseTo(0.5);
});

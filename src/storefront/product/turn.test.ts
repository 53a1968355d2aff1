// The gallery's wrap-around.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { turn } from './gallery-track.tsx';

describe('turn', () => {
  it('returns the index of the neighbour', () => {
    expect(turn(1, 1, 4)).toBe(2);
    expect(turn(1, -1, 4)).toBe(0);
  });

  it('wraps around at both ends', covers('transition-44'), () => {
    expect(turn(3, 1, 4)).toBe(0);
    expect(turn(0, -1, 4)).toBe(3);
  });

  it('returns the same index if there is one picture or none', () => {
    expect(turn(0, 1, 1)).toBe(0);
    expect(turn(0, -1, 0)).toBe(0);
  });

  it('always returns a valid index, and can be reversed', () => {
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
});

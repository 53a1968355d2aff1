import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adultVersion, kidsVersion } from '../../shop/catalogue/versions.ts';
import type { VersionKey } from '../../shop/catalogue/product.ts';

const CM_PER_FOOT = 30.48;

type Point = readonly [x: number, y: number];

/** Returns the length of a cubic curve: 'M26 70C13 57 13 42 19 31'. */
function lengthOf(curve: readonly Point[]): number {
  const STEPS = 200;
  const weights = (t: number) => [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  const at = (t: number): Point => {
    const sum = (axis: 0 | 1) =>
      weights(t).reduce((total, weight, index) => total + weight * curve[index]![axis], 0);
    return [sum(0), sum(1)];
  };
  let length = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [at((step - 1) / STEPS), at(step / STEPS)];
    length += Math.hypot(to[0] - from[0], to[1] - from[1]);
  }
  return length;
}

const drawing = readFileSync(join(import.meta.dirname, 'wearers.svg'), 'utf8');

/** Both sides of the adult's garland, then of the child's. */
const sides = /stroke-dasharray="[^"]+" d="M([^"]+)"/
  .exec(drawing)![1]!
  .split('M')
  .map((side): Point[] => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = side
      .match(/\d+/g)!
      .map(Number);
    return [
      [x0, y0],
      [x1, y1],
      [x2, y2],
      [x3, y3],
    ];
  });

/**
 * Returns the centimetres of garland in the drawing, whose units are centimetres: what hangs, and half a circle around
 * the back of the neck, which is not seen.
 */
function garlandOf(wearer: VersionKey): number {
  const [left = [], right = []] = wearer === 'adult' ? sides.slice(0, 2) : sides.slice(2);
  const aroundTheNeck = ((right[3]![0] - left[3]![0]) / 2) * Math.PI;
  return lengthOf(left) + lengthOf(right) + aroundTheNeck;
}

it.each([adultVersion(1, 1), kidsVersion])(
  'draws the garland of $name at its true length, on a body of the same scale',
  ({ key, size }) => {
    const excess = garlandOf(key) / CM_PER_FOOT / Number.parseFloat(size) - 1;
    expect(Math.abs(excess)).toBeLessThan(0.02);
  },
);

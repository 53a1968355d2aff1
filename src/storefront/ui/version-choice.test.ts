import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adultVersion, kidsVersion } from '../../shop/catalogue/versions.ts';
import type { VersionKey } from '../../shop/catalogue/product.ts';

const CM_PER_FOOT = 30.48;

type Point = readonly [x: number, y: number];

/** The length of a path of cubic curves: 'M26 72C13 57 13 41 19 31M…'. */
function lengthOf(path: string): number {
  let length = 0;
  for (const [part] of path.matchAll(/M[^M]+/g)) {
    const numbers = part.match(/[\d.]+/g)!.map(Number);
    const points = numbers.flatMap((x, at): Point[] => (at % 2 ? [] : [[x, numbers[at + 1]!]]));
    for (let first = 0; first + 3 < points.length; first += 3) {
      length += lengthOfCurve(points.slice(first, first + 4));
    }
  }
  return length;
}

function lengthOfCurve(points: readonly Point[]): number {
  const STEPS = 200;
  const weights = (t: number) => [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  const at = (t: number): Point => {
    const sum = (axis: 0 | 1) =>
      weights(t).reduce((total, weight, index) => total + weight * points[index]![axis], 0);
    return [sum(0), sum(1)];
  };
  let length = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [at((step - 1) / STEPS), at(step / STEPS)];
    length += Math.hypot(to[0] - from[0], to[1] - from[1]);
  }
  return length;
}

/** The centimetres of garland in a drawing, whose units are centimetres: what hangs, and what lies behind the neck. */
function garlandIn(wearer: VersionKey): number {
  const drawing = readFileSync(join(import.meta.dirname, `wearer-${wearer}.svg`), 'utf8');
  const strings = [...drawing.matchAll(/id="(?:behind|before)".* d="([^"]+)"/g)];
  expect(strings).toHaveLength(2);
  return strings.reduce((length, [, path = '']) => length + lengthOf(path), 0);
}

it.each([adultVersion(1, 1), kidsVersion])(
  'draws the garland of $name at its true length, on a body of the same scale',
  ({ key, size }) => {
    const excess = garlandIn(key) / CM_PER_FOOT / Number.parseFloat(size!) - 1;
    expect(Math.abs(excess)).toBeLessThan(0.02);
  },
);

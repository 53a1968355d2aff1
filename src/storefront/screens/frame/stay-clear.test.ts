import { describe, expect, it } from 'vitest';
import { movesDown, overlap } from './stay-clear.ts';

const pill = { left: 1100, right: 1256, top: 828, bottom: 876 };

describe('overlap', () => {
  it('is found at every side', () => {
    for (const [x, y] of [
      [-150, 0],
      [150, 0],
      [0, -40],
      [0, 40],
    ] as const) {
      const other = {
        left: pill.left + x,
        right: pill.right + x,
        top: pill.top + y,
        bottom: pill.bottom + y,
      };
      expect(overlap(pill, other)).toBe(true);
    }
    expect(overlap(pill, { left: 0, right: 1280, top: 0, bottom: 900 })).toBe(true);
  });

  it('needs more than a touching edge', () => {
    expect(overlap(pill, { ...pill, top: 780, bottom: 828 })).toBe(false);
    expect(overlap(pill, { ...pill, left: 1256, right: 1280 })).toBe(false);
  });

  it('is not found with a hidden element', () => {
    expect(overlap(pill, { left: 0, right: 0, top: 0, bottom: 0 })).toBe(false);
  });
});

describe('movesDown', () => {
  it('is true after a scroll down, and false after a scroll up', () => {
    expect(movesDown(false, 100, 140)).toBe(true);
    expect(movesDown(true, 140, 100)).toBe(false);
  });

  it('ignores the small movements of a resting finger', () => {
    expect(movesDown(false, 100, 104)).toBe(false);
    expect(movesDown(true, 104, 100)).toBe(true);
  });

  it('is false at the top of the page, even while it bounces', () => {
    expect(movesDown(true, -40, -2)).toBe(false);
    expect(movesDown(true, 2, 0)).toBe(false);
  });
});

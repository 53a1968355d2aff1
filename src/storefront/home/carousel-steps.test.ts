import { describe, expect, test } from 'vitest';
import { nextPosition, positionCount, currentPosition, slidesUntil } from './carousel.tsx';

// Six slides, 19 px apart: on a phone with one and the edge of the next, and on a desktop with three slides of 387 px
const phone = { scrolled: 0, step: 295 + 19, width: 359, slides: 6 };
const desktop = { scrolled: 0, step: 387 + 19, width: 3 * 387 + 2 * 19, slides: 6 };

describe('the number of positions', () => {
  test('is the number of slides if one is in view', () => expect(positionCount(phone)).toBe(6));
  test('ends with the position that shows the last three if three are in view', () =>
    expect(positionCount(desktop)).toBe(4));
  test('is one if all slides fit', () => expect(positionCount({ ...desktop, slides: 2 })).toBe(1));
});

describe('the current position', () => {
  test('is the nearest while the carousel moves', () => {
    expect(currentPosition({ ...phone, scrolled: 150 })).toBe(0);
    expect(currentPosition({ ...phone, scrolled: 170 })).toBe(1);
  });
  test('is never past the last', () =>
    expect(currentPosition({ ...desktop, scrolled: 9999 })).toBe(3));
});

describe('the next position', () => {
  test('is one further', () => expect(nextPosition(phone, 1)).toBe(1));
  test('after the last is the first', () =>
    expect(nextPosition({ ...desktop, scrolled: 3 * desktop.step }, 1)).toBe(0));
  test('before the first is the last', () => {
    expect(nextPosition(phone, -1)).toBe(5);
    expect(nextPosition(desktop, -1)).toBe(3);
  });
});

describe('the slides that need their pictures', () => {
  test('on a phone reach to the one whose edge is in view', () => {
    expect(slidesUntil(0, phone)).toBe(2);
    expect(slidesUntil(1, phone)).toBe(3);
  });
  test('on a desktop reach to the third in view', () => expect(slidesUntil(1, desktop)).toBe(4));
  test('are never more than there are', () => {
    expect(slidesUntil(6, phone)).toBe(6);
    expect(slidesUntil(4, desktop)).toBe(6);
  });
});

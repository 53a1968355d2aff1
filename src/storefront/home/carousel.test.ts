import { expect, test } from 'vitest';
import { currentPosition, nextPosition, positionCount, slidesUntil } from './carousel.tsx';

// Six slides, 19 px apart: on a phone with one and the edge of the next, and on a desktop with three slides of 387 px
const phone = { scrolled: 0, step: 295 + 19, width: 359, slides: 6 };
const desktop = { scrolled: 0, step: 387 + 19, width: 3 * 387 + 2 * 19, slides: 6 };

test('there is a position for each slide, and no empty space after the last', () => {
  expect(positionCount(phone)).toBe(6);
  expect(positionCount(desktop)).toBe(4);
  expect(positionCount({ ...desktop, slides: 2 })).toBe(1);
});

test('the current position is the nearest, and never past the last', () => {
  expect(currentPosition({ ...phone, scrolled: 150 })).toBe(0);
  expect(currentPosition({ ...phone, scrolled: 170 })).toBe(1);
  expect(currentPosition({ ...desktop, scrolled: 9999 })).toBe(3);
});

test('the next position is one further, around both ends', () => {
  expect(nextPosition(phone, 1)).toBe(1);
  expect(nextPosition({ ...desktop, scrolled: 3 * desktop.step }, 1)).toBe(0);
  expect(nextPosition(phone, -1)).toBe(5);
  expect(nextPosition(desktop, -1)).toBe(3);
});

test('the slides that need their pictures reach to the last in view, be it only its edge', () => {
  expect([slidesUntil(0, phone), slidesUntil(1, phone), slidesUntil(6, phone)]).toEqual([2, 3, 6]);
  expect([slidesUntil(1, desktop), slidesUntil(4, desktop)]).toEqual([4, 6]);
});

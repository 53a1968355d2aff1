import { expect, it } from 'vitest';
import { pictureSet, sparingSizes, usefulWidths } from './picture-address.ts';

it.each([
  [48, [120]],
  [120, [120, 240]],
  [121, [120, 240, 360]],
  [480, [240, 360, 480, 640, 720, 960]],
  [1200, [480, 640, 720, 960, 1200]],
])('a picture shown at %i px has the useful widths %j', (shown, widths) => {
  expect(usefulWidths(shown)).toEqual(widths);
});

it('a picture set contains each width once, and only the widths of WebP that exist', () => {
  expect(pictureSet('notes-1-hero', 150, 'avif')).toBe(
    '/pictures/notes-1-hero-120.avif 120w, /pictures/notes-1-hero-240.avif 240w, /pictures/notes-1-hero-360.avif 360w',
  );
  expect(pictureSet('notes-1-hero', 240, 'webp')).toBe(
    '/pictures/notes-1-hero-240.webp 240w, /pictures/notes-1-hero-480.webp 480w',
  );
});

it.each([
  ['4.5rem', '(min-resolution: 2.25dppx) calc(4.5rem * 0.66), 4.5rem'],
  [
    '(width >= 48em) 20rem, min(92vw, 30rem)',
    '(width >= 48em) 20rem, (min-resolution: 2.25dppx) calc(min(92vw, 30rem) * 0.66), min(92vw, 30rem)',
  ],
  ['46vw, (width >= 48em) 18rem', '46vw, (width >= 48em) 18rem'],
])('the sizes %j request fewer pixels on dense phones only', (sizes, sparing) => {
  expect(sparingSizes(sizes)).toBe(sparing);
});

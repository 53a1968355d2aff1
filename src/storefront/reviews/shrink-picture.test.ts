import { expect, it } from 'vitest';
import { fitted, shrinkPicture } from './post-review.ts';

it('keeps the proportions, and sizes that fit', () => {
  expect(fitted({ width: 4000, height: 3000 })).toEqual({ width: 2000, height: 1500 });
  expect(fitted({ width: 3000, height: 4000 })).toEqual({ width: 1500, height: 2000 });
  expect(fitted({ width: 2000, height: 10 })).toEqual({ width: 2000, height: 10 });
  expect(fitted({ width: 40_000, height: 3 })).toEqual({ width: 2000, height: 1 });
});

it('does not change small files and files that no browser can open', async () => {
  const small = new File(['tiny'], 'a.png', { type: 'image/png' });
  expect(await shrinkPicture(small)).toBe(small);
  // Outside of a browser nothing can be opened.
  const large = new File([new Uint8Array(2_000_000)], 'b.jpg', { type: 'image/jpeg' });
  expect(await shrinkPicture(large)).toBe(large);
});

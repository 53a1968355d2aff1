import { expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import {
  clearDraft,
  fitted,
  readDraft,
  saveDraft,
  shrinkPicture,
  withType,
} from './post-review.ts';

const browser = openBrowser();

it('stores a separate draft for each product and account', () => {
  saveDraft('3', { rating: 4, comment: 'Stole the show' }, 'u1');
  saveDraft('4', { title: 'Gold' }, 'u1');
  expect([readDraft('3'), readDraft('3', 'u2')]).toEqual([{}, {}]);
  expect(readDraft('3', 'u1')).toEqual({ rating: 4, comment: 'Stole the show' });
  clearDraft('3', 'u1');
  expect([readDraft('3', 'u1'), readDraft('4', 'u1')]).toEqual([{}, { title: 'Gold' }]);
});

it.each(['{"rating":', 'null', '[]', '7', '{"rating":9}', '{"comment":{"a":1}}'])(
  'starts empty if %s was stored',
  (text) => {
    browser.session.setItem('maalai.review.3', text);
    expect(readDraft('3')).toEqual({});
  },
);

it.each([
  [4000, 3000, 2000, 1500],
  [3000, 4000, 1500, 2000],
  [2000, 10, 2000, 10],
  [40_000, 3, 2000, 1],
])('a picture of %i x %i pixels is sent as %i x %i', (wide, high, width, height) => {
  expect(fitted({ width: wide, height: high })).toEqual({ width, height });
});

it.each([
  ['', [0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  ['application/octet-stream', [0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0], 'image/jpeg'],
  ['', [0x47, 0x49, 0x46], ''],
  ['', [], ''],
  ['image/webp', [0xff, 0xd8, 0xff, 0xe0], 'image/webp'],
])('a picture of type %j that begins with %j has the type %j', async (type, bytes, expected) => {
  const file = await withType(new File([Uint8Array.from(bytes)], 'a', { type }));
  expect([file.name, file.size, file.type]).toEqual(['a', bytes.length, expected]);
});

it.each([
  ['a small file', 100],
  // Outside of a browser nothing can be opened.
  ['a file that no browser can open', 2_000_000],
])('does not change %s', async (_what, bytes) => {
  const file = new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });
  expect(await shrinkPicture(file)).toBe(file);
});

it.each([
  ['leaves a PNG with an orientation to the server', 'eXIf', 2_000_000, 0],
  ['opens one that is too large for the server', 'eXIf', 6_000_000, 1],
  ['opens any other', 'tEXt', 2_000_000, 1],
])('%s', async (_what, chunk, bytes, opened) => {
  const open = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('Not in this test'));
  vi.stubGlobal('createImageBitmap', open);
  await shrinkPicture(new File([chunk, new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
  expect(open).toHaveBeenCalledTimes(opened);
});

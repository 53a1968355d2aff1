import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginsLikePicture, checkPictures, checkReview, SIGNATURE_LENGTH } from './review.ts';
import type { ReviewField } from './review.ts';

const filled = {
  rating: 5,
  name: 'Kavya Raman',
  title: 'The bride wore it twice',
  comment: 'Fifty chocolates, none of them broken.\nIt came a day early.',
};

const fieldOf = (field: ReviewField, value: unknown) => {
  const checked = checkReview({ ...filled, [field]: value });
  return checked.ok ? checked.value[field] : checked.errors;
};

describe('checkReview', () => {
  it('accepts a valid form', () => {
    expect(checkReview(filled)).toEqual({ ok: true, value: filled });
    const sent = { ...filled, rating: '5', email: 'kavya@example.in' };
    expect(checkReview(sent)).toEqual({ ok: true, value: filled });
  });

  it('reports the missing fields, with the messages of the specification', () => {
    const rating = 'Please select a rating';
    const comment = 'Please enter a review comment';
    const errors = { rating, name: 'Name is required', comment };
    expect(checkReview({})).toEqual({ ok: false, errors });
    const blank = { rating: '', name: ' \t', title: '  ', comment: ' \n\u00A0\n ' };
    expect(checkReview(blank)).toEqual({ ok: false, errors });
  });

  it('accepts 1 to 5 stars only, also as text [constant-23]', () => {
    for (const stars of [1, 2, 3, 4, 5]) {
      expect([stars, String(stars)].map((sent) => fieldOf('rating', sent))).toEqual([stars, stars]);
    }
    for (const rating of [0, 6, 1.5, NaN, '0', '6', '5 stars', ' ', null, true, {}]) {
      expect(fieldOf('rating', rating)).toEqual({ rating: 'Please select a rating' });
    }
  });

  it('has an empty title without a visible character', () => {
    for (const title of ['', '\u200B\u2800', '\u0301', null]) {
      expect(fieldOf('title', title)).toBe('');
    }
    expect(fieldOf('title', 7)).toEqual({ title: 'Title must be text' });
  });

  it.each([
    ['name', 100, 'Name'],
    ['title', 120, 'Title'],
    ['comment', 5000, 'Comment'],
  ] as const)('%s may have up to %d characters', (field, longest, label) => {
    expect(fieldOf(field, ` ${'x'.repeat(longest)} `)).toHaveLength(longest);
    expect(fieldOf(field, 'x'.repeat(longest + 1))).toEqual({
      [field]: `${label} is too long: please use at most ${longest} characters`,
    });
  });

  it('keeps the lines of a comment only', () => {
    for (const field of ['name', 'title'] as const) {
      expect(fieldOf(field, ' one\u2028two\nthree\u0007')).toBe('one two three');
    }
    expect(fieldOf('comment', 'one\r\ntwo\u0007')).toBe('one\ntwo');
  });

  it('never throws, whatever the input', () => {
    const fields = Object.keys(filled);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), fc.anything()), (input) => {
        expect(checkReview(input)).toHaveProperty('ok');
      }),
    );
  });
});

describe('checkPictures', () => {
  const jpeg = { type: 'image/jpeg', size: 3_000_000 };

  it('accepts up to five pictures of up to 5 MB [rule-31 constant-23]', () => {
    expect(checkPictures([])).toBeUndefined();
    const png = { type: 'image/png', size: 5 * 1024 * 1024 };
    expect(checkPictures([jpeg, png, jpeg, png, jpeg])).toBeUndefined();
    expect(checkPictures([{ type: 'image/jpg', size: 1 }])).toBeUndefined();
  });

  it('reports too many pictures, wrong types and large files', () => {
    const six = Array.from({ length: 6 }, () => jpeg);
    expect(checkPictures(six)).toBe('You can upload a maximum of 5 images');
    const wrongType = 'Please choose image files only: PNG, JPG or JPEG';
    for (const type of ['image/svg+xml', 'image/webp', 'image/pngx', 'x-image/png', '']) {
      expect(checkPictures([jpeg, { type, size: 1 }])).toBe(wrongType);
    }
    const large = { ...jpeg, size: 5 * 1024 * 1024 + 1 };
    expect(checkPictures([jpeg, large])).toBe('Each image can be at most 5 MB and 24 megapixels');
  });
});

describe('beginsLikePicture', () => {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const jpeg = [0xff, 0xd8, 0xff];

  it('accepts the first bytes of a PNG and of a JPEG, whatever follows', () => {
    expect(png).toHaveLength(SIGNATURE_LENGTH);
    for (const bytes of [png, [...png, 0], jpeg, [...jpeg, 0xe0, 0, 0x10, 0x4a, 0x46]]) {
      expect(beginsLikePicture(Uint8Array.from(bytes))).toBe(true);
    }
  });

  it('rejects any other byte in a signature, and what is shorter', () => {
    for (const signature of [png, jpeg]) {
      for (const [index, byte] of signature.entries()) {
        expect(beginsLikePicture(Uint8Array.from(signature.with(index, byte ^ 1)))).toBe(false);
        expect(beginsLikePicture(Uint8Array.from(signature.slice(0, index)))).toBe(false);
      }
    }
  });
});

import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { checkProdPicture, checkProdReview } from './prod-reviews.tsx';

const filled = { name: ' Asha ', rating: '4', comment: 'Lovely.\n' };

it('accepts a valid form, with or without a picture', () => {
  const value = { name: 'Asha', rating: 4, comment: 'Lovely.' };
  expect(checkProdReview(filled)).toEqual({ ok: true, value });
  expect(checkProdReview(filled, 'image/webp')).toEqual({ ok: true, value });
});

it.each([
  [{ name: '  ' }, 'name', 'Please enter your name and comment.'],
  [{ comment: '\n' }, 'comment', 'Please enter your name and comment.'],
  [{ name: '', comment: '', rating: '0' }, 'name', 'Please enter your name and comment.'],
  [{ name: undefined }, 'name', 'Please enter your name and comment.'],
  [{ rating: '0' }, 'rating', 'Please provide a rating between 1 and 5.'],
  [{ rating: '6' }, 'rating', 'Please provide a rating between 1 and 5.'],
  [{ rating: '4.5' }, 'rating', 'Please provide a rating between 1 and 5.'],
  [{ rating: undefined }, 'rating', 'Please provide a rating between 1 and 5.'],
])('reports the first error of %j in the field %s', (change, field, message) => {
  const fault = { ok: false, field, message };
  expect(checkProdReview({ ...filled, ...change })).toEqual(fault);
  expect(checkProdReview({ ...filled, ...change }, 'application/pdf')).toEqual(fault);
});

it('accepts only image files', covers('rule-26'), () => {
  const fault = { field: 'picture', message: 'Please choose an image file.' };
  expect(checkProdReview(filled, 'application/pdf')).toEqual({ ok: false, ...fault });
  expect(checkProdReview(filled, '')).toEqual({ ok: false, ...fault });
  expect(checkProdPicture('text/html')).toEqual(fault);
  expect(checkProdPicture('image/heic')).toBeUndefined();
});

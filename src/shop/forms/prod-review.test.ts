import { expect, it } from 'vitest';
import { checkProdPicture, checkProdReview } from './prod-review.ts';

const filled = { name: ' Asha ', rating: 4, comment: 'Lovely.' };

it('takes a form filled in, with a picture or without', () => {
  const value = { name: 'Asha', rating: 4, title: '', comment: 'Lovely.' };
  expect(checkProdReview(filled)).toEqual({ ok: true, value });
  expect(checkProdReview(filled, 'image/webp')).toEqual({ ok: true, value });
});

it.each([
  [{ name: '  ' }, 'name', 'Please enter your name and comment.'],
  [{ comment: '\n' }, 'comment', 'Please enter your name and comment.'],
  [{ name: '', comment: '', rating: 0 }, 'name', 'Please enter your name and comment.'],
  [{ rating: 0 }, 'rating', 'Please provide a rating between 1 and 5.'],
  [{ rating: 6 }, 'rating', 'Please provide a rating between 1 and 5.'],
  [{ rating: undefined }, 'rating', 'Please provide a rating between 1 and 5.'],
  [{ name: 'x'.repeat(101) }, 'name', 'Name is too long: please use at most 100 characters'],
  [
    { comment: 'x'.repeat(5001) },
    'comment',
    'Comment is too long: please use at most 5000 characters',
  ],
])('of %j says so', (change, field, message) => {
  expect(checkProdReview({ ...filled, ...change })).toEqual({ ok: false, field, message });
});

it('takes image files only', () => {
  const fault = { field: 'picture', message: 'Please choose an image file.' };
  expect(checkProdReview(filled, 'application/pdf')).toEqual({ ok: false, ...fault });
  expect(checkProdReview(filled, '')).toEqual({ ok: false, ...fault });
  expect(checkProdPicture('text/html')).toEqual(fault);
  expect(checkProdPicture('image/heic')).toBeUndefined();
});

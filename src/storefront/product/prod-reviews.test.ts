import { expect, it } from 'vitest';
import { checkProdPicture, checkProdReview } from './prod-reviews.tsx';

const filled = { name: ' Asha ', rating: '4', comment: 'Lovely.\n' };
const NO_WORDS = 'Please enter your name and comment.';
const NO_RATING = 'Please provide a rating between 1 and 5.';

it.each<[object, object]>([
  [{ name: '  ' }, { name: NO_WORDS }],
  [{ comment: '\n' }, { comment: NO_WORDS }],
  [{ name: '', comment: '', rating: '0' }, { name: NO_WORDS }],
  [{ name: undefined }, { name: NO_WORDS }],
  [{ rating: '0' }, { rating: NO_RATING }],
  [{ rating: '6' }, { rating: NO_RATING }],
  [{ rating: '4.5' }, { rating: NO_RATING }],
  [{ rating: undefined }, { rating: NO_RATING }],
])('of %j the first error is %j', (change, error) => {
  expect(checkProdReview({ ...filled, ...change })).toEqual(error);
  expect(checkProdReview({ ...filled, ...change }, 'application/pdf')).toEqual(error);
});

it('accepts no picture, and only image files [rule-26]', () => {
  const error = { picture: 'Please choose an image file.' };
  expect(checkProdReview(filled)).toBeUndefined();
  expect(checkProdReview(filled, 'image/webp')).toBeUndefined();
  expect(checkProdReview(filled, 'application/pdf')).toEqual(error);
  expect(checkProdReview(filled, '')).toEqual(error);
  expect(checkProdPicture('text/html')).toEqual(error);
});

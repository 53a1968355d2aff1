import { expect, it } from 'vitest';
import { withRating } from './ratings.ts';

/** A page as the build writes it, with data as in its JSON-LD. */
const write = (data: unknown, words = '') => {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<head><script>boot()</script><script type="application/ld+json">${text}</script></head><p>$& 4.8</p><span data-average="">${words}</span>`;
};

const product = { '@type': 'Product', name: `</script><b> $& $' of "Maalai"`, offers: [{}, {}] };
const questions = { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: '<!--' }] };
const data = { '@context': 'https://schema.org', '@graph': [questions, product] };

it.each([
  [3, 4.3, '4.3 from 3 reviews', 2, 4.1, '4.1'],
  [1, 5, '5.0 from 1 review', 1, 5, '5.0'],
  [1_234, 4.26, '4.3 from 1,234 reviews', 1_000, 3.96, '4.0'],
])(
  'adds %d reviews of %d in words, and those of their authors as data, changes nothing else, and replaces an earlier rating',
  (count, average, words, authors, ofAuthors, ratingValue) => {
    const aggregateRating = {
      '@type': 'AggregateRating',
      ratingValue,
      reviewCount: authors,
      bestRating: 5,
      worstRating: 1,
    };
    const rated = write({ ...data, '@graph': [questions, { ...product, aggregateRating }] }, words);
    const other = { count: 7, average: 2 };
    const earlier = withRating(write(data), { reviews: other, authors: other });
    const rating = {
      reviews: { count, average },
      authors: { count: authors, average: ofAuthors },
    };
    for (const page of [write(data), earlier]) {
      expect(withRating(page, rating)).toBe(rated);
    }
  },
);

it.each([
  ['has no data', '<head></head>'],
  ['has no product', write({ '@graph': [questions] })],
  ['has other data', write(['Product'])],
])('fails on a page that %s', (_, html) => {
  const sums = { count: 1, average: 5 };
  expect(() => withRating(html, { reviews: sums, authors: sums })).toThrow('no product');
});

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
  [3, 4.3, '4.3', '4.3 from 3 reviews'],
  [1, 5, '5.0', '5.0 from 1 review'],
  [1_234, 4.26, '4.3', '4.3 from 1,234 reviews'],
])(
  'adds %d reviews of %d as data and in words, changes nothing else, and replaces an earlier rating',
  (count, average, ratingValue, words) => {
    const aggregateRating = {
      '@type': 'AggregateRating',
      ratingValue,
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    };
    const rated = write({ ...data, '@graph': [questions, { ...product, aggregateRating }] }, words);
    const earlier = withRating(write(data), { count: 7, average: 2 });
    for (const page of [write(data), earlier]) {
      expect(withRating(page, { count, average })).toBe(rated);
    }
  },
);

it.each([
  ['has no data', '<head></head>'],
  ['has no product', write({ '@graph': [questions] })],
  ['has other data', write(['Product'])],
])('fails on a page that %s', (_, html) => {
  expect(() => withRating(html, { count: 1, average: 5 })).toThrow('no product');
});

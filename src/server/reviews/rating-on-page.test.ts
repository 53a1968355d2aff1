import { expect, it } from 'vitest';
import { withRating } from './ratings.ts';

const page = (data: string) =>
  `<head><script>boot()</script><script type="application/ld+json">${data}</script></head><p>$& 4.8</p>`;

/** A page as the build writes it. */
const write = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

const product = { '@type': 'Product', name: `</script><b> $& $' of "Maalai"`, offers: [{}, {}] };
const questions = { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: '<!--' }] };
const data = { '@context': 'https://schema.org', '@graph': [questions, product] };

it('adds the rating to the product, and changes nothing else', () => {
  const aggregateRating = {
    '@type': 'AggregateRating',
    ratingValue: '4.3',
    reviewCount: 3,
    bestRating: 5,
    worstRating: 1,
  };
  expect(withRating(page(write(data)), { count: 3, average: 4.3 })).toBe(
    page(write({ ...data, '@graph': [questions, { ...product, aggregateRating }] })),
  );
});

it('writes a whole number with one decimal', () => {
  const rated = withRating(page(write(data)), { count: 1, average: 5 });
  expect(rated).toContain('"ratingValue":"5.0"');
});

it('replaces an earlier rating', () => {
  const once = withRating(page(write(data)), { count: 1, average: 5 });
  const twice = withRating(once, { count: 2, average: 3.5 });
  expect(twice).toBe(withRating(page(write(data)), { count: 2, average: 3.5 }));
});

it('writes the rating in words into the element for it', () => {
  const html = `${page(write(data))}<span data-average=""></span>`;
  const rated = withRating(html, { count: 1, average: 4 });
  expect(rated).toContain('<span data-average="">4.0 from 1 review</span>');
  expect(withRating(rated, { count: 1_234, average: 4.26 })).toContain(
    '<span data-average="">4.3 from 1,234 reviews</span>',
  );
});

it.each([
  ['has no data', '<head></head>'],
  ['has no product', page(write({ '@graph': [questions] }))],
  ['has other data', page('["Product"]')],
])('fails on a page that %s', (_, html) => {
  expect(() => withRating(html, { count: 1, average: 5 })).toThrow('no product');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import bouquet, {
  details as ofBouquet,
} from '../../../shop/catalogue/products/chocolate-bouquet.ts';
import dairyMilk, { details } from '../../../shop/catalogue/products/dairy-milk-garland.ts';
import Band from './band.tsx';

const picturesIn = (html: string) =>
  [...html.matchAll(/src="[^"]*?-(\d-[a-z]+)-480\.webp"/g)].map(([, kind]) => kind);

test('it shows a product to scale, large, and from near, with a sentence', () => {
  const html = renderToStaticMarkup(<Band product={dairyMilk} details={details} />);
  expect(picturesIn(html)).toEqual(['4-scale', '2-detail']);
  expect(html).toContain(details.line);
});

test('it shows from near what stands beside something larger', () => {
  const html = renderToStaticMarkup(<Band product={bouquet} details={ofBouquet} />);
  expect(picturesIn(html)).toEqual(['2-detail', '3-scale']);
});

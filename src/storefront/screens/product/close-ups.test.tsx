import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import dairyMilk, { details } from '../../../shop/catalogue/products/dairy-milk-garland.ts';
import CloseUps from './close-ups.tsx';

test('shows the close-up of a product, and the picture to scale', () => {
  const [, closeUp] = dairyMilk.pictures;
  const html = renderToStaticMarkup(<CloseUps closeUp={closeUp} toScale={details.toScale} />);
  const shown = [...html.matchAll(/src="[^"]*?-(\d-[a-z]+)-480\.webp"/g)].map(([, kind]) => kind);
  expect(shown).toEqual(['2-detail', '4-scale']);
});

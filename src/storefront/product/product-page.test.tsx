import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import dairyMilk, { details } from '../../shop/catalogue/products/dairy-milk-garland.ts';
import { Band } from './product-page.tsx';

it('shows in the band the product to scale and its close-up', () => {
  const html = renderToStaticMarkup(<Band product={dairyMilk} details={details} />);
  const shown = [...html.matchAll(/src="[^"]*?-(\d-[a-z]+)-480\.webp"/g)].map(([, kind]) => kind);
  expect(shown).toEqual(['4-scale', '2-detail']);
});

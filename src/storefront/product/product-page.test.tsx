import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import dairyMilk, { details } from '../../shop/catalogue/products/dairy-milk-garland.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import prodGarland from '../../shop/catalogue/products/prod-garland.ts';
import { Band } from './product-page.tsx';

it('shows in the band the product to scale and its close-up', () => {
  const shown = (product: Product) =>
    [
      ...renderToStaticMarkup(<Band product={product} details={details} />).matchAll(
        /src="[^"]*?-(\d-[a-z]+)-480\.webp"/g,
      ),
    ].map(([, kind]) => kind);
  expect(shown(dairyMilk)).toEqual(['4-scale', '2-detail']);
  expect(shown(prodGarland), 'whose gallery begins with the close-up').toEqual([
    '4-scale',
    '3-kids',
  ]);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { priceIncludes } from '../../shop/brand.ts';
import { Promises } from './product-facts.tsx';

it.each(['garland', 'gift', 'combo', 'prod'] as const)(
  'shows under the Buy Now of a %s what the price includes',
  (kind) => {
    const html = renderToStaticMarkup(<Promises kind={kind} />);
    expect(html).toContain(`The price includes ${priceIncludes}`);
  },
);

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { priceIncludes } from '../../../shop/brand.ts';
import { DeliveryBox } from './delivery-box.tsx';
import { Promises } from './promises.tsx';

it('says at every Buy Now what the price includes', () => {
  const words = `The price includes ${priceIncludes}`;
  expect(renderToStaticMarkup(<Promises kind="garland" />)).toContain(words);
  expect(renderToStaticMarkup(<DeliveryBox kind="combo" points={[]} />)).toContain(words);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { allConfirmed } from '#support/legal-details.ts';
import { details as kitkat } from '../../shop/catalogue/products/kitkat-garland.ts';
import { details as sandal } from '../../shop/catalogue/products/sandal-garland.ts';
import { goodToKnow, Panels } from './product-sections.tsx';

it('tells of label, size and packing what is confirmed, and is absent until then', () => {
  const { allergens, netQuantity, bestBefore, isVegetarian } = kitkat.food!;
  expect(goodToKnow(kitkat)).toEqual([]);
  expect(goodToKnow(kitkat, { ...allConfirmed, packing: false })).toEqual([
    { title: 'Good to know', points: [allergens, netQuantity, bestBefore], isVegetarian },
  ]);
  const [panel] = goodToKnow(sandal, allConfirmed);
  expect(panel?.points).toEqual([sandal.size, sandal.packed]);
});

it('marks only vegetarian food as vegetarian', () => {
  const html = (isVegetarian: boolean) => {
    const food = { ...kitkat.food!, isVegetarian };
    return renderToStaticMarkup(<Panels items={goodToKnow({ ...kitkat, food }, allConfirmed)} />);
  };
  expect(html(true)).toContain('Vegetarian');
  expect(html(false)).not.toContain('Vegetarian');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import crown from '../../../shop/catalogue/products/chocolate-crown.ts';
import { dairyMilkPictures } from '../../../shop/catalogue/dairy-milk-pictures.ts';
import CloseUps from './close-ups.tsx';

test.each([
  ['a garland from near and as it is worn', dairyMilkPictures, ['2-detail', '4-scale']],
  ['a crown from near', crown.pictures, ['2-detail']],
] as const)('it shows %s', (_, pictures, kinds) => {
  const html = renderToStaticMarkup(<CloseUps pictures={pictures} />);
  const shown = [...html.matchAll(/src="[^"]*?-(\d-[a-z]+)-480\.webp"/g)].map(([, kind]) => kind);
  expect(shown).toEqual(kinds);
});

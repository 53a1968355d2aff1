import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import bouquet from '../../../shop/catalogue/products/chocolate-bouquet.ts';
import dairyMilk, { details } from '../../../shop/catalogue/products/dairy-milk-garland.ts';
import CloseUps from './close-ups.tsx';

test.each([
  [
    'a garland from near and as it is worn',
    dairyMilk.pictures,
    details.worn,
    ['2-detail', '4-scale'],
  ],
  ['a bouquet from near', bouquet.pictures, undefined, ['2-detail']],
] as const)('it shows %s', (_, [, closeUp], worn, kinds) => {
  const html = renderToStaticMarkup(<CloseUps closeUp={closeUp} worn={worn} />);
  const shown = [...html.matchAll(/src="[^"]*?-(\d-[a-z]+)-480\.webp"/g)].map(([, kind]) => kind);
  expect(shown).toEqual(kinds);
});

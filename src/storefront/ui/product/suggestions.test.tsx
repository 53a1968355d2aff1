import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import NextBigDay from './suggestions.tsx';

const titles = (html: string) =>
  [...html.matchAll(/<h3[^>]*><a [^>]*>([^<]+)/g)].map(([, title]) => title);

const [birthday, wedding, crown] = ['Birthday Bliss', 'Wedding Delight', 'Chocolate Crown'];

it.each([
  [[], [birthday, wedding, 'Chocolate Bouquet', crown]],
  [
    ['1', '4'],
    ['KitKat Garland', birthday, wedding, crown],
  ],
  [
    ['COMBO_001', '2', '3', 'COMBO_003'],
    ['Chocolate Bouquet', 'Fivestar Garland'],
  ],
])(
  'suggests four gifts or two after those of the page, %j, and none of its own',
  (except, gifts) => {
    expect(titles(renderToStaticMarkup(<NextBigDay except={except} />))).toEqual(gifts);
  },
);

it('renders nothing if fewer than two are left to suggest', () => {
  const except = ['COMBO_003', 'COMBO_001', '1', '2', '3', '4'];
  expect(renderToStaticMarkup(<NextBigDay except={except} />)).toBe('');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import NextBigDay from './suggestions.tsx';

const titles = (html: string) =>
  [...html.matchAll(/<h3[^>]*><a [^>]*>([^<]+)/g)].map(([, title]) => title);

it('suggests four gifts for four occasions', () => {
  expect(titles(renderToStaticMarkup(<NextBigDay />))).toEqual([
    'Birthday Bliss',
    'Wedding Delight',
    'Chocolate Bouquet',
    'Chocolate Crown',
  ]);
});

it("suggests the gifts after those of the page, and none of the page's own", () => {
  const html = renderToStaticMarkup(<NextBigDay except={['1', '4']} />);
  expect(titles(html)).toEqual([
    'KitKat Garland',
    'Birthday Bliss',
    'Wedding Delight',
    'Chocolate Crown',
  ]);
});

it('renders nothing if nothing is left to suggest', () => {
  const except = ['COMBO_003', 'COMBO_001', '1', '2', '3', '4', '5'];
  expect(renderToStaticMarkup(<NextBigDay except={except} />)).toBe('');
});

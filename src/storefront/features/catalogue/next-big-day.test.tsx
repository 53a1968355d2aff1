import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import NextBigDay from './next-big-day.tsx';

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

it('suggests what comes after those that the page is about, and none of them', () => {
  const html = renderToStaticMarkup(<NextBigDay except={['1', '4']} />);
  expect(titles(html)).toEqual([
    'KitKat Garland',
    'Birthday Bliss',
    'Wedding Delight',
    'Chocolate Crown',
  ]);
});

it('is not there when nothing is left to suggest', () => {
  const except = ['COMBO_003', 'COMBO_001', '1', '2', '3', '4', '5'];
  expect(renderToStaticMarkup(<NextBigDay except={except} />)).toBe('');
});

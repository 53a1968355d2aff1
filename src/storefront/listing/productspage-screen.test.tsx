import { expect, test } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import ProductsScreen from './productspage-screen.tsx';

const html = renderAt('/productspage', <ProductsScreen />);

test('the first row has a garland that is worn between two that lie flat', () => {
  const cards = html.split('</article>').slice(0, 3);
  const names = cards.map((card) => /\/([a-z]+-\d-[a-z]+)-\d+\.avif/.exec(card)?.[1]);
  expect(names).toEqual(['dairymilk-1-hero', 'fivestar-4-scale', 'kitkat-1-hero']);
});

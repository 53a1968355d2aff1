import { expect, test } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import ComboScreen, { contentsBySlug } from './combo-screen.tsx';

const html = renderAt('/combo', <ComboScreen />);

test.each(comboProducts)('$slug lists its contents, and its whole card is one link', (product) => {
  const card = html
    .split('</article>')
    .find((part) => part.includes(`>${product.cardTitle ?? product.name}</a>`))!;
  const parts = contentsBySlug[product.slug]!;
  expect(parts.length).toBeGreaterThanOrEqual(3);
  for (const part of parts) expect(card).toContain(`<li>${part}</li>`);
  // Nothing covers the picture
  expect(card).not.toContain('off</small>');
  expect(card.match(/<a /g)).toHaveLength(1);
});

test('only combos that are sold have contents', () => {
  const slugs = comboProducts.map(({ slug }) => slug);
  expect(Object.keys(contentsBySlug).toSorted()).toEqual(slugs.toSorted());
});

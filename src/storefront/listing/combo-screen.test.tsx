import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import { formatRupees } from '../../shop/money.ts';
import { StaticRouter } from '../platform/navigation.tsx';
import ComboScreen, { contentsBySlug } from './combo-screen.tsx';

const html = renderToStaticMarkup(
  <StaticRouter path="/combo">
    <ComboScreen />
  </StaticRouter>,
);

test.each(comboProducts)('$slug lists its contents and its saving', (product) => {
  const card = html
    .split('</article>')
    .find((part) => part.includes(`>${product.cardTitle ?? product.name}</a>`))!;
  const parts = contentsBySlug[product.slug]!;
  expect(parts.length).toBeGreaterThanOrEqual(3);
  for (const part of parts) expect(card).toContain(`<li>${part}</li>`);
  const saving = formatRupees(product.originalPrice - product.price);
  expect(card).toContain(`You save <span translate="no">${saving}</span>`);
  // Nothing covers the picture
  expect(card).not.toContain('off</small>');
  expect(card.match(/<a /g)).toHaveLength(1);
});

test('only combos that are sold have contents', () => {
  const slugs = comboProducts.map(({ slug }) => slug);
  expect(Object.keys(contentsBySlug).toSorted()).toEqual(slugs.toSorted());
});

test('the page ends with four gifts that are no combos', () => {
  const [, end = ''] = html.split('For the next big day');
  expect(end.match(/<article/g)).toHaveLength(4);
  for (const { link } of comboProducts) expect(end).not.toContain(`href="${link}"`);
});

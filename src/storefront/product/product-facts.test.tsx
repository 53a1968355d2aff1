import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { priceIncludes } from '../../shop/brand.ts';
import { details as kitkat } from '../../shop/catalogue/products/kitkat-garland.ts';
import { details as sandal } from '../../shop/catalogue/products/sandal-garland.ts';
import { ProductFacts, Promises } from './product-facts.tsx';

const words = (details: typeof kitkat) =>
  renderToStaticMarkup(<ProductFacts details={details} />)
    .replaceAll(/<\/?(?:b|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('promises for every kind what the price includes', () => {
  for (const kind of ['garland', 'gift', 'combo', 'prod'] as const) {
    const html = renderToStaticMarkup(<Promises kind={kind} />);
    expect(html).toContain(`The price includes ${priceIncludes}`);
  }
});

it('shows the facts about the food and what the notes are', () => {
  const { allergens, netQuantity, bestBefore } = kitkat.food!;
  const { question, answer } = kitkat.notes!;
  expect(words(kitkat)).toContain(`Vegetarian ${allergens} ${netQuantity} ${bestBefore}`);
  expect(words(kitkat)).toContain(`${question} ${answer}`);
  expect(words(sandal)).toContain('Can it be eaten? No, it is not for eating.');
});

it('marks only vegetarian food as vegetarian', () => {
  const food = { ...kitkat.food!, isVegetarian: false };
  expect(words({ ...kitkat, food })).not.toContain('Vegetarian');
  expect(words(sandal)).not.toContain('Vegetarian');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { details as kitkat } from '../../shop/catalogue/products/kitkat-garland.ts';
import { details as sandal } from '../../shop/catalogue/products/sandal-garland.ts';
import { ProductFacts } from './product-facts.tsx';

const textOf = (details: typeof kitkat) =>
  renderToStaticMarkup(<ProductFacts details={details} />)
    .replaceAll(/<\/?b\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('shows the facts about the food and what the notes are', () => {
  const { food, notes } = kitkat;
  const text = textOf(kitkat);
  expect(text).toContain(`Vegetarian ${food!.allergens} ${food!.netQuantity} ${food!.bestBefore}`);
  expect(text).toContain(`${notes!.question} ${notes!.answer}`);
});

it('marks only vegetarian food as vegetarian', () => {
  const food = { ...kitkat.food!, isVegetarian: false };
  expect(textOf({ ...kitkat, food })).not.toContain('Vegetarian');
});

it('says that a piece without food is not to be eaten', () => {
  const text = textOf(sandal);
  expect(text).toContain('Can it be eaten? No, it is not for eating.');
  expect(text).not.toContain('Vegetarian');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { priceIncludes } from '../../../shop/brand.ts';
import { details as kitkat } from '../../../shop/catalogue/products/kitkat-garland.ts';
import { details as sandal } from '../../../shop/catalogue/products/sandal-garland.ts';
import { ProductFacts } from './product-facts.tsx';

const textOf = (details: typeof kitkat) =>
  renderToStaticMarkup(<ProductFacts details={details} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('says what is eaten, what the notes are and what the price includes', () => {
  const { food, notes } = kitkat;
  const text = textOf(kitkat);
  expect(text).toContain(`Vegetarian ${food!.allergens} ${food!.netQuantity} ${food!.bestBefore}`);
  expect(text).toContain(`${notes!.question} ${notes!.answer}`);
  expect(text).toContain(`The price includes ${priceIncludes}.`);
});

it('marks as vegetarian only what is', () => {
  const food = { ...kitkat.food!, isVegetarian: false };
  expect(textOf({ ...kitkat, food })).not.toContain('Vegetarian');
});

it('has nothing to say of food where there is none', () => {
  expect(textOf(sandal).trim()).toBe(`The price includes ${priceIncludes}.`);
});

import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ifDamaged, priceIncludes } from '../../shop/brand.ts';
import kitkatGarland, { details as kitkat } from '../../shop/catalogue/products/kitkat-garland.ts';
import sandalGarland, { details as sandal } from '../../shop/catalogue/products/sandal-garland.ts';
import { ProductFacts, Promises, Rows } from './product-facts.tsx';

const words = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replaceAll(/<\/?span\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('promises for every kind how it is paid and what if it is damaged, and of taxes only what is confirmed', () => {
  for (const kind of ['garland', 'gift', 'combo', 'prod'] as const) {
    const promises = words(<Promises kind={kind} />);
    expect(promises).toContain('UPI, cards and net banking You pay in our');
    expect(promises).toContain(`${ifDamaged.question} ${ifDamaged.answer}.`);
    expect(promises).not.toContain(priceIncludes);
  }
});

it('shows the size, the packing and what the notes are in rows, the food in facts', () => {
  const { allergens, netQuantity, bestBefore } = kitkat.food!;
  const facts = words(<ProductFacts details={kitkat} />).replaceAll(/ (?=[,.])/g, '');
  expect(facts).toContain(`Vegetarian ${allergens} ${netQuantity} ${bestBefore}`);
  const rows = words(<Rows product={kitkatGarland} details={kitkat} />);
  const { text } = kitkat.notes!;
  const size = 'Adult 3.5 feet, Kids 1.5 feet';
  expect(rows).toBe(` Size ${size} Packed ${kitkat.packed} Notes ${text} `);
  expect(words(<Rows product={sandalGarland} details={sandal} />)).toBe(
    ` Size ${sandal.size} Packed ${sandal.packed} Edible No, it is not for eating `,
  );
});

it('marks only vegetarian food as vegetarian', () => {
  const food = { ...kitkat.food!, isVegetarian: false };
  expect(words(<ProductFacts details={{ ...kitkat, food }} />)).not.toContain('Vegetarian');
  expect(words(<ProductFacts details={sandal} />)).toBe('');
});

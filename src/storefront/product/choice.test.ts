import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { kidsVersion, priceLine } from '../../shop/catalogue/product.ts';
import crown from '../../shop/catalogue/products/chocolate-crown.ts';
import garland from '../../shop/catalogue/products/dairy-milk-garland.ts';
import { chosenLine, firstChoice, needsContact, pictureIndex, withQuantity } from './choice.ts';

it('begins with one adult garland with the page’s chocolate', () => {
  const chocolate = 'Dairy Milk';
  expect(firstChoice(garland)).toEqual({ version: 'adult', quantity: 1, chocolate });
  expect(firstChoice(crown)).toEqual({ quantity: 1, chocolate });
  const kidsOnly = { ...garland, versions: [kidsVersion] as const };
  expect(firstChoice(kidsOnly)).toEqual({ version: 'kids', quantity: 1, chocolate });
});

it('has a quantity that is whole, at least 1, and exact in paise, whatever is typed', () => {
  fc.assert(
    fc.property(fc.double(), (typed) => {
      const choice = withQuantity(garland, firstChoice(garland), typed);
      expect(choice.quantity).toBeGreaterThanOrEqual(1);
      const { total, originalTotal, saving } = priceLine(garland, chosenLine(garland, choice));
      for (const amount of [total, originalTotal, saving]) {
        expect(Number.isSafeInteger(amount)).toBe(true);
      }
    }),
  );
});

it('passes on a line with what was chosen and no price [entity-14]', () => {
  const chosen = { quantity: 2, chocolate: 'Dairy Milk' };
  const line = { productId: '3', selectedVersion: 'kids', ...chosen };
  expect(chosenLine(garland, { version: 'kids', ...chosen })).toEqual(line);
  expect(chosenLine(crown, { quantity: 1 })).toEqual({ productId: '2', quantity: 1 });
});

it('requires contact with the shop for a chocolate that is not on the list', () => {
  expect(needsContact(crown, { quantity: 1, chocolate: 'Contact' })).toBe(true);
  expect(needsContact(crown, { quantity: 1, chocolate: 'Munch' })).toBe(false);
  expect(needsContact(garland, firstChoice(garland))).toBe(false);
});

it('shows the picture of the kids version if there is one', () => {
  expect(pictureIndex(garland, 'kids')).toBe(2);
  expect(pictureIndex(garland, 'adult')).toBe(0);
  expect(pictureIndex(crown, 'kids')).toBe(0);
});

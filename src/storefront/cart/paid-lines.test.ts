import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCartItem } from '../../shop/cart.ts';
import { toLineRequest } from '../../shop/price.ts';
import type { CartItem } from '../../shop/cart.ts';
import { catalogue, findProduct } from '../../shop/catalogue/catalogue.ts';
import { withoutPaidLines } from './cart-store.ts';

function item(id: string, choice: Parameters<typeof toCartItem>[1] = {}): CartItem {
  const product = findProduct(id);
  if (!product) throw new Error(`no product ${id}`);
  return toCartItem(product, choice);
}

it('removes the paid lines and keeps the rest', () => {
  const adult = item('3', { selectedVersion: 'adult' });
  const kids = item('3', { selectedVersion: 'kids' });
  const crown = item('2', { chocolate: 'Munch' });
  expect(withoutPaidLines([adult, kids, crown], [toLineRequest(kids)])).toEqual([adult, crown]);
});

it('removes one of two equal items for one paid line', () => {
  const crown = item('2');
  expect(withoutPaidLines([crown, crown], [toLineRequest(crown)])).toEqual([crown]);
});

it('distinguishes quantities and chocolates', () => {
  const two = item('2', { quantity: 2 });
  const munch = item('2', { chocolate: 'Munch' });
  expect(withoutPaidLines([two, munch], [toLineRequest(item('2'))])).toEqual([two, munch]);
});

const anyItem = fc.constantFrom(...catalogue).map((product) => toCartItem(product));

it('removes exactly the paid items, in any order', () => {
  fc.assert(
    fc.property(fc.array(anyItem), fc.array(fc.nat()), (cart, picks) => {
      const indexes = [...new Set(picks.map((pick) => pick % Math.max(cart.length, 1)))];
      const paid = indexes.flatMap((index) => cart[index] ?? []).map(toLineRequest);
      const left = withoutPaidLines(cart, paid);
      expect(left.length).toBe(cart.length - paid.length);
      const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).toSorted();
      expect(ids([...left, ...paid.map(({ productId: id }) => ({ id }))])).toEqual(ids(cart));
    }),
  );
});

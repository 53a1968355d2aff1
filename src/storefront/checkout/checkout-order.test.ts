import { expect, it } from 'vitest';
import { toCartItem } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import dairyMilkGarland from '../../shop/catalogue/products/dairy-milk-garland.ts';
import { checkoutItems } from './checkout-order.ts';

const kids = toCartItem(dairyMilkGarland, { selectedVersion: 'kids', quantity: 2 });
const crown = toCartItem(chocolateCrown, { chocolate: 'Munch' });
const gone: CartItem = { ...crown, id: '99', title: 'Sugar Swan' };

it("shows the product of Buy Now alone, at the catalogue's price [entity-15]", () => {
  const line = { productId: '3', selectedVersion: 'adult', quantity: 3 } as const;
  const facts = 'Adult · 3.5 feet · Dairy Milk · Qty 3';
  expect(checkoutItems({ mode: 'product', line }, [crown])).toMatchObject({
    mode: 'product',
    items: [{ line, name: 'Dairy Milk Garland', total: 299_700, facts }],
    leftOut: [],
  });
});

it('lists the cart with version, chocolate, quantity and the prices of the catalogue', () => {
  const { mode, items, leftOut } = checkoutItems({ mode: 'cart' }, [kids, { ...crown, price: 1 }]);
  expect(mode).toBe('cart');
  expect(leftOut).toEqual([]);
  expect(items.map(({ name, facts, total }) => [name, facts, total])).toEqual([
    ['Dairy Milk Garland', 'Kids · 1.5 feet · Dairy Milk · Qty 2', 159_800],
    ['Chocolate Crown', 'Munch', 79_900],
  ]);
});

it('shows size and colour of an item if they are there', () => {
  const { items } = checkoutItems({ mode: 'cart' }, [{ ...crown, size: 'Large', color: 'Gold' }]);
  expect(items[0]?.facts).toBe('Large · Gold · Munch');
});

it('leaves out products that are no longer sold, and reports them', () => {
  const { items, leftOut } = checkoutItems({ mode: 'cart' }, [gone, crown]);
  expect(items).toHaveLength(1);
  expect(leftOut).toEqual(['Sugar Swan']);
});

it.each([
  { productId: '99', quantity: 1 },
  { productId: '2', quantity: 1, chocolate: 'Sugar glass' },
])('falls back to the cart if %j cannot be ordered', (line) => {
  const { mode, items } = checkoutItems({ mode: 'product', line }, [crown]);
  expect(mode).toBe('cart');
  expect(items).toHaveLength(1);
});

it('gives equal lines different keys, which stay the same when other lines are removed', () => {
  const keys = (cart: CartItem[]) =>
    checkoutItems({ mode: 'cart' }, cart).items.map(({ key }) => key);
  const all = keys([kids, crown, crown, crown]);
  expect(new Set(all).size).toBe(4);
  expect(keys([crown, crown, crown])).toEqual(all.slice(1));
});

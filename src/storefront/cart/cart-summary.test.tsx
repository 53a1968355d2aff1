import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toCartItem } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';
import { cartLines } from '../../shop/price.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import kitkatGarland from '../../shop/catalogue/products/kitkat-garland.ts';
import { CartSummary } from './cart-screen.tsx';

/** Returns the texts of the sums and below them, up to the pay bar. */
function sumsOf(...items: CartItem[]): string {
  const lines = cartLines(items);
  const html = renderToStaticMarkup(<CartSummary lines={lines} onCheckOut={async () => {}} />);
  return /<dl.*?(?=<[^>]+><[^>]+data-dock)/s
    .exec(html)![0]
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|');
}

const kids = toCartItem(kitkatGarland, { selectedVersion: 'kids' });
const crowns = toCartItem(chocolateCrown, { chocolate: 'Munch', quantity: 2 });

it('adds up what all lines save, and says what the prices include', () => {
  expect(sumsOf(kids, crowns)).toBe(
    '|KitKat Garland (Kids)|₹799|Chocolate Crown × 2|₹1,598|taxes and delivery|Included|Total|₹2,397|You save ₹592|',
  );
});

it('leaves the saving of a single line to that line', () => {
  expect(sumsOf(kids)).toBe('|KitKat Garland (Kids)|₹799|taxes and delivery|Included|Total|₹799|');
});

it('says nothing of what is no longer sold', () => {
  expect(sumsOf({ ...kids, id: '99' })).toBe('|Total|₹0|');
});

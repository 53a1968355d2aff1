import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toCartItem } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';
import { cartLines } from '../../shop/price.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import kitkatGarland from '../../shop/catalogue/products/kitkat-garland.ts';
import { StaticRouter } from '../platform/navigation.tsx';
import { CartList } from './cart-screen.tsx';

/** Returns the text of a line. */
function lineOf(item: CartItem): string {
  const html = renderToStaticMarkup(
    <StaticRouter path="/cart">
      <CartList lines={cartLines([item])} onRemove={() => {}} />
    </StaticRouter>,
  );
  return html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
}

it('a line shows the version, its size, the chocolate and the saving', () => {
  const kids = toCartItem(kitkatGarland, { selectedVersion: 'kids' });
  const text = lineOf(kids);
  expect(text).toContain('|KitKat Garland|Kids|1.5 feet |· |Kitkat Milk |· |Qty 1|');
  expect(text).toContain('|₹799|was |₹999|You save ₹200|');
});

it('a line of several pieces shows their number and their total saving', () => {
  const crowns = toCartItem(chocolateCrown, { chocolate: 'Munch', quantity: 2 });
  const text = lineOf(crowns);
  expect(text).toContain('|Munch |· |Qty 2|');
  expect(text).toContain('|₹1,598|was |₹1,990|You save ₹392|');
});

it('a line of a product that is no longer sold says so, without a price', () => {
  const gone = { ...toCartItem(chocolateCrown), id: '99', title: 'Sugar Swan' };
  expect(lineOf(gone)).toContain('|Sugar Swan|No longer sold|We no longer sell this.');
  expect(lineOf(gone)).not.toContain('₹');
});

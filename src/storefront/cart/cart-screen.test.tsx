import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import { toCartItem } from '../../shop/cart.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import kitkatGarland from '../../shop/catalogue/products/kitkat-garland.ts';
import { cartLines } from '../../shop/price.ts';
import { CartSummary, Line, Unavailable } from './cart-screen.tsx';

const kids = toCartItem(kitkatGarland, { selectedVersion: 'kids' });
const crowns = toCartItem(chocolateCrown, { chocolate: 'Munch', quantity: 2 });
const gone = { ...crowns, id: '99', title: 'Sugar Swan' };

/** Returns the texts, each between two bars. */
function renderTexts(part: ReactNode): string {
  return renderAt('/cart', part).replaceAll(/(?:<[^>]+>)+/g, '|');
}

describe('a line', () => {
  const renderLine = (item: typeof kids) =>
    renderTexts(<Line line={cartLines([item])[0]!} id="line-0" onRemove={() => {}} />);

  it('shows the version, the description and the price before', () => {
    expect(renderLine(kids)).toContain('|KitKat Garland|Kids|KitKat bars with rosettes');
    expect(renderLine(kids)).toContain('|₹799|was |₹999|Remove|');
  });

  it('of several pieces shows the chosen chocolate, their number and the prices of all', () => {
    expect(renderLine(crowns)).toContain('|Munch |· |Qty 2|');
    expect(renderLine(crowns)).toContain('|₹1,598|was |₹1,990|Remove|');
  });

  it('of a product that is no longer sold says so, without a price', () => {
    expect(renderLine(gone)).toContain('|Sugar Swan|No longer sold|We no longer sell this.');
    expect(renderLine(gone)).not.toContain('₹');
  });
});

describe('the summary', () => {
  const renderSummary = (...items: (typeof kids)[]) =>
    renderTexts(<CartSummary lines={cartLines(items)} />);

  it('has a line for each item, and the total', () => {
    const items = '|KitKat Garland (Kids)|₹799|Chocolate Crown × 2|₹1,598';
    // The pay bar repeats the total.
    const totals = '|Total|₹2,397|Total|₹2,397|Proceed to Checkout|';
    expect(renderSummary(kids, crowns)).toContain(`|Order Summary${items}${totals}`);
  });

  it('has no line for what is no longer sold', () => {
    expect(renderSummary(gone)).toContain('|Order Summary|Total|₹0|Total|₹0|Proceed to Checkout|');
  });
});

describe('the note above the lines', () => {
  const renderNote = (...items: (typeof kids)[]) =>
    renderTexts(<Unavailable lines={cartLines(items)} />);

  it('says why there is nothing to order, and nothing where there is something', () => {
    expect(renderNote(gone)).toContain('|Nothing here can be ordered now. It stays in your cart.|');
    expect(renderNote(gone, crowns)).not.toContain('Nothing');
    expect(renderNote()).not.toContain('Nothing');
  });
});

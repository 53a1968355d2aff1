// The discount code of /prod: one for each version, and the price of the checkout.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceLine } from '../../shop/catalogue/product.ts';
import prodGarland from '../../shop/catalogue/products/prod-garland.ts';
import { rupees } from '../../shop/money.ts';
import { quote } from '../../shop/price.ts';
import { chosenLine } from './choice.ts';
import { discounted, successMessage, tryCode } from './prod-page.tsx';

const adult = rupees(300);
const coupon = { code: 'DAIRY10', percent: 10 };

describe('trying a code', () => {
  it.each([
    ['a code of the page', {}, ' dairy10 ', { coupon }],
    ['another code', {}, 'WELCOME10', { fault: 'Invalid discount code.' }],
    ['a second code', { coupon }, 'GIFT25', { coupon, fault: 'Discount code already applied.' }],
    ['a code after an error', { fault: 'Invalid discount code.' }, 'DAIRY10', { coupon }],
  ])('%s', (_what, before, typed, after) => {
    expect(tryCode(before, typed, adult)).toEqual(after);
  });
});

describe('an applied code', () => {
  it('reports its saving on the current amount', () => {
    expect(successMessage(coupon, adult)).toBe('Success! You saved ₹30.');
  });

  it('results in the price of the checkout', () => {
    const codes = fc.constantFrom('DAIRY10', 'CHOCOLATE20', 'GIFT25');
    const versions = fc.constantFrom('adult' as const, 'kids' as const);
    const quantities = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(codes, versions, quantities, (code, version, quantity) => {
        const line = chosenLine(prodGarland, { version, quantity });
        const amounts = priceLine(prodGarland, line);
        const tried = tryCode({}, code, amounts.total);
        const quoted = quote([line], code);
        const { total, originalTotal, saving } = discounted(amounts, tried.coupon);
        expect(quoted.ok && quoted.quote.amount).toBe(total);
        expect(saving).toBe(originalTotal - total);
      }),
    );
  });

  it('is needed to reduce a price', () => {
    const amounts = priceLine(prodGarland, { selectedVersion: 'kids', quantity: 2 });
    expect(discounted(amounts, undefined)).toBe(amounts);
  });
});

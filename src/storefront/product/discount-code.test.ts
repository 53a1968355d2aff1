// The discount code of /prod: one for each version, and the price of the checkout.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import prodGarland from '../../shop/catalogue/products/prod-garland.ts';
import { rupees } from '../../shop/money.ts';
import { priceLine } from '../../shop/catalogue/product.ts';
import { quote } from '../../shop/price.ts';
import { chosenLine } from './choice.ts';
import { discounted, successMessage, tryCode, withCoupon } from './prod-page.tsx';

const adult = rupees(300);
const dairy10 = { code: 'DAIRY10', percent: 10 };

describe('trying a code', () => {
  it('applies a code of the page', () => {
    expect(tryCode({}, ' dairy10 ', adult)).toEqual({ coupon: dairy10 });
  });

  it.each([
    ['  ', 'Please enter a discount code.'],
    ['WELCOME10', 'Invalid discount code.'],
  ])('refuses %j with a message', (typed, fault) => {
    expect(tryCode({}, typed, adult)).toEqual({ fault });
  });

  it('keeps the applied code and refuses a second one', () => {
    const before = { coupon: dairy10 };
    const fault = 'Discount code already applied.';
    expect(tryCode(before, 'GIFT25', adult)).toEqual({ coupon: dairy10, fault });
  });

  it('clears the earlier error when a code applies', () => {
    expect(tryCode({ fault: 'Invalid discount code.' }, 'DAIRY10', adult)).toEqual({
      coupon: dairy10,
    });
  });
});

describe('an applied code', () => {
  it('reports its saving on the current amount, in whole rupees', () => {
    expect(successMessage(dairy10, adult)).toBe('Success! You saved ₹30.');
    expect(successMessage({ code: 'GIFT25', percent: 25 }, rupees(250))).toBe(
      'Success! You saved ₹63.',
    );
  });

  it('results in the price of the checkout', () => {
    const coupons = fc.constantFrom('DAIRY10', 'CHOCOLATE20', 'GIFT25');
    const versions = fc.constantFrom('adult' as const, 'kids' as const);
    fc.assert(
      fc.property(
        coupons,
        versions,
        fc.integer({ min: 1, max: 500 }),
        (code, version, quantity) => {
          const choice = { version, quantity };
          const amounts = priceLine(prodGarland, chosenLine(prodGarland, choice));
          const { coupon } = tryCode({}, code, amounts.total);
          const quoted = quote([chosenLine(prodGarland, choice)], code);
          const { total, originalTotal, saving } = discounted(amounts, coupon);
          expect(quoted.ok && quoted.quote.amount).toBe(total);
          expect(saving).toBe(originalTotal - total);
        },
      ),
    );
  });

  it('changes no amounts if there is none', () => {
    const amounts = priceLine(prodGarland, { selectedVersion: 'kids', quantity: 2 });
    expect(discounted(amounts, undefined)).toBe(amounts);
  });

  it('reduces the price of the chosen version, and of no other', () => {
    const { versions } = prodGarland;
    const prices = (coupon?: typeof dairy10) =>
      withCoupon({ choice: { version: 'adult', quantity: 2 }, versions }, coupon)?.map(
        ({ price }) => price,
      );
    expect(prices(dairy10)).toEqual([rupees(270), rupees(250)]);
    expect(prices()).toEqual([rupees(300), rupees(250)]);
  });
});

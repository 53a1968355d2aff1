// The discount code of /prod: once a version, and the price that the checkout will ask for.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import prodGarland from '../../../shop/catalogue/products/prod-garland.ts';
import { rupees } from '../../../shop/money.ts';
import { priceLine } from '../../../shop/price-line.ts';
import { quote } from '../../../shop/price.ts';
import { lineOf } from './choice.ts';
import { discounted, successOf, tryCode, withCoupon } from './discount-code.ts';

const adult = rupees(300);
const dairy10 = { code: 'DAIRY10', percent: 10 };

describe('a try', () => {
  it('with a code of the page holds', () => {
    expect(tryCode({}, ' dairy10 ', adult)).toEqual({ coupon: dairy10 });
  });

  it.each([
    ['  ', 'Please enter a discount code.'],
    ['WELCOME10', 'Invalid discount code.'],
  ])('with %j says so', (typed, fault) => {
    expect(tryCode({}, typed, adult)).toEqual({ fault });
  });

  it('after a good one changes nothing and says so', () => {
    const before = { coupon: dairy10 };
    const fault = 'Discount code already applied.';
    expect(tryCode(before, 'GIFT25', adult)).toEqual({ coupon: dairy10, fault });
  });

  it('that is good forgets what was wrong before', () => {
    expect(tryCode({ fault: 'Invalid discount code.' }, 'DAIRY10', adult)).toEqual({
      coupon: dairy10,
    });
  });
});

describe('a code that holds', () => {
  it('tells what it saves of the present amount, in whole rupees', () => {
    expect(successOf(dairy10, adult)).toBe('Success! You saved ₹30.');
    expect(successOf({ code: 'GIFT25', percent: 25 }, rupees(250))).toBe('Success! You saved ₹63.');
  });

  it('makes the price that the checkout asks for', () => {
    const coupons = fc.constantFrom('DAIRY10', 'CHOCOLATE20', 'GIFT25');
    const versions = fc.constantFrom('adult' as const, 'kids' as const);
    fc.assert(
      fc.property(
        coupons,
        versions,
        fc.integer({ min: 1, max: 500 }),
        (code, version, quantity) => {
          const choice = { version, quantity };
          const amounts = priceLine(prodGarland, lineOf(prodGarland, choice));
          const { coupon } = tryCode({}, code, amounts.total);
          const quoted = quote([lineOf(prodGarland, choice)], code);
          const { total, originalTotal, saving } = discounted(amounts, coupon);
          expect(quoted.ok && quoted.quote.amount).toBe(total);
          expect(saving).toBe(originalTotal - total);
        },
      ),
    );
  });

  it('without one the amounts stay as they are', () => {
    const amounts = priceLine(prodGarland, { selectedVersion: 'kids', quantity: 2 });
    expect(discounted(amounts, undefined)).toBe(amounts);
  });

  it('is in the price of the version chosen, and of no other', () => {
    const { versions } = prodGarland;
    const prices = (coupon?: typeof dairy10) =>
      withCoupon({ choice: { version: 'adult', quantity: 2 }, versions }, coupon)?.map(
        ({ price }) => price,
      );
    expect(prices(dairy10)).toEqual([rupees(270), rupees(250)]);
    expect(prices()).toEqual([rupees(300), rupees(250)]);
  });
});

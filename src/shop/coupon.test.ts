import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue/catalogue.ts';
import { applyProdCode, findCoupon, offerText } from './coupon.ts';
import { rupees } from './money.ts';

/** Percent off everything, and off the product of /prod only. */
const checkoutCodes = {
  WELCOME10: 10,
  SPECIAL20: 20,
  FESTIVE30: 30,
  SAVE15: 15,
  MEGA25: 25,
  LUCKY50: 50,
};
const prodCodes = { DAIRY10: 10, CHOCOLATE20: 20, GIFT25: 25 };
const ids = catalogue.map(({ id }) => id);

describe('findCoupon', () => {
  it.each(Object.entries(checkoutCodes))(
    '%s takes %d percent off everything [constant-14]',
    (code, percent) => {
      for (const ordered of [...ids.map((id) => [id]), ids]) {
        expect(findCoupon(code, ordered)).toEqual({ code, percent });
      }
    },
  );

  it.each(Object.entries(prodCodes))(
    '%s takes %d percent off the product of /prod only [constant-16]',
    (code, percent) => {
      expect(findCoupon(code, ['7', '7'])).toEqual({ code, percent });
      for (const id of ids.filter((each) => each !== '7')) {
        expect([findCoupon(code, [id]), findCoupon(code, ['7', id])]).toEqual([
          undefined,
          undefined,
        ]);
      }
      expect(findCoupon(code, [])).toBeUndefined();
    },
  );

  it.each(['\tFesTive30 ', '\u2066FEST\u00adIVE30\ufe0f\u2069', 'ＦＥＳＴＩＶＥ３०'])(
    'ignores case, width and what is invisible in %j [rule-18]',
    (code) => {
      expect(findCoupon(code, ['3'])).toEqual({ code: 'FESTIVE30', percent: 30 });
    },
  );

  it('accepts no code other than the nine [constant-17]', () => {
    const near = fc.constantFrom('', 'FESTIVE', 'FESTIVE300', 'FESTIVE 30', '__proto__');
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (code) => {
        fc.pre(!Object.hasOwn({ ...checkoutCodes, ...prodCodes }, code.trim().toUpperCase()));
        expect(findCoupon(code, ['7'])).toBeUndefined();
      }),
    );
  });
});

describe('applyProdCode', () => {
  it.each([
    ['DAIRY10', 10, 300, 30, 'Success! You saved ₹30.'],
    ['GIFT25', 25, 250, 62.5, 'Success! You saved ₹63.'],
    [' gift25 ', 25, 6000, 1500, 'Success! You saved ₹1,500.'],
  ])('%j is %d percent, and saves on ₹%d ₹%d [entity-31]', (typed, ...expected) => {
    const [percent, price, saving, message] = expected;
    const [code, saved] = [typed.trim().toUpperCase(), rupees(saving)];
    const result = { ok: true, coupon: { code, percent }, saved, message };
    expect(applyProdCode(typed, rupees(price), false)).toEqual(result);
  });

  it.each([
    ['', false, 'Please enter a discount code.'],
    [' \u200b', true, 'Please enter a discount code.'],
    ['GIFT25', true, 'Discount code already applied.'],
    ['nonsense', true, 'Discount code already applied.'],
    ['nonsense', false, 'Invalid discount code.'],
    ['FESTIVE30', false, 'Invalid discount code.'],
  ])('rejects %j (already applied: %s) with %j [rule-22]', (code, applied, message) => {
    expect(applyProdCode(code, rupees(300), applied)).toEqual({ ok: false, message });
  });
});

it('the banner offers the code, or names none', () => {
  expect(offerText('FESTIVE30')).toBe('Use FESTIVE30 for 30% off');
  expect(offerText(undefined)).toBe('Sweet savings inside');
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discountPercent,
  formatAmount,
  formatRupees,
  formatRupeesExact,
  LARGEST_AMOUNT,
  percentOf,
  rupees,
  toRupees,
} from './money.ts';

const anyAmount = fc.integer({ min: -LARGEST_AMOUNT, max: LARGEST_AMOUNT });
const notNegative = fc.integer({ min: 0, max: LARGEST_AMOUNT });

describe('rupees', () => {
  it.each([0.001, 999.005, NaN, Infinity, -Infinity, 1e13, 1e308])('refuses %d', (amount) => {
    expect(() => rupees(amount)).toThrow(RangeError);
  });

  it('is the inverse of toRupees for every amount', () => {
    fc.assert(
      fc.property(anyAmount, (paise) => {
        expect(rupees(toRupees(paise))).toBe(paise);
      }),
    );
  });
});

describe('percentOf', () => {
  it('agrees with BigInt arithmetic, and never exceeds the amount', () => {
    const amounts = fc.oneof(fc.constantFrom(0, 1, 99, LARGEST_AMOUNT), notNegative);
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
        const halfUp = (BigInt(amount) * BigInt(percent) + 50n) / 100n;
        expect(percentOf(amount, percent)).toBe(Number(halfUp));
        expect(percentOf(amount, percent)).toBeLessThanOrEqual(amount);
      }),
    );
  });
});

it.each([
  [99_900, 129_900, 23],
  [119_900, 139_900, 14],
  [139_900, 119_900, 0],
  [0, 0, 0],
  [0, 100, 100],
])('the discount from %d to %d is %d percent [constant-12]', (price, original, percent) => {
  expect(discountPercent(price, original)).toBe(percent);
});

describe('formatting', () => {
  it.each([
    [0, '₹0', '₹0.00'],
    [5, '₹0.05', '₹0.05'],
    [100, '₹1', '₹1.00'],
    [118_860, '₹1,188.60', '₹1,188.60'],
    [-50_940, '−₹509.40', '−₹509.40'],
    [LARGEST_AMOUNT, '₹99,99,99,99,99,999.99', '₹99,99,99,99,99,999.99'],
  ])('shows %d paise as %s and %s [constant-15]', (amount, short, exact) => {
    expect(formatRupees(amount)).toBe(short);
    expect(formatRupeesExact(amount)).toBe(exact);
  });

  it('can be parsed back to the same paise', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        for (const shown of [formatRupees(amount), formatRupeesExact(amount)]) {
          const plain = shown.replace('−', '-').replaceAll(/[₹,]/g, '');
          expect(rupees(Number(plain))).toBe(amount);
        }
      }),
    );
  });

  it('has the currency, and the smallest unit of one with unknown decimals', () => {
    expect(formatAmount(99_900, 'INR')).toBe('₹999.00');
    expect(formatAmount(1_234, 'USD')).toBe('1234 of the smallest unit of USD');
  });

  it('groups digits like Intl does for India', () => {
    const platform = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
        expect(formatRupeesExact(amount)).toBe(platform.format(toRupees(amount)));
      }),
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyLine } from '#support/every-line.ts';
import { parseCart, toCartItem } from './cart.ts';
import type { CartItem } from './cart.ts';
import { findProduct } from './catalogue/catalogue.ts';
import { versionPicture } from './catalogue/product.ts';
import { LARGEST_AMOUNT, rupees } from './money.ts';
import { cartLines, cartTotal, checkPayable, lineSaving, quote, toLineRequest } from './price.ts';
import type { LineRequest, QuoteResult } from './price.ts';

function accepted(result: QuoteResult) {
  if (!result.ok) throw new Error(`refused: ${result.field}: ${result.message}`);
  return result.quote;
}

const adultDairyMilk: LineRequest = { productId: '3', selectedVersion: 'adult', quantity: 1 };
const crown: LineRequest = { productId: '2', quantity: 1 };

const anyLine = fc.record({
  line: fc.constantFrom(...everyLine),
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
});
const anyLines = fc
  .array(anyLine, { minLength: 1, maxLength: 20 })
  .map((drawn) => drawn.map(({ line, quantity }) => ({ ...line, quantity })));
const anyCode = fc.constantFrom(undefined, 'WELCOME10', 'FESTIVE30', 'SAVE15', 'LUCKY50');

describe('an accepted quote', () => {
  it('adds up to the paisa, whatever is ordered', () => {
    fc.assert(
      fc.property(anyLines, anyCode, (lines, code) => {
        const result = accepted(quote(lines, code));
        expect(result.lines).toHaveLength(lines.length);
        expect(result.total).toBe(result.lines.reduce((sum, line) => sum + line.total, 0));
        expect(result.quantity).toBe(lines.reduce((sum, line) => sum + line.quantity, 0));
        expect(result.amount).toBe(result.total - result.discount);
        expect(result.discount * 100).toBe(result.total * (result.coupon?.percent ?? 0));
        for (const money of [result.total, result.discount, result.amount]) {
          expect(Number.isSafeInteger(money)).toBe(true);
          expect(money).toBeGreaterThanOrEqual(0);
        }
        expect(result.coupon?.code).toBe(code);
      }),
    );
  });

  it('has all but the choice from the catalogue [constant-13 entity-21]', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const result = accepted(quote(lines));
        expect(result.productName).toBe(result.lines.map(({ name }) => name).join(', '));
        for (const [index, line] of result.lines.entries()) {
          const { productId, selectedVersion, quantity, chocolate } = lines[index]!;
          const product = findProduct(productId)!;
          const version = product.versions?.find(({ key }) => key === selectedVersion);
          const { price, originalPrice } = version ?? product;
          expect(line).toEqual({
            productId,
            name: product.name,
            link: product.link,
            picture: versionPicture(product, selectedVersion),
            selectedVersion,
            versionName: version?.name,
            chocolate: chocolate ?? product.defaultChocolate,
            unit: price,
            originalUnit: originalPrice,
            quantity,
            total: price * quantity,
          });
        }
      }),
    );
  });

  it('accepts the codes of /prod for its product', () => {
    const prod: LineRequest = { productId: '7', selectedVersion: 'kids', quantity: 1 };
    const { discount, amount } = accepted(quote([prod], 'GIFT25'));
    expect([discount, amount]).toEqual([rupees(62.5), rupees(187.5)]);
  });
});

describe('a quote', () => {
  const tooMany = [2 ** 53, 1e308, Math.floor(LARGEST_AMOUNT / 79_900) + 1];

  it.each<[field: string, message: RegExp, line: LineRequest, values: unknown[]]>([
    ['quantity', /^Please choose a whole number, 1 or more$/, crown, [0, -1, 1.5, NaN, Infinity]],
    ['quantity', /^Please choose a whole number/, crown, ['1', null, undefined, [1]]],
    // Their prices would not be exact.
    ['quantity', /order fewer/, crown, tooMany],
    ['productId', /no longer sell/, crown, ['', '03', ' 3', 'combo_001', '__proto__']],
    ['selectedVersion', /: Adult or Kids$/, adultDairyMilk, [undefined, 'giant', 'Adult', '']],
    ['selectedVersion', /Garland: Adult or Kid$/, { productId: '7', quantity: 1 }, [undefined]],
    ['selectedVersion', /one version only/, crown, ['adult', 'giant']],
    ['chocolate', /contact us/, adultDairyMilk, ['Munch']],
    ['chocolate', /contact us/, { productId: '6', quantity: 1 }, ['Dairy Milk']],
    ['chocolate', /contact us/, crown, ['Contact']],
  ])('is refused for an invalid %s: %s [rule-33]', (own, message, line, values) => {
    for (const value of values) {
      const result = quote([adultDairyMilk, { ...line, [own]: value }]);
      const words = expect.stringMatching(message) as string;
      const refusal = { ok: false, field: `items.1.${own}`, message: words };
      expect({ value, result }).toEqual({ value, result: refusal });
    }
  });

  it('is accepted for the largest exact quantity, not for twice that [rule-34]', () => {
    const line = { ...crown, quantity: Math.floor(LARGEST_AMOUNT / 79_900) };
    expect(accepted(quote([line], 'LUCKY50')).amount * 2).toBe(line.quantity * 79_900);
    expect(quote([line, line])).toMatchObject({ ok: false, field: 'items' });
  });

  it('is refused for an empty list', () => {
    const message = 'Please select at least one product';
    expect(quote([])).toEqual({ ok: false, field: 'items', message });
  });

  it.each<[string, LineRequest[]]>([
    ['NOSUCH', [crown]],
    ['', [crown]],
    ['DAIRY10', [crown]],
    ['GIFT25', [{ productId: '7', selectedVersion: 'adult', quantity: 1 }, crown]],
  ])('is refused for the coupon %j with these products', (code, lines) => {
    const message = 'Invalid coupon code';
    expect(quote(lines, code)).toEqual({ ok: false, field: 'couponCode', message });
  });

  it('never throws, whatever the input', () => {
    const or = (...values: unknown[]) => fc.oneof(fc.constantFrom(...values), fc.anything());
    const junk = fc.record({
      productId: or('1', '3', '6', '7'),
      selectedVersion: or('adult', 'kids'),
      quantity: fc.oneof(fc.integer(), fc.double(), fc.anything()),
      chocolate: or('Dairy Milk', 'Munch'),
    });
    fc.assert(
      fc.property(fc.array(junk), fc.option(fc.string(), { nil: undefined }), (lines, code) => {
        const result = quote(lines as LineRequest[], code);
        const sensible = result.ok ? result.quote.amount > 0 : result.message !== '';
        expect(sensible).toBe(true);
      }),
    );
  });
});

it('the payment partner takes ₹1 to ₹5,00,000', () => {
  const least = 'Our payment partner takes at least ₹1. Please order more.';
  const most =
    'Our payment partner takes at most ₹5,00,000 in one payment. Please order fewer, or contact us.';
  expect([99, 5_00_000_01].map(checkPayable)).toEqual([least, most]);
  expect([1_00, 5_00_000_00].map(checkPayable)).toEqual([undefined, undefined]);
});

describe('the lines of a cart', () => {
  const garland = toCartItem(findProduct('3')!);

  it('have the prices and pictures of the catalogue, not the stored ones', () => {
    const stored = { ...garland, price: 1, originalPrice: 2, versionName: 'Giant', quantity: 3 };
    const kids = toCartItem(findProduct('7')!, { selectedVersion: 'kids' });
    const lines = cartLines([stored, { ...kids, image: 'dairymilk-1-hero' }]);
    const prices = { unit: rupees(999), originalUnit: rupees(1299), total: rupees(2997) };
    expect(lines).toMatchObject([
      { product: findProduct('3'), versionName: 'Adult', ...prices },
      { unit: rupees(250), versionName: 'Kid', picture: { name: 'dairymilk-3-kids' } },
    ]);
    const [line] = lines;
    expect(lineSaving(line!)).toBe(rupees(900));
    expect(lineSaving({ ...line!, originalUnit: line!.unit - 1 })).toBe(0);
  });

  it('keep products that are no longer sold, at a price of 0', () => {
    const gone: CartItem = { ...garland, id: '99' };
    const lines = cartLines([gone, toCartItem(findProduct('6')!)]);
    expect(lines[0]).toEqual({ item: gone, unit: 0, originalUnit: 0, total: 0 });
    expect(cartTotal(lines)).toBe(rupees(190));
    expect(cartTotal([])).toBe(0);
  });

  const four = { chocolate: 'KitKat', quantity: 4 };

  it.each<[Partial<CartItem>, Partial<LineRequest>]>([
    [{ id: '2', ...four }, four],
    [{ id: '4', selectedVersion: 'kids' }, { selectedVersion: 'kids' }],
    // The product's defaults replace choices that it does not offer.
    [{ id: '3' }, { selectedVersion: 'adult' }],
    [{ id: '2', selectedVersion: 'kids', chocolate: 'Contact' }, {}],
  ])('are requested as chosen, if the product offers that: %j', (stored, request) => {
    const [item] = parseCart(JSON.stringify([stored]));
    expect(toLineRequest(item!)).toStrictEqual({ productId: stored.id, quantity: 1, ...request });
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { everyLine } from '#support/every-line.ts';
import { parseCart, toCartItem } from './cart.ts';
import type { CartItem } from './cart.ts';
import { catalogue, findProduct } from './catalogue/catalogue.ts';
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

  it(
    'takes every price, name, picture and default from the catalogue',
    covers('constant-13', 'entity-21'),
    () => {
      fc.assert(
        fc.property(anyLines, (lines) => {
          for (const [index, line] of accepted(quote(lines)).lines.entries()) {
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
    },
  );

  it('lists the names and sums the quantities, as the order will', () => {
    const result = accepted(
      quote([adultDairyMilk, { productId: '2', quantity: 2, chocolate: 'Munch' }], 'festive30'),
    );
    expect(result).toMatchObject({
      productName: 'Dairy Milk Garland, Chocolate Crown',
      quantity: 3,
      total: rupees(2597),
      coupon: { code: 'FESTIVE30', percent: 30 },
      discount: rupees(779.1),
      amount: rupees(1817.9),
    });
    expect(result.lines.map(({ chocolate }) => chocolate)).toEqual(['Dairy Milk', 'Munch']);
  });

  it('accepts the codes of /prod for its product', () => {
    const prod: LineRequest = { productId: '7', selectedVersion: 'kids', quantity: 1 };
    expect(accepted(quote([prod], 'GIFT25'))).toMatchObject({
      amount: rupees(187.5),
      discount: rupees(62.5),
    });
  });
});

/** Returns field and message of the refusal of an order whose second line is this one. */
function refusal(line: object): unknown[] {
  const result = quote([adultDairyMilk, line as LineRequest]);
  return result.ok ? [] : [result.field, result.message];
}

describe('a quote', () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity, '1', null, undefined, [1]])(
    'is refused for the quantity %j',
    covers('rule-33'),
    (quantity) => {
      const message = 'Please choose a whole number, 1 or more';
      expect(refusal({ ...crown, quantity })).toEqual(['items.1.quantity', message]);
    },
  );

  it.each([2 ** 53, 1e308, Math.floor(LARGEST_AMOUNT / 79_900) + 1])(
    'is refused for a quantity of %d, whose price would not be exact',
    (quantity) => {
      expect(refusal({ ...crown, quantity })).toEqual([
        'items.1.quantity',
        expect.stringContaining('order fewer'),
      ]);
    },
  );

  it(
    'is accepted for the largest exact quantity, but not for two such lines',
    covers('rule-34'),
    () => {
      const line = { ...crown, quantity: Math.floor(LARGEST_AMOUNT / 79_900) };
      expect(accepted(quote([line], 'LUCKY50')).amount * 2).toBe(line.quantity * 79_900);
      expect(quote([line, line])).toMatchObject({ ok: false, field: 'items' });
    },
  );

  it('is refused for an empty list', () => {
    const message = 'Please select at least one product';
    expect(quote([])).toEqual({ ok: false, field: 'items', message });
  });

  it.each(['', '03', ' 3', 'combo_001', '__proto__'])(
    'is refused for the unknown product %j',
    (productId) => {
      const message = expect.stringContaining('no longer sell');
      expect(refusal({ productId, quantity: 1 })).toEqual(['items.1.productId', message]);
    },
  );

  it.each([
    ['3', 'Dairy Milk Garland: Adult or Kids'],
    ['7', 'Dairy Milk Garland: Adult or Kid'],
  ])('is refused without a version of product %s', (productId, names) => {
    for (const selectedVersion of [undefined, 'giant', 'Adult', '']) {
      const message = `Please choose a version of ${names}`;
      expect(refusal({ productId, quantity: 1, selectedVersion })).toEqual([
        'items.1.selectedVersion',
        message,
      ]);
    }
  });

  it('is refused for any version of a product that has none', () => {
    for (const { id } of catalogue.filter(({ versions }) => !versions)) {
      for (const selectedVersion of ['adult', 'giant']) {
        const message = expect.stringContaining('one version only');
        expect(refusal({ productId: id, quantity: 1, selectedVersion })).toEqual([
          'items.1.selectedVersion',
          message,
        ]);
      }
    }
  });

  it.each([
    [{ ...adultDairyMilk, chocolate: 'Munch' }],
    [{ productId: '6', quantity: 1, chocolate: 'Dairy Milk' }],
    [{ ...crown, chocolate: 'Contact' }],
  ])('is refused for a chocolate that the product does not have: %j', (request) => {
    expect(refusal(request)).toEqual(['items.1.chocolate', expect.stringContaining('contact us')]);
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

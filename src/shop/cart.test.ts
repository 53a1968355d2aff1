import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToCart, parseCart, removeFromCart, toCartItem } from './cart.ts';
import { catalogue, findProduct } from './catalogue/catalogue.ts';
import { kidsVersion } from './catalogue/product.ts';
import type { Product } from './catalogue/product.ts';
import { cartLines, cartTotal, quote, toLineRequest } from './price.ts';

const product = (id: string) => findProduct(id) as Product;
const store = (entries: unknown) => parseCart(JSON.stringify(entries));

describe('toCartItem', () => {
  it('holds the fields of the specification, prices in rupees [entity-11]', () => {
    const prices = { price: 799, originalPrice: 999, discount: 20 };
    const version = { selectedVersion: 'kids', versionName: 'Kids' } as const;
    expect(toCartItem(product('3'), { ...version, quantity: 2 })).toStrictEqual({
      id: '3',
      title: 'Dairy Milk Garland',
      description: product('3').summary,
      image: 'dairymilk-3-kids',
      link: '/dairymilkgarland',
      category: 'chocolate',
      type: 'garland',
      quantity: 2,
      ...prices,
      ...version,
    });
  });

  it('has one piece of the first version and chocolate by default [entity-12]', () => {
    const adult = { selectedVersion: 'adult', versionName: 'Adult', price: 1199, quantity: 1 };
    expect(toCartItem(product('5'))).toMatchObject(adult);
    const crown = toCartItem(product('2'));
    expect(crown).toMatchObject({ chocolate: 'Dairy Milk', quantity: 1 });
    expect(crown).not.toHaveProperty('selectedVersion');
    expect(toCartItem(product('6'))).not.toHaveProperty('chocolate');
    const kidsOnly = { ...product('5'), versions: [kidsVersion] as const };
    expect(toCartItem(kidsOnly)).toMatchObject({ selectedVersion: 'kids', price: 799 });
    expect(toCartItem(product('1'), { chocolate: 'Munch' }).chocolate).toBe('Munch');
  });

  it('survives storage unchanged, for every product', () => {
    const items = catalogue.map((each) => toCartItem(each));
    expect(store(items)).toStrictEqual(items);
  });
});

describe('adding and removing', () => {
  const [garland, crown] = [toCartItem(product('3')), toCartItem(product('2'))];
  const kids = toCartItem(product('3'), { selectedVersion: 'kids' });

  it('appends without merging [transition-3]', () => {
    expect(addToCart([garland], garland)).toEqual([garland, garland]);
  });

  it('removes all items with the id, and nothing else [transition-4]', () => {
    expect(removeFromCart([garland, crown, kids], '3')).toEqual([crown]);
  });
});

describe('parseCart', () => {
  const noCarts = [null, '', '{', 'null', '1', '"[]"', '{"0":{"id":"3"}}'];

  it.each(noCarts)('returns an empty cart for %j', (stored) => {
    expect(parseCart(stored)).toEqual([]);
  });

  it.each([null, 1, 'x', [], { id: '' }, { id: null }, { id: {} }, { title: 'Garland' }])(
    'drops the entry %j and keeps its neighbours',
    (entry) => {
      const good = toCartItem(product('2'));
      expect(store([good, entry, good])).toEqual([good, good]);
    },
  );

  it('reads _id, name, size, color, chocolate and numeric ids [entity-13]', () => {
    const own = { size: 'L', color: 'red', chocolate: 'Munch' };
    const [item] = store([{ _id: 3, name: 'Garland', ...own }]);
    const texts = { description: '', image: '', link: '', category: '', type: '' };
    const numbers = { price: 0, originalPrice: 0, discount: 0, quantity: 1 };
    expect(item).toStrictEqual({ id: '3', title: 'Garland', ...texts, ...numbers, ...own });
  });

  it('prefers id to _id and title to name', () => {
    const [item] = store([{ id: '1', _id: '2', title: 'a', name: 'b' }]);
    expect(item).toMatchObject({ id: '1', title: 'a' });
  });

  it.each([0, -1, 1.5, '2', null, 2 ** 53, [3]])('replaces the quantity %j by 1', (quantity) => {
    expect(store([{ id: '3', quantity }])[0]?.quantity).toBe(1);
  });

  const noPaths = ['javascript:alert(1)', '//evil.example', '/\\evil.example', 7];

  it.each(noPaths)('drops the link %j', (link) => {
    expect(store([{ id: '3', link }])[0]?.link).toBe('');
  });

  it('drops what is no text and no version, and replaces an infinite price and a negative zero by 0', () => {
    const stored = '[{"id":"3","title":7,"selectedVersion":"giant","price":1e999,"discount":-0}]';
    expect(parseCart(stored)[0]).toMatchObject({ title: '', price: 0, discount: 0 });
    expect(parseCart(stored)[0]).not.toHaveProperty('selectedVersion');
  });

  const anyValue = fc.jsonValue();
  const nearlyItem = fc.record(
    {
      id: fc.oneof(fc.constantFrom('3', '2', 6, 'COMBO_003', 'gone'), anyValue),
      _id: anyValue,
      title: anyValue,
      price: fc.oneof(fc.double(), anyValue),
      quantity: fc.oneof(fc.integer(), anyValue),
      link: fc.oneof(fc.constant('/prod'), anyValue),
      selectedVersion: fc.oneof(fc.constantFrom('adult', 'kids'), anyValue),
      chocolate: fc.oneof(fc.constantFrom('Munch', 'Contact'), anyValue),
      size: anyValue,
    },
    { requiredKeys: [] },
  );
  const anyStored = fc.oneof(fc.array(nearlyItem), fc.array(anyValue), anyValue);

  it('returns items that survive storage unchanged, whatever was stored', () => {
    fc.assert(
      fc.property(anyStored, (entries) => {
        const cart = store(entries);
        expect(store(cart)).toStrictEqual(cart);
      }),
    );
  });

  it('returns items that the shop quotes at the displayed total', () => {
    fc.assert(
      fc.property(fc.array(nearlyItem), (entries) => {
        const lines = cartLines(store(entries)).filter(
          // `quote` refuses larger quantities.
          (line) => line.product && line.item.quantity < 1_000_000,
        );
        fc.pre(lines.length > 0);
        const result = quote(lines.map(({ item }) => toLineRequest(item)));
        expect(result).toMatchObject({ ok: true, quote: { total: cartTotal(lines) } });
      }),
    );
  });
});

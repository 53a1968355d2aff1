import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { toCartItem } from '../../shop/cart.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import dairyMilkGarland from '../../shop/catalogue/products/dairy-milk-garland.ts';
import { toLineRequest } from '../../shop/price.ts';
import { withoutPaidLines } from './cart-store.ts';

/** The specification's key, which existing carts have. */
const CART_KEY = 'cart';
const crown = toCartItem(chocolateCrown);
const garland = toCartItem(dairyMilkGarland);

const browser = openBrowser();
// Each test is a page load of its own.
beforeEach(() => void vi.resetModules());

async function open() {
  return { ...(await import('./cart-store.ts')), ...(await import('./cart-storage.ts')) };
}
const ids = (store: Awaited<ReturnType<typeof open>>) => store.readCart().items.map(({ id }) => id);
const stored = () => JSON.parse(browser.local.getItem(CART_KEY) ?? 'null') as { id: string }[];

it('loads the stored cart and writes every change back [entity-9]', async () => {
  browser.local.setItem(CART_KEY, JSON.stringify([crown]));
  const store = await open();
  expect(ids(store)).toEqual([crown.id]);
  store.addItem(garland);
  store.addItem(garland);
  expect(stored().map(({ id }) => id)).toEqual([crown.id, garland.id, garland.id]);
  store.cartActions.remove(garland.id);
  expect(stored().map(({ id }) => id)).toEqual([crown.id]);
});

it('returns the same snapshot until something changes', async () => {
  const store = await open();
  const first = store.readCart();
  expect(store.readCart()).toBe(first);
  expect(first.ready).toBe(true);
  store.addItem(crown);
  expect(store.readCart()).not.toBe(first);
});

it('removes the lines of a paid order', async () => {
  const store = await open();
  store.addItem(crown);
  store.addItem(garland);
  store.cartActions.removePaid([toLineRequest(crown)]);
  expect(stored().map(({ id }) => id)).toEqual([garland.id]);
});

it('follows another tab, and adds to the cart of that tab', async () => {
  const store = await open();
  const onChange = vi.fn<() => void>();
  const unsubscribe = store.subscribeToCart(onChange);
  browser.otherTab(CART_KEY, JSON.stringify([garland]));
  expect(onChange).toHaveBeenCalledOnce();
  expect(ids(store)).toEqual([garland.id]);
  unsubscribe();

  browser.otherTab(CART_KEY, JSON.stringify([crown, crown]));
  expect(onChange).toHaveBeenCalledOnce();
  store.addItem(garland);
  expect(stored().map(({ id }) => id)).toEqual([crown.id, crown.id, garland.id]);
});

it('reads storage again when the page comes back from the back-forward cache', async () => {
  const store = await open();
  store.subscribeToCart(() => {});
  store.readCart();
  browser.local.setItem(CART_KEY, JSON.stringify([crown]));
  browser.fire(new Event('pageshow'));
  expect(ids(store)).toEqual([crown.id]);
});

it.each(['silently', 'writes', 'everything'] as const)(
  'works in memory if storage refuses %s, and reports it',
  async (refuse) => {
    browser.local.refuse = refuse;
    const store = await open();
    expect(store.addItem(crown)).toBe(false);
    store.addItem(garland);
    expect(ids(store)).toEqual([crown.id, garland.id]);
    expect(store.storeCart()).toBe(false);
  },
);

it('stores the cart that the page shows if something has deleted it', async () => {
  const store = await open();
  expect(store.addItem(crown)).toBe(true);
  browser.local.clear();
  expect(store.storeCart()).toBe(true);
  expect(stored().map(({ id }) => id)).toEqual([crown.id]);
});

it('loses nothing while storage is full, and stores everything later', async () => {
  const store = await open();
  store.addItem(crown);
  browser.local.refuse = 'writes';
  store.addItem(garland);
  expect(ids(store)).toEqual([crown.id, garland.id]);
  browser.local.refuse = 'nothing';
  store.addItem(garland);
  expect(stored().map(({ id }) => id)).toEqual([crown.id, garland.id, garland.id]);
});

describe('withoutPaidLines', () => {
  const two = toCartItem(chocolateCrown, { quantity: 2 });
  const munch = toCartItem(chocolateCrown, { chocolate: 'Munch' });
  const adult = toCartItem(dairyMilkGarland, { selectedVersion: 'adult' });
  const kids = toCartItem(dairyMilkGarland, { selectedVersion: 'kids' });

  it('removes no other version, quantity or chocolate', () => {
    expect(withoutPaidLines([adult, kids, munch], [toLineRequest(kids)])).toEqual([adult, munch]);
    expect(withoutPaidLines([two, munch], [toLineRequest(crown)])).toEqual([two, munch]);
  });

  it('removes exactly the paid items, in any order', () => {
    const anyItem = fc.constantFrom(...catalogue).map((product) => toCartItem(product));
    fc.assert(
      fc.property(fc.array(anyItem), fc.array(fc.nat()), (cart, picks) => {
        const indexes = [...new Set(picks.map((pick) => pick % Math.max(cart.length, 1)))];
        const paid = indexes.flatMap((index) => cart[index] ?? []);
        const left = withoutPaidLines(cart, paid.map(toLineRequest));
        expect(left.length).toBe(cart.length - paid.length);
        const sorted = (items: typeof cart) => items.map(({ id }) => id).toSorted();
        expect(sorted([...left, ...paid])).toEqual(sorted(cart));
      }),
    );
  });
});

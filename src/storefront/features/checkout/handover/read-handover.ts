// What a page of the checkout was handed: /deliveryform by the session storage of the tab, /success by its history
// entry and its address, so that a reload still knows the order.
import { isVersionKey } from '../../../../shop/catalogue/product.ts';
import type { LineRequest } from '../../../../shop/price.ts';
import { keptHandover } from './handover.ts';
import type { Handover } from './handover.ts';

const LONGEST_CODE = 40;
const CART: Handover = { mode: 'cart' };

/** Returns what this tab was handed; the cart where that was nothing (direct entry), or cannot be used. */
export function readHandover(): Handover {
  const { mode, couponCode, line: handed } = recordOf(keptHandover.read());
  const line = mode === 'product' ? lineOf(handed) : undefined;
  if (!line || !isTextOrAbsent(couponCode)) return CART;
  if (typeof couponCode !== 'string') return { mode: 'product', line };
  return couponCode.length <= LONGEST_CODE ? { mode: 'product', line, couponCode } : CART;
}

/** Forgets the handover, once its order is paid. */
export function clearHandover(): void {
  keptHandover.remove();
}

const recordOf = (value: unknown): Record<string, unknown> => ({ ...(value as object) });
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string';

// Anyone may write to session storage. Parsed by hand, not by a schema: the delivery form's first load
// has no room for a library. What is not understood in full is not used in part.
function lineOf(value: unknown): LineRequest | undefined {
  const { productId, selectedVersion, quantity, chocolate } = recordOf(value);
  if (typeof productId !== 'string' || productId === '') return undefined;
  if (!Number.isInteger(quantity) || Number(quantity) < 1) return undefined;
  if (!isTextOrAbsent(chocolate)) return undefined;
  if (selectedVersion !== undefined && !isVersionKey(selectedVersion)) return undefined;
  return {
    productId,
    quantity: Number(quantity),
    ...(selectedVersion && { selectedVersion }),
    ...(typeof chocolate === 'string' && { chocolate }),
  };
}

const ORDER_ID = /^[\w-]{1,64}$/;

/** Returns `/success?order=…`. */
export function successPath(orderId: string): string {
  return `/success?order=${encodeURIComponent(orderId)}`;
}

const idOf = (value: unknown) =>
  typeof value === 'string' && ORDER_ID.test(value) ? value : undefined;

/** Returns the order that this browser has just paid. Only the shop's pages write the history entry; a reload keeps it. */
export function paidOrderOf({ state }: { state: unknown }): string | undefined {
  return idOf(recordOf(state)['orderId']);
}

/** Returns the order that the address names. Anyone can write an address: it may be nobody's, or somebody else's. */
export function namedOrderOf({ search }: { search: string }): string | undefined {
  return idOf(new URLSearchParams(search).get('order'));
}

// Reads the handover to /deliveryform from the session storage of the tab.
import { isVersionKey } from '../../shop/catalogue/product.ts';
import type { LineRequest } from '../../shop/price.ts';
import { keptHandover } from './start-checkout.ts';
import type { Handover } from './start-checkout.ts';

const LONGEST_CODE = 40;
const CART: Handover = { mode: 'cart' };

/** Returns the handover of this tab; the cart if there is none (direct entry) or it cannot be used. */
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

export const recordOf = (value: unknown): Record<string, unknown> => ({ ...(value as object) });
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string';

// Anyone may write to session storage. Parsed by hand, not by a schema: the delivery form's first load has no room for
// a library. A handover with an invalid part is not used at all.
export function lineOf(value: unknown): LineRequest | undefined {
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

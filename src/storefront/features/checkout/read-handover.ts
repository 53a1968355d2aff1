// Reads what was handed over to /deliveryform. Anyone may write to session storage, so nothing in
// it is taken on trust.
import * as v from 'valibot';
import { HANDOVER_KEY } from './handover.ts';
import type { Handover } from './handover.ts';

const handoverSchema = v.variant('mode', [
  v.object({
    mode: v.literal('product'),
    line: v.object({
      productId: v.pipe(v.string(), v.minLength(1)),
      selectedVersion: v.exactOptional(v.picklist(['adult', 'kids'])),
      quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      chocolate: v.exactOptional(v.string()),
    }),
  }),
  v.object({ mode: v.literal('cart') }),
]);

/** The hand-over in a stored text, or the cart where the text cannot be used. */
export function parseHandover(stored: string | null): Handover {
  try {
    const parsed = v.safeParse(handoverSchema, JSON.parse(stored ?? ''));
    return parsed.success ? parsed.output : { mode: 'cart' };
  } catch {
    return { mode: 'cart' };
  }
}

/** What this tab was handed; the cart where it was handed nothing (direct entry). */
export function readHandover(): Handover {
  try {
    return parseHandover(sessionStorage.getItem(HANDOVER_KEY));
  } catch {
    return { mode: 'cart' };
  }
}

/** Forgets the hand-over, once its order is paid. */
export function clearHandover(): void {
  try {
    sessionStorage.removeItem(HANDOVER_KEY);
  } catch {
    // Nothing was kept, so there is nothing to forget.
  }
}

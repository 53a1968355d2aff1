// What Buy Now and the cart hand over to /deliveryform. That page is entered by a full page load, so the handover is
// kept in the session storage of the tab. read-handover.ts reads it; it is separate, because every product page loads
// this file.
import { useState } from 'react';
import type { LineRequest } from '../../shop/price.ts';
import { inTab } from '../platform/storage.ts';
import { isVersionKey } from '../../shop/catalogue/product.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { isSignedIn } from '../session/session.ts';
import { navigate } from '../platform/navigation.tsx';

const storedCheckout = inTab('checkout');

/**
 * One product of Buy Now, with the code that was applied on its page, or the cart as it stands when
 * /deliveryform opens. It never holds a price: the catalogue has it.
 */
export type CheckoutStart =
  { mode: 'product'; line: LineRequest; couponCode?: string } | { mode: 'cart' };

/** Stores the handover for /deliveryform. Returns false if the browser refuses storage: then the cart is shown. */
export function startCheckout(handover: CheckoutStart): boolean {
  return storedCheckout.write(handover);
}

// Reads the handover to /deliveryform from the session storage of the tab.

const LONGEST_CODE = 40;
const CART: CheckoutStart = { mode: 'cart' };

/** Returns the handover of this tab; the cart if there is none (direct entry) or it cannot be used. */
export function readCheckoutStart(): CheckoutStart {
  const { mode, couponCode, line: handed } = asRecord(storedCheckout.read());
  const line = mode === 'product' ? parseLine(handed) : undefined;
  if (!line || !isTextOrAbsent(couponCode)) return CART;
  if (typeof couponCode !== 'string') return { mode: 'product', line };
  return couponCode.length <= LONGEST_CODE ? { mode: 'product', line, couponCode } : CART;
}

/** Forgets the handover, once its order is paid. */
export function clearCheckoutStart(): void {
  storedCheckout.remove();
}

export const asRecord = (value: unknown): Record<string, unknown> => ({ ...(value as object) });
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string';

// Anyone may write to session storage. Parsed by hand, not by a schema: the delivery form's first load has no room for
// a library. A handover with an invalid part is not used at all.
export function parseLine(value: unknown): LineRequest | undefined {
  const { productId, selectedVersion, quantity, chocolate } = asRecord(value);
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

// Buy Now: hands the choice to the checkout, after a login if necessary.

interface BuyNow {
  /** While it is found out who is signed in. */
  readonly isBusy: boolean;
  /** The browser refuses storage, so nothing can be handed over. */
  readonly refused: boolean;
  /** @param couponCode a code that already applies to the line */
  buy(line: LineRequest, couponCode?: string): Promise<void>;
}

export function useBuyNow(): BuyNow {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);

  async function buy(line: LineRequest, couponCode?: string): Promise<void> {
    const here = location.pathname;
    const kept = startCheckout({ mode: 'product', line, ...(couponCode && { couponCode }) });
    setRefused(!kept);
    if (!kept) return;
    setBusy(true);
    const signedIn = await isSignedIn();
    setBusy(false);
    // A visitor who has navigated meanwhile is not taken away from there.
    if (location.pathname !== here) return;
    if (signedIn) {
      scrollTo({ top: 0, behavior: 'instant' });
      navigate(PAYMENT_PAGE);
    } else {
      navigate('/login', { state: { from: PAYMENT_PAGE } });
    }
  }

  return { isBusy, refused, buy };
}

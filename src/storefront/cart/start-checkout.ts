// Hands one product or the cart to the checkout, through the login, and reads it there. /deliveryform is entered by a
// full page load, so what is ordered is stored in this tab.
import { useState } from 'react';
import { isVersionKey } from '../../shop/catalogue/product.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { LineRequest } from '../../shop/price.ts';
import { navigate } from '../platform/navigation.tsx';
import { inTab } from '../platform/storage.ts';
import { isSignedIn } from '../session/session.ts';
import { storeCart } from './cart-storage.ts';

/**
 * One product of Buy Now, with the code that was applied on its page, or the cart as it stands when
 * /deliveryform opens. It never holds a price: the catalogue has it.
 */
export type CheckoutStart =
  | { mode: 'product'; line: LineRequest; couponCode?: string }
  | { mode: 'cart' };

const CART: CheckoutStart = { mode: 'cart' };
const LONGEST_CODE = 40;

const storedStart = inTab('checkout');

/** What was chosen on /deliveryform, besides the address. */
export interface CheckoutChoice {
  /** The code that was applied last; null if it was removed again, missing if none was tried. */
  code?: string | null;
  /** The keys of the cart's items that are not ordered. */
  unticked: readonly string[];
}

const storedChoice = inTab('maalai.choice');

/**
 * Returns a function for Buy Now and Proceed to Checkout: it leads to /deliveryform, after a login if necessary.
 * `isBusy` while it is found out who is signed in. `isRefused` if the browser stores nothing, so that the order would
 * get lost.
 */
export function useCheckout() {
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);

  async function checkOut(start: CheckoutStart): Promise<void> {
    const here = location.pathname;
    const isLost = !startCheckout(start) || (start.mode === 'cart' && !storeCart());
    setRefused(isLost);
    if (isLost) return;
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

  return { isBusy, isRefused, checkOut };
}

/** Stores what /deliveryform orders. Returns false if it would show something else. */
export function startCheckout(start: CheckoutStart): boolean {
  // Whoever comes from the cart saw the total of all its lines. A code stays, unless the start brings its own.
  const { code } = readCheckoutChoice();
  if (start.mode === 'product' && start.couponCode) storedChoice.remove();
  else storeCheckoutChoice({ ...(code && { code }), unticked: [] });
  if (storedStart.write(start)) return true;
  // Nothing stored is the cart.
  storedStart.remove();
  return start.mode === 'cart' && readCheckoutStart().mode === 'cart';
}

/** Returns what is ordered in this tab; the cart if nothing is stored (direct entry) or it cannot be used. */
export function readCheckoutStart(): CheckoutStart {
  const { mode, couponCode, line: stored } = asRecord(storedStart.read());
  const line = mode === 'product' ? parseLine(stored) : undefined;
  if (!line || !isTextOrAbsent(couponCode)) return CART;
  if (typeof couponCode !== 'string') return { mode: 'product', line };
  return couponCode.length <= LONGEST_CODE ? { mode: 'product', line, couponCode } : CART;
}

/** Returns what was chosen before a reload or a login. Parsed by hand, as the line. */
export function readCheckoutChoice(): CheckoutChoice {
  const { code, unticked } = asRecord(storedChoice.read());
  const isCode = code === null || (typeof code === 'string' && code.length <= LONGEST_CODE);
  return {
    ...(isCode && { code }),
    unticked: Array.isArray(unticked) ? unticked.filter((key) => typeof key === 'string') : [],
  };
}

export function storeCheckoutChoice(choice: CheckoutChoice): void {
  storedChoice.write(choice);
}

/** Deletes what was stored, once its order is paid. */
export function clearCheckoutStart(): void {
  storedStart.remove();
  storedChoice.remove();
}

/**
 * Returns the line; undefined if a part of it is invalid. Anyone may write to session storage. Parsed by hand, not by a
 * schema: the delivery form's first load has no room for a library.
 */
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

export const asRecord = (value: unknown): Record<string, unknown> => ({ ...(value as object) });
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string';

// Buy Now: hands the choice to the checkout, after a login if necessary.
import { useState } from 'react';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { LineRequest } from '../../shop/price.ts';
import { isSignedIn } from '../session/session.ts';
import { handOver } from './start-checkout.ts';
import { navigate } from '../platform/navigation.tsx';

export interface BuyNow {
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
    const kept = handOver({ mode: 'product', line, ...(couponCode && { couponCode }) });
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

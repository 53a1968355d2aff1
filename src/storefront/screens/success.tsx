// /success: the order stands, if it is one of this visitor's. A visit that brings none first looks for a payment of this
// browser that still has to be confirmed.
import { useCallback } from 'react';
import { refreshSession, useSession } from '../features/account/session.ts';
import { useSignedIn } from '../features/account/use-signed-in.ts';
import { cartActions } from '../features/cart/cart-store.ts';
import { OrderPlaced } from '../features/checkout/handover/order-placed.tsx';
import type { Outcome } from '../features/checkout/handover/order-placed.tsx';
import {
  namedOrderOf,
  paidOrderOf,
  successPath,
} from '../features/checkout/handover/read-handover.ts';
import { CONFIRMING, initialState } from '../features/checkout/payment/checkout-state.ts';
import { mayHavePending } from '../features/checkout/payment/pending-mark.ts';
import { usePayment } from '../features/checkout/payment/use-payment.ts';
import { useOrders } from '../features/orders/use-orders.ts';
import { navigate, useLocation } from '../ui/navigation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

export default function SuccessScreen() {
  const outcome = useOutcome();
  // The prerendered page is everybody's.
  return <OrderPlaced outcome={useHydrated() ? outcome : { kind: 'unknown' }} />;
}

function useOutcome(): Outcome {
  const location = useLocation();
  const { status } = useSession();
  const { user, isUnreachable } = useSignedIn('/success', true);
  const askAgain = useCallback(() => void refreshSession(), []);

  const paid = paidOrderOf(location);
  const named = paid ? undefined : namedOrderOf(location);
  const orders = useOrders(named && user?.email, askAgain);
  const isOwn = orders?.some(({ _id }) => _id === named) ?? false;
  const placed = paid ?? (isOwn ? named : undefined);

  const hasAsked = !named || orders !== undefined;
  const payer = !placed && hasAsked ? user?.id : undefined;
  const { state, hasLooked } = usePayment(payer, (orderId, cartLines) => {
    cartActions.removePaid(cartLines);
    navigate(successPath(orderId), { replace: true, state: { orderId } });
  });

  if (placed) return { kind: 'placed', orderId: placed };
  if (state.alert ?? state.notice) return { kind: 'waiting', state };
  if (status === 'signed-out' || isUnreachable) return { kind: 'none' };
  // A payment that is written down in this browser may be this person's.
  if (mayHavePending() && !hasLooked) {
    return { kind: 'waiting', state: { ...initialState, notice: CONFIRMING } };
  }
  return user && hasAsked ? { kind: 'none' } : { kind: 'unknown' };
}

// /success: shows the order, if it is one of this visitor's. A visit without an order first looks for a payment of this
// browser that still has to be confirmed.
import { useCallback, useState } from 'react';
import { refreshSession, useSession } from '../session/session.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { cartActions } from '../cart/cart-store.ts';
import { OrderPlaced } from './order-placed.tsx';
import type { Outcome } from './order-placed.tsx';
import { boughtOf, namedOrderOf, paidOrderOf } from './paid-order.ts';
import { successPath } from './success-path.ts';
import { CONFIRMING, initialState } from './payment-state.ts';
import { mayHavePending } from './pending-mark.ts';
import { usePayment } from './use-payment.tsx';
import { boughtIn } from '../orders/bought-in.ts';
import { useOrders } from '../orders/load-orders.ts';
import { navigate, useLocation } from '../platform/navigation.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';

export default function SuccessScreen() {
  const outcome = useOutcome();
  const [now] = useState(() => new Date());
  // The prerendered page is the same for everybody.
  return <OrderPlaced outcome={useHydrated() ? outcome : { kind: 'unknown' }} now={now} />;
}

function useOutcome(): Outcome {
  const location = useLocation();
  const { status } = useSession();
  const { user, isUnreachable } = useSignedIn('/success', true);
  const askAgain = useCallback(() => void refreshSession(), []);

  const paid = paidOrderOf(location);
  const named = paid ? undefined : namedOrderOf(location);
  const handed = paid ? boughtOf(location) : undefined;
  const sought = handed ? undefined : (paid ?? named);
  const orders = useOrders(sought && user?.email, askAgain);
  const own = orders?.list.find(({ _id }) => _id === sought);
  const placed = paid ?? (own && named);

  const hasAsked = !named || orders !== undefined;
  const payer = !placed && hasAsked ? user?.id : undefined;
  const { state, hasLooked } = usePayment(payer, (orderId, cartLines) => {
    cartActions.removePaid(cartLines);
    navigate(successPath(orderId), { replace: true, state: { orderId } });
  });

  if (placed) return { kind: 'placed', orderId: placed, bought: handed ?? (own && boughtIn(own)) };
  if (state.alert ?? state.notice) return { kind: 'waiting', state };
  if (status === 'signed-out' || isUnreachable) return { kind: 'none' };
  // A payment that is stored in this browser may be this person's.
  if (mayHavePending() && !hasLooked) {
    return { kind: 'waiting', state: { ...initialState, notice: CONFIRMING } };
  }
  return user && hasAsked ? { kind: 'none' } : { kind: 'unknown' };
}

// /success: the order stands. A visit that carries no order first looks for a payment of this
// browser that still has to be confirmed.
import { useSession } from '../features/account/session.ts';
import { cartActions } from '../features/cart/cart-store.ts';
import { CONFIRMING, initialState } from '../features/checkout/payment/checkout-state.ts';
import type { CheckoutState } from '../features/checkout/payment/checkout-state.ts';
import { OrderPlaced } from '../features/checkout/handover/order-placed.tsx';
import { mayHavePending } from '../features/checkout/payment/pending-mark.ts';
import { orderIdOf, successPath } from '../features/checkout/handover/read-handover.ts';
import { usePayment } from '../features/checkout/payment/use-payment.ts';
import { navigate, useLocation } from '../ui/navigation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Until it has been looked for, a payment written down in this browser may be this person's. */
const perhapsWaiting: CheckoutState = { ...initialState, notice: CONFIRMING };

export default function SuccessScreen() {
  const location = useLocation();
  const hydrated = useHydrated();
  const { status, user } = useSession();
  const orderId = orderIdOf(location);
  const { state, hasLooked } = usePayment(orderId ? undefined : user?.id, (paid, cartLines) => {
    cartActions.removePaid(cartLines);
    navigate(successPath(paid), { replace: true, state: { orderId: paid } });
  });
  const unknown = hydrated && status !== 'signed-out' && !hasLooked && mayHavePending();

  return (
    <OrderPlaced
      isPrerendered={!hydrated}
      orderId={hydrated ? orderId : undefined}
      state={unknown && state === initialState ? perhapsWaiting : state}
    />
  );
}

// /success: the order stands. A visit that carries no order first looks for a payment of this
// browser that still has to be confirmed.
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../features/account/session.ts';
import { cartActions } from '../features/cart/cart-store.ts';
import { OrderPlaced } from '../features/checkout/order-placed.tsx';
import { orderIdOf, successPath } from '../features/checkout/success-path.ts';
import { usePayment } from '../features/checkout/use-payment.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

export default function SuccessScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const orderId = orderIdOf(location);
  const { state } = usePayment(orderId ? undefined : user?.id, (paid, cartLines) => {
    cartActions.removePaid(cartLines);
    navigate(successPath(paid), { replace: true, state: { orderId: paid } });
  });

  return <OrderPlaced orderId={useHydrated() ? orderId : undefined} state={state} />;
}

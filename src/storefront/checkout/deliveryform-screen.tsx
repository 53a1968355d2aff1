// /deliveryform: entered by a full page load, because this page alone may open the payment window.
import { useEffect } from 'react';
import type { LineRequest } from '../../shop/price.ts';
import { refreshSession, useSession } from '../session/session.ts';
import { cartActions, useCart } from '../cart/cart-store.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { PlacedPictures } from './placed-pictures.tsx';
import { paidState, successPath } from './success-path.ts';
import layout from '../ui/layout/layout.module.css';
import { navigate } from '../platform/navigation.tsx';
import { onDemand } from '../platform/load.tsx';

const NextBigDay = onDemand(() => import('../ui/product/suggestions.tsx'));

/** Fetches /success, its code and its pictures, while the payment window is open. */
function SuccessAhead({ lines }: { lines: readonly LineRequest[] }) {
  useEffect(() => {
    // If it fails, opening the screen tries again.
    import('./success-screen.tsx').catch(() => undefined);
  }, []);
  return (
    <div hidden>
      <PlacedPictures lines={lines} />
    </div>
  );
}

async function askCustomer() {
  return (await refreshSession()).user;
}

export default function DeliveryFormScreen() {
  const { items, ready } = useCart();
  const { user } = useSession();

  return (
    <div className={layout.wrap}>
      <div className={layout.pageHead}>
        <h1>Delivery Details</h1>
        <p>Where should the sweetness go?</p>
      </div>
      <CheckoutForm
        cart={ready ? items : undefined}
        customer={user}
        askCustomer={askCustomer}
        onPaid={(orderId, cartLines, basket) => {
          cartActions.removePaid(cartLines);
          const state = paidState(orderId, basket, new Date());
          navigate(successPath(orderId), { replace: true, state });
        }}
        ifEmpty={<NextBigDay />}
        renderWhilePaying={(lines) => <SuccessAhead lines={lines} />}
      />
    </div>
  );
}

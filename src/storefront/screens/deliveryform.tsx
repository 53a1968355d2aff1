// /deliveryform: entered by a full page load, because this page alone may open the payment window.
import { useEffect } from 'react';
import type { LineRequest } from '../../shop/price.ts';
import { refreshSession, useSession } from '../features/account/session.ts';
import { cartActions, useCart } from '../features/cart/cart-store.ts';
import { CheckoutForm } from '../features/checkout/form/checkout-form.tsx';
import { PlacedPictures } from '../features/checkout/handover/placed-pictures.tsx';
import { paidState, successPath } from '../features/checkout/handover/success-path.ts';
import layout from '../ui/layout.module.css';
import { navigate } from '../ui/navigation.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const NextBigDay = onDemand(() => import('../features/catalogue/next-big-day.tsx'));

/** Fetches /success, its code and its pictures, while the payment window is open. */
function SuccessAhead({ lines }: { lines: readonly LineRequest[] }) {
  useEffect(() => {
    // If it fails, opening the screen tries again.
    import('./success.tsx').catch(() => undefined);
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

// /deliveryform: entered by a full page load, because this page alone may open the payment window.
import { refreshSession, useSession } from '../features/account/session.ts';
import { cartActions, useCart } from '../features/cart/cart-store.ts';
import { CheckoutForm } from '../features/checkout/form/checkout-form.tsx';
import { successPath } from '../features/checkout/handover/read-handover.ts';
import layout from '../ui/layout.module.css';
import { navigate } from '../ui/navigation.tsx';

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
        onPaid={(orderId, cartLines) => {
          cartActions.removePaid(cartLines);
          navigate(successPath(orderId), { replace: true, state: { orderId } });
        }}
      />
    </div>
  );
}

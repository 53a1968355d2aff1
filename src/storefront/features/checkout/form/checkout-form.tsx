// The checkout: items, address and coupon on one form, and the way to the payment window.
import { useEffect } from 'react';
import type { FormEvent } from 'react';
import { toRupees } from '../../../../shop/money.ts';
import type { CartItem } from '../../../../shop/cart-item.ts';
import type { LineRequest } from '../../../../shop/price.ts';
import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout.module.css';
import { windowFailed } from '../payment/checkout-state.ts';
import { CouponBox } from './coupon-box.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { PlaceOrder } from './place-order.tsx';
import { loadRules, useDeliveryForm } from './use-delivery-form.ts';
import { figuresOf, useOrder } from './use-order.ts';
import { usePayment } from '../payment/use-payment.ts';

/** The account that orders. */
export interface Customer {
  id: string;
  email: string;
}

interface CheckoutFormProps {
  /** Undefined until it was read. */
  cart: readonly CartItem[] | undefined;
  customer: Customer | undefined;
  /** Asks the server who is signed in, where the page does not know yet. */
  askCustomer: () => Promise<Customer | undefined>;
  /** The order stands; these lines are to leave the cart. */
  onPaid: (orderId: string, cartLines: readonly LineRequest[]) => void;
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, customer, askCustomer, onPaid } = props;
  const { order, unticked, chosen, quoted, coupon, ...control } = useOrder(cart);
  const { form, errors, check, showErrors, onInput } = useDeliveryForm();
  const { state, dispatch, flow } = usePayment(customer?.id, onPaid);
  const { total, discount, amount } = figuresOf(quoted);

  useEffect(() => {
    // Whoever touches the form will want to pay: by then the code for it is here. The listeners go with the form.
    const prepare = () => void Promise.all([flow(), loadRules()]).catch(() => undefined);
    form.current?.addEventListener('focusin', prepare, { once: true });
    form.current?.addEventListener('pointerdown', prepare, { once: true });
  }, [form, flow]);

  const signedOutMeanwhile = state.alert?.login === true;
  useEffect(() => {
    if (signedOutMeanwhile) void askCustomer();
  }, [signedOutMeanwhile, askCustomer]);

  async function placeOrder(event: FormEvent): Promise<void> {
    event.preventDefault();
    const payment = await flow().catch(() => undefined);
    if (!payment) return dispatch({ type: 'refused', alert: windowFailed });
    if (payment.isTaken()) return;
    const payer = customer ?? (await askCustomer());
    const address = await check(payer?.email ?? '');
    if (!quoted.ok) dispatch({ type: 'refused', alert: { text: quoted.message } });
    if (!address || !payer || !quoted.ok) return;
    const failure = await payment.pay({
      request: {
        totalAmount: toRupees(state.quotedAmount ?? amount),
        items: chosen.map(({ line }) => line),
        ...(coupon && { couponCode: coupon.code }),
        delivery: address,
      },
      userId: payer.id,
      cartLines: order?.mode === 'cart' ? chosen.map(({ line }) => line) : [],
    });
    if (failure) showErrors(failure.errors);
  }

  return (
    <form
      ref={form}
      className={layout.split}
      noValidate
      aria-label="Delivery Details"
      onInput={onInput}
      onSubmit={(event) => void placeOrder(event)}
    >
      <div className={classNames(layout.stack, layout.loose)}>
        <ItemsPanel
          order={order}
          unticked={unticked}
          onToggle={(key) => {
            control.toggle(key);
            dispatch({ type: 'changed' });
          }}
        />
        <DeliveryFields email={customer?.email ?? ''} errors={errors} />
      </div>
      <aside className={classNames(layout.stack, layout.loose)}>
        <CouponBox
          applied={coupon}
          discount={discount}
          amount={amount}
          error={control.couponError}
          onApply={(code) => {
            dispatch({ type: 'changed' });
            return control.applyCoupon(code);
          }}
          onEdit={control.clearCouponError}
        />
        <PlaceOrder
          state={state}
          ready={order !== undefined}
          coupon={coupon}
          count={chosen.length}
          total={total}
          discount={discount}
          amount={amount}
        />
      </aside>
    </form>
  );
}

// /deliveryform: entered by a full page load, because this page alone may open the payment window.
import { type ReactNode, useEffect, useState } from 'react';
import type { LineRequest } from '../../shop/price.ts';
import { refreshSession, useSession } from '../session/session.ts';
import { cartActions, useCart } from '../cart/cart-store.ts';
import layout from '../ui/layout/layout.module.css';
import { navigate } from '../platform/navigation.tsx';
import { onDemand } from '../platform/load.tsx';
import type { DeliveryField } from '../../shop/forms/delivery.ts';
import { toRupees } from '../../shop/money.ts';
import type { CartItem } from '../../shop/cart.ts';
import { errorsByField } from '../platform/request.ts';
import { classNames } from '../ui/class-names.ts';
import { createFormDraft, useForm } from '../ui/form/form.ts';
import { clearCheckoutStart } from '../cart/start-checkout.ts';
import { paidState, successPath } from './paid-order.ts';
import { isPaying, windowFailed } from './payment-state.ts';
import { CouponBox } from './coupon.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { PlaceOrder } from './pay-panel.tsx';
import s from './deliveryform-screen.module.css';
import { computeAmounts, useOrder } from './order.ts';
import type { OnPaid } from './paid-order.ts';
import { usePayment } from './use-payment.tsx';

const NextBigDay = onDemand(() => import('../ui/product/suggestions.tsx'));

/** Fetches /success, its code and its pictures, while the payment window is open. */
const PlacedPictures = onDemand(async () => {
  const success = await import('./success-screen.tsx');
  return { default: success.PlacedPictures };
});

function SuccessAhead({ lines }: { lines: readonly LineRequest[] }) {
  return (
    <div hidden>
      <PlacedPictures lines={lines} />
    </div>
  );
}

async function loadCustomer() {
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
        askCustomer={loadCustomer}
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

// The checkout: items, address and coupon in one form, which opens the payment window.

/** Kept until the order is paid. The e-mail is the account's, so it is not kept. */
const draft = createFormDraft('maalai.delivery', ['email']);

/** Fetches the form's rules, which are not needed before the form is sent. */
const loadRules = () => import('./place-order.ts');

const DeliveryExtras = onDemand(() => import('./delivery-help.tsx'));

/** The account that orders. */
interface Customer {
  id: string;
  email: string;
}

interface CheckoutFormProps {
  /** Undefined until it was read. */
  cart: readonly CartItem[] | undefined;
  customer: Customer | undefined;
  /** Asks the server who is signed in, where the page does not know yet. */
  askCustomer: () => Promise<Customer | undefined>;
  onPaid: OnPaid;
  /** Below the form, if there is nothing to order. */
  ifEmpty: ReactNode;
  /** Renders what is loaded while the payment window is open. */
  renderWhilePaying: (lines: readonly LineRequest[]) => ReactNode;
}

function CheckoutForm(props: CheckoutFormProps) {
  const { cart, customer, askCustomer, onPaid, ifEmpty, renderWhilePaying } = props;
  const [bought, setBought] = useState<typeof cart>();
  const { state, dispatch, flow } = usePayment(customer?.id, (...paid) => {
    // The cart loses its paid lines at once; this page shows them until the next screen is drawn.
    setBought(cart);
    clearCheckoutStart();
    draft.clear();
    onPaid(...paid);
  });
  const { order, unticked, chosen, quoted, coupon, ...control } = useOrder(bought ?? cart);
  const [advice, setAdvice] = useState<ReactNode>();
  const { total, discount, amount } = computeAmounts(quoted);
  const isEmpty = order && order.items.length === 0;

  const signedOutMeanwhile = state.alert?.login === true;
  useEffect(() => {
    if (signedOutMeanwhile) void askCustomer();
  }, [signedOutMeanwhile, askCustomer]);

  const { errors, props: form } = useForm<DeliveryField>(async (texts) => {
    const payment = await flow().catch(() => undefined);
    if (!payment) return void dispatch({ type: 'refused', alert: windowFailed });
    if (payment.isUnderway()) return undefined;
    const payer = customer ?? (await askCustomer());
    const { checkDelivery } = await loadRules();
    const address = checkDelivery({ ...texts, email: payer?.email ?? '' }, new Date());
    if (!quoted.ok) dispatch({ type: 'refused', alert: { text: quoted.message } });
    if (!address.ok) return address.errors;
    if (!payer || !quoted.ok) return undefined;
    const failure = await payment.pay({
      request: {
        totalAmount: toRupees(state.quotedAmount ?? amount),
        items: chosen.map(({ line }) => line),
        ...(coupon && { couponCode: coupon.code }),
        delivery: address.value,
      },
      quote: quoted.quote,
      userId: payer.id,
      cartLines: order?.mode === 'cart' ? chosen.map(({ line }) => line) : [],
    });
    return failure && errorsByField(failure, 'delivery.');
  }, draft);

  const { ref } = form;
  useEffect(() => {
    // A visitor who touches the form will want to pay, so the code for it is fetched then. The listeners are removed
    // with the form.
    const prepare = () => void Promise.all([flow(), loadRules()]).catch(() => undefined);
    ref.current?.addEventListener('focusin', prepare, { once: true });
    ref.current?.addEventListener('pointerdown', prepare, { once: true });
  }, [ref, flow]);

  return (
    <>
      <form {...form} className={layout.split} aria-label="Delivery Details">
        <div className={classNames(layout.stack, s.panels, s.order)} inert={isPaying(state)}>
          <ItemsPanel
            order={order}
            unticked={unticked}
            onToggle={(key) => {
              control.toggle(key);
              dispatch({ type: 'changed' });
            }}
          />
          <DeliveryFields
            email={customer?.email ?? ''}
            errors={errors}
            isEarly={isEmpty}
            advice={advice}
          >
            {order && (
              <DeliveryExtras
                form={ref}
                customerId={customer?.id}
                lines={chosen.map(({ line }) => line)}
                errors={errors}
                draft={draft}
                onAdvice={setAdvice}
              />
            )}
          </DeliveryFields>
        </div>
        <aside>
          <div className={layout.panel}>
            <h2>Payment</h2>
            <div className={s.order} inert={isPaying(state)}>
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
            </div>
            <PlaceOrder
              state={state}
              isEmpty={isEmpty}
              errors={errors}
              coupon={coupon}
              kinds={chosen.map(({ kind }) => kind)}
              total={total}
              discount={discount}
              amount={amount}
            />
          </div>
        </aside>
        {isPaying(state) && renderWhilePaying(chosen.map(({ line }) => line))}
      </form>
      {isEmpty && ifEmpty}
    </>
  );
}

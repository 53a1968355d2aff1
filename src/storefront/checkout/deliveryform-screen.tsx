// /deliveryform: items, address, coupon and payment in one form. Entered by a full page load, because this page alone
// may open the payment window.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CartItem } from '../../shop/cart.ts';
import type { DeliveryField } from '../../shop/forms/delivery.ts';
import { toRupees } from '../../shop/money.ts';
import { cartActions, useCart } from '../cart/cart-store.ts';
import { now } from '../platform/clock.ts';
import { onDemand } from '../platform/load.tsx';
import { navigate } from '../platform/navigation.tsx';
import { errorsByField } from '../platform/request.ts';
import { refreshSession, useSession } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { DraftNote } from '../ui/feedback/note.tsx';
import { createFormDraft, useForm, useOwner } from '../ui/form/form.ts';
import layout from '../ui/layout/layout.module.css';
import { shipsFrom } from '../ui/product/for-sale.tsx';
import { CouponBox } from './coupon-box.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { useOrder } from './checkout-order.ts';
import { clearCheckout, DELIVERY_DRAFT, paidState, successPath } from './paid-order.ts';
import { PayPanel } from './pay-panel.tsx';
import { confirmNow, refuse, windowFailed } from './payment.ts';
import type { ShownPayment } from './payment.ts';
import { loadPlaceOrder, usePayment } from './use-payment.tsx';
import s from './deliveryform-screen.module.css';

/** Stored until the order is paid. The e-mail is the account's, so it is not stored. */
const deliveryDraft = (owner?: string) => createFormDraft(DELIVERY_DRAFT, ['email'], owner);

/** Loads /success, its code and its pictures, while the payment window is open. */
const PlacedPictures = onDemand(async () => {
  const success = await import('./success-screen.tsx');
  return { default: success.PlacedPictures };
});

export default function DeliveryFormScreen() {
  const { items, ready } = useCart();
  const { user } = useSession();
  const owner = useOwner(user?.id);
  const draft = useMemo(() => deliveryDraft(owner), [owner]);
  const [bought, setBought] = useState<readonly CartItem[]>();

  const { payment, page } = usePayment(user?.id, (orderId, cartLines, basket) => {
    // The cart loses its paid lines at once; this page shows them until the next screen is drawn.
    setBought(items);
    clearCheckout(owner);
    cartActions.removePaid(cartLines);
    const paid = paidState(orderId, basket, now(), shipsFrom());
    navigate(successPath(orderId), { replace: true, state: paid });
  });
  const { phase, alert, quotedAmount }: ShownPayment = payment;
  const order = useOrder(bought ?? (ready ? items : undefined), () => page.clear('order'));
  /** Set by the button that leaves the page, for the submit that follows. */
  const leaves = useRef<true>(undefined);
  const { errors, fault, isBusy, isUnsaved, props: form } = useForm<DeliveryField>(submit, draft);
  /** From the tap on: what is changed now would be neither in the order nor in its amount. */
  const isLocked = isBusy || phase !== 'idle';
  const isCorrected = !Object.values(errors).some(Boolean);
  useEffect(() => {
    if (isCorrected) page.clear('delivery');
  }, [isCorrected, page]);

  /** Checks the form and places the order. Resolves to the errors of the fields. */
  async function submit(texts: Record<string, string>) {
    const isLeaving = leaves.current;
    leaves.current = undefined;
    const code = await loadPlaceOrder().catch(() => undefined);
    if (!code) return void refuse(page, windowFailed);
    // Not only in `placeOrder`: nobody need correct a field for a payment that was made.
    if (page.get().phase !== 'idle') return void confirmNow(page);
    const { quoted, lines, coupon } = order;
    const payer = user ?? (await refreshSession()).user;
    // Stored, but not in a field: one that is not loaded yet, or is empty until it is known whose texts these are.
    const stored = deliveryDraft(payer?.id ?? owner).read();
    const shown = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const typed = { ...stored, ...shown, email: payer?.email ?? '' };
    const address = code.checkDelivery(typed, now());
    if (!quoted.ok) {
      refuse(page, { text: quoted.message, cause: 'order' });
      // The address is folded.
      if (order.isUnavailable) return undefined;
    }
    if (!address.ok) return address.errors;
    if (!payer || !quoted.ok) return undefined;
    const failure = await code.placeOrder(page, {
      request: {
        totalAmount: toRupees(quotedAmount ?? order.amount),
        items: lines,
        ...(coupon && { couponCode: coupon.code }),
        delivery: address.value,
      },
      quote: quoted.quote,
      userId: payer.id,
      cartLines: order.offer?.mode === 'cart' ? lines : [],
      leaves: isLeaving,
    });
    return failure && errorsByField(failure, 'delivery.');
  }

  const { ref } = form;
  const { email } = user ?? {};
  const clearEmailError = useEffectEvent(() => {
    const field = errors.email && ref.current?.querySelector('[name=email]');
    if (field) field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  useEffect(() => {
    // A login in another tab brings the e-mail.
    if (email) clearEmailError();
  }, [email]);

  useEffect(() => {
    // A visitor who touches the form will want to pay, so the code for it is loaded then. The listeners are removed
    // with the form.
    const prepare = () => void loadPlaceOrder().catch(() => undefined);
    ref.current?.addEventListener('focusin', prepare, { once: true });
    ref.current?.addEventListener('pointerdown', prepare, { once: true });
  }, [ref]);

  const isSignedOutMeanwhile = alert?.cause === 'session';
  useEffect(() => {
    if (isSignedOutMeanwhile) void refreshSession();
  }, [isSignedOutMeanwhile]);

  return (
    <div className={layout.wrap}>
      <div className={layout.pageHead}>
        <h1>Delivery Details</h1>
      </div>
      <form {...form} className={layout.split} aria-label="Delivery Details">
        <div className={classNames(layout.stack, s.panels, s.order)} inert={isLocked}>
          <ItemsPanel order={order} />
          {/* Hidden, so that what was typed stays in it */}
          <div className={s.unlessClosed} hidden={order.isUnavailable}>
            <DeliveryFields form={ref} draft={draft} order={order} user={user} errors={errors} />
          </div>
          {isUnsaved && <DraftNote />}
        </div>
        <aside>
          <div className={layout.panel}>
            <h2>Payment</h2>
            {/* Hidden, so that a typed code stays in it */}
            <div
              className={classNames(s.order, s.unlessClosed)}
              inert={isLocked}
              hidden={order.isEmpty === false && order.kinds.length === 0}
            >
              <CouponBox order={order} />
            </div>
            <PayPanel
              order={order}
              payment={fault ? { ...payment, alert: windowFailed } : payment}
              errors={errors}
              onLeave={() => (leaves.current = true)}
            />
          </div>
        </aside>
        {phase !== 'idle' && phase !== 'creating' && (
          <div hidden>
            <PlacedPictures lines={order.lines} />
          </div>
        )}
      </form>
    </div>
  );
}

// The thank-you after an order, or, where the payment is not confirmed yet, what is known of it.
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import layout from '../../../ui/layout.module.css';
import { Note } from '../../../ui/note.tsx';
import { BigRosette } from '../../../ui/rosette.tsx';
import { AlertNote } from '../payment/alert-note.tsx';
import type { CheckoutState } from '../payment/checkout-state.ts';
import s from './order-placed.module.css';

interface OrderPlacedProps {
  /** Not known in the prerendered page, nor when the address does not carry it. */
  orderId: string | undefined;
  state: CheckoutState;
  /** In the prerendered page, which says 'Order Placed' to everybody. */
  isPrerendered: boolean;
}

export function OrderPlaced({ orderId, state, isPrerendered }: OrderPlacedProps) {
  const waiting = !orderId && (state.notice !== undefined || state.alert !== undefined);
  return (
    <div className={classNames(layout.festive, layout.dark, s.ground)}>
      <div className={classNames(layout.wrap, s.words, isPrerendered && s.prerendered)}>
        <BigRosette>
          <Icon name={waiting ? 'lock' : 'check'} className={s.mark} />
        </BigRosette>
        {waiting ? (
          <>
            <h1>One moment, please</h1>
            <div className={s.news}>
              {state.alert && <AlertNote alert={state.alert} />}
              <output>{state.notice && <Note>{state.notice}</Note>}</output>
            </div>
          </>
        ) : (
          <>
            <h1>Yay! Order Placed</h1>
            <p className={s.thanks}>
              Thank you for your order! Tracking details will follow by e-mail as soon as it is on
              its way.
            </p>
            {orderId && (
              <p className={s.id}>
                Order ID <b>{orderId}</b>
              </p>
            )}
          </>
        )}
        <div className={s.links}>
          <ButtonLink variant="gold" to="/your-orders">
            View Your Orders
          </ButtonLink>
          <ButtonLink variant="light" to="/">
            Back to Home
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}

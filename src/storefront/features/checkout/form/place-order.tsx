// What the order comes to, the button that places it, and what became of that.
import type { Coupon } from '../../../../shop/coupon.ts';
import { formatRupeesExact } from '../../../../shop/money.ts';
import type { Paise } from '../../../../shop/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import layout from '../../../ui/layout.module.css';
import { Note } from '../../../ui/note.tsx';
import { PolicyLinks } from '../../../ui/policy-links.tsx';
import { Sums } from '../../../ui/sums.tsx';
import { AlertNote } from '../payment/alert-note.tsx';
import { isBusy } from '../payment/checkout-state.ts';
import type { CheckoutState } from '../payment/checkout-state.ts';
import s from './place-order.module.css';

interface PlaceOrderProps {
  state: CheckoutState;
  /** False until the page knows what is being ordered. */
  ready: boolean;
  coupon: Coupon | undefined;
  /** How many lines are ticked. */
  count: number;
  total: Paise;
  discount: Paise;
  amount: Paise;
}

export function PlaceOrder(props: PlaceOrderProps) {
  const { state, ready, coupon, count, total, discount } = props;
  const amount = formatRupeesExact(state.quotedAmount ?? props.amount);
  const label = ready ? `Place Order (${amount})` : 'Place Order';
  return (
    <section className={layout.panel} aria-labelledby={coupon && 'order-summary'}>
      {coupon && <h2 id="order-summary">Order Summary</h2>}
      <Sums
        lines={
          coupon
            ? [
                { label: `Items (${count})`, value: formatRupeesExact(total) },
                {
                  label: `${coupon.code} (${coupon.percent}% off)`,
                  value: `−${formatRupeesExact(discount)}`,
                  tone: 'good',
                },
              ]
            : []
        }
        total={ready ? amount : ''}
      />
      {/* Before the page is hydrated, a real submit would put the address into the page's own address */}
      <Button type={ready ? 'submit' : 'button'} wide busy={isBusy(state)}>
        {isBusy(state) ? 'Processing...' : label}
      </Button>
      {state.alert && <AlertNote alert={state.alert} />}
      <output className={s.status}>{state.notice && <Note>{state.notice}</Note>}</output>
      <p className={s.safe}>
        <Icon name="lock" className={s.lock} />
        <span>You pay in our payment partner’s secure window. We never see your card.</span>
      </p>
      <p className={s.policies}>
        <span>Good to know, in a new tab:</span>
        <PolicyLinks target="_blank" />
      </p>
    </section>
  );
}

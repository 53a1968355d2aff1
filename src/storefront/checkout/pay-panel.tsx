// The amounts of the order, the button that places it, and the result.
import { paymentWays, priceIncludes } from '../../shop/claims.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Button } from '../ui/form/button.tsx';
import buttonLook from '../ui/form/button.module.css';
import { ErrorCount } from '../ui/form/field.tsx';
import type { Errors } from '../ui/form/form.ts';
import { truck } from '../ui/icon.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import layout from '../ui/layout/layout.module.css';
import { IconLine, Sums } from '../ui/layout/lines.tsx';
import { PayBar } from '../ui/layout/pay-bar.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { Arrival } from '../ui/product/arrival.tsx';
import type { Order } from './checkout-order.ts';
import type { ShownPayment } from './payment.ts';
import { AlertNote } from './use-payment.tsx';
import s from './pay-panel.module.css';

/** In the pay bar of a phone, below which the alert may stand. */
const PAID = 'Your payment is not lost: please read on below.';

const howToPay = [
  paymentWays && `${paymentWays}.`,
  'You pay in a secure window. We never see your card.',
  priceIncludes && `The amount includes ${priceIncludes}.`,
]
  .filter(Boolean)
  .join(' ');

interface PayPanelProps {
  order: Order;
  payment: ShownPayment;
  errors: Errors<string>;
  /** Called before the form is submitted to pay on the provider's own page. */
  onLeave: () => void;
}

export function PayPanel({ order, payment, errors, onLeave }: PayPanelProps) {
  const { isEmpty, coupon, kinds } = order;
  const { phase, alert, notice, quotedAmount, hasTried } = payment;
  const ready = isEmpty !== undefined;
  const amount = formatRupeesExact(quotedAmount ?? order.amount);
  const label = ready ? `Place Order (${amount})` : 'Place Order';
  const busy = phase === 'creating' || phase === 'confirming' || phase === 'paid';
  const isNothing = ready && kinds.length === 0 && (phase === 'idle' || phase === 'creating');
  const hint = alert?.mayBePaid ? <span>{PAID}</span> : <ErrorCount errors={errors} />;
  const hasSummary = coupon && kinds.length > 0;
  return (
    <section
      className={classNames(layout.stack, s.order)}
      aria-labelledby={hasSummary ? 'order-summary' : undefined}
    >
      {hasSummary && <h3 id="order-summary">Order Summary</h3>}
      {!isEmpty && !(ready && kinds.length === 0) && (
        <div className={ready ? undefined : layout.unlessEmpty}>
          <Sums
            lines={
              coupon
                ? [
                    { label: `Items (${kinds.length})`, value: formatRupeesExact(order.total) },
                    {
                      label: `${coupon.code} (${coupon.percent}% off)`,
                      value: `−${formatRupeesExact(order.discount)}`,
                      tone: 'good',
                    },
                  ]
                : []
            }
            total={ready ? amount : ''}
          />
        </div>
      )}
      <div className={s.pay}>
        {isNothing ? (
          // Nothing to pay for: no pay bar. The button still says what is missing.
          <Button type="submit" className={s.idle} wide>
            Place Order
            <VisuallyHidden>
              {' '}
              <span translate="no">{`(${amount})`}</span>
            </VisuallyHidden>
          </Button>
        ) : (
          <PayBar total={amount} isAlone isEarly={!ready}>
            {/* Beside the button, so that phones show it in the pay bar */}
            <output className={busy ? classNames(buttonLook.wait, s.moment) : undefined}>
              {busy ? notice : hint}
            </output>
            {/* Before the page is hydrated, a real submit would put the delivery address into the page's URL */}
            <Button
              type={ready ? 'submit' : 'button'}
              className={alert?.mayBePaid && s.idle}
              wide
              busy={busy}
            >
              {busy ? 'Processing...' : <ExactText text={label} />}
            </Button>
          </PayBar>
        )}
      </div>
      {alert && <AlertNote alert={alert} />}
      <output>{!busy && notice && <Note>{notice}</Note>}</output>
      {phase === 'idle' && (hasTried ?? notice) && (
        <Button type="submit" variant="quiet" onClick={onLeave}>
          Window not working? Pay on a full page
        </Button>
      )}
      <div className={s.promises}>
        <IconLine icon="lock">{howToPay}</IconLine>
        {(!ready || kinds.length > 0) && (
          <IconLine icon={truck}>
            <span className={layout.line}>{kinds.length > 0 && <Arrival kinds={kinds} />}</span>
          </IconLine>
        )}
      </div>
    </section>
  );
}

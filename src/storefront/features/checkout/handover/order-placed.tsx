// The thank-you after an order, or what is known instead: a payment that is being confirmed, or no order at all.
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import layout from '../../../ui/layout.module.css';
import { Note } from '../../../ui/note.tsx';
import { BigRosette } from '../../../ui/rosette.tsx';
import { AlertNote } from '../payment/alert-note.tsx';
import type { CheckoutState } from '../payment/checkout-state.ts';
import s from './order-placed.module.css';

export type Outcome =
  /** Not known yet, as in the prerendered page. */
  | { kind: 'unknown' }
  /** A payment of this browser is being confirmed, or could not be. */
  | { kind: 'waiting'; state: CheckoutState }
  | { kind: 'placed'; orderId: string }
  /** Nothing that this visitor paid for. */
  | { kind: 'none' };

const icons: Record<Outcome['kind'], IconName> = {
  unknown: 'gift',
  waiting: 'lock',
  placed: 'check',
  none: 'gift',
};

/** Every outcome takes the same room, so that nothing moves when one is known. */
export function OrderPlaced({ outcome }: { outcome: Outcome }) {
  return (
    <div className={classNames(layout.festive, layout.dark, s.ground)}>
      <div className={classNames(layout.wrap, s.words)} aria-live="polite">
        {/* With a key: words that change in their place would count as words that move. */}
        <Fragment key={outcome.kind}>
          <BigRosette>
            <Icon name={icons[outcome.kind]} className={s.mark} />
          </BigRosette>
          <div className={s.said}>{wordsOf(outcome)}</div>
        </Fragment>
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

function wordsOf(outcome: Outcome): ReactNode {
  switch (outcome.kind) {
    case 'unknown':
      return <h1>One moment, please</h1>;
    case 'waiting': {
      const { alert, notice } = outcome.state;
      return (
        <>
          <h1>One moment, please</h1>
          <div className={s.news}>
            {alert && <AlertNote alert={alert} />}
            <output>{notice && <Note>{notice}</Note>}</output>
          </div>
        </>
      );
    }
    case 'placed':
      return (
        <>
          <h1>Yay! Order Placed</h1>
          <p className={s.thanks}>
            Thank you for your order! Tracking details will follow by e-mail as soon as it is on its
            way.
          </p>
          <p className={s.id}>
            Order ID <b>{outcome.orderId}</b>
          </p>
        </>
      );
    case 'none':
      return (
        <>
          <h1>We do not see an order here</h1>
          <p className={s.thanks}>
            If you have placed one, you will find it under Your Orders as soon as your payment is
            confirmed.
          </p>
        </>
      );
  }
}

// /success: shows the order, if it is one of this visitor's. A visit without an order first looks for a payment of this
// browser that still has to be confirmed.
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { brand, chatLink } from '../../shop/brand.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { orderSteps } from '../../shop/order.ts';
import type { LineRequest } from '../../shop/price.ts';
import { cartActions } from '../cart/cart-store.ts';
import { toPurchase, useOrders } from '../orders/load-orders.ts';
import { useNow } from '../platform/clock.ts';
import { navigate, useLocation } from '../platform/navigation.tsx';
import { useHydrated } from '../platform/timing.tsx';
import { useSignedIn } from '../session/login-redirect.ts';
import { useSession } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { LostBead } from '../ui/feedback/empty.tsx';
import { copyText, Note, Toast, useCopied } from '../ui/feedback/note.tsx';
import { OrderSteps } from '../ui/layout/string-list.tsx';
import { ButtonLink, IconButton } from '../ui/form/button.tsx';
import { sheets } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import '../ui/motion/heaps.css';
import { ItemRow, RowPicture } from '../ui/product/item-row.tsx';
import { toCheckoutItem } from './checkout-order.ts';
import {
  clearCheckout,
  orderIdInHistory,
  orderIdInUrl,
  paidState,
  readPurchase,
  successPath,
} from './paid-order.ts';
import type { Purchase } from './paid-order.ts';
import { CONFIRMING, mayHavePending } from './payment.ts';
import type { Alert, ShownPayment } from './payment.ts';
import { AlertNote, usePayment } from './use-payment.tsx';
import pendant from '../ui/motion/pendant.webp';
import s from './success-screen.module.css';

type Outcome =
  /** Not known yet, as in the prerendered page. */
  | { kind: 'unknown' }
  /** A payment of this browser is being confirmed, or could not be. */
  | { kind: 'waiting'; alert?: Alert | undefined; notice?: string | undefined }
  | { kind: 'placed'; orderId: string; purchase: Purchase | undefined }
  /** Nothing that this visitor paid for. */
  | { kind: 'none' };

export default function SuccessScreen() {
  const found = useOutcome();
  // The prerendered page is the same for everybody.
  const outcome: Outcome = useHydrated() ? found : { kind: 'unknown' };
  const isComplete = outcome.kind === 'placed' && outcome.purchase !== undefined;
  // Not before, or they would move down with the lower edge of the ground.
  const heaps = isComplete || outcome.kind === 'none' || undefined;
  return (
    <div className={classNames(layout.festive, layout.dark, s.ground)} data-heaps={heaps}>
      <div className={classNames(layout.wrap, s.words)} aria-live="polite">
        {outcome.kind !== 'none' && <Pendant />}
        {/* With a key: words that change in their place would count as words that move. */}
        <Fragment key={`${outcome.kind} ${isComplete}`}>
          <Words outcome={outcome} />
          <div className={classNames(layout.row, s.links)}>
            <ButtonLink variant="gold" to="/your-orders">
              View Your Orders
            </ButtonLink>
            <ButtonLink variant="quiet" to="/">
              Back to Home
            </ButtonLink>
          </div>
        </Fragment>
      </div>
    </div>
  );
}

function useOutcome(): Outcome {
  const location = useLocation();
  const { status } = useSession();
  const { user, isUnreachable } = useSignedIn('/success', true);

  /** Paid in this browser, or only named by the URL. */
  const paid = orderIdInHistory(location);
  const named = paid === undefined ? orderIdInUrl(location) : undefined;
  const stored = paid === undefined ? undefined : readPurchase(location);
  const sought = stored ? undefined : (paid ?? named);
  const orders = useOrders(sought && user?.email);
  const own = orders?.list.find(({ _id }) => _id === sought);
  const placed = paid ?? (own && named);

  const isKnown = !named || orders !== undefined;
  // Named by the URL alone, it may come from the provider's page: its lines are still in the cart.
  const payer = paid === undefined && isKnown ? user?.id : undefined;
  const { payment, isChecked } = usePayment(payer, (orderId, cartLines) => {
    clearCheckout(payer);
    cartActions.removePaid(cartLines);
    const paidNow = paidState(orderId, undefined, new Date());
    navigate(successPath(orderId), { replace: true, state: paidNow });
  });

  const { alert, notice }: ShownPayment = payment;

  if (placed)
    return { kind: 'placed', orderId: placed, purchase: stored ?? (own && toPurchase(own)) };
  if (alert ?? notice) return { kind: 'waiting', alert, notice };
  if (status === 'signed-out' || isUnreachable) return { kind: 'none' };
  // A payment that is stored in this browser may be this person's.
  if (mayHavePending() && !isChecked) return { kind: 'waiting', notice: CONFIRMING };
  return user && isKnown ? { kind: 'none' } : { kind: 'unknown' };
}

function Words({ outcome }: { outcome: Outcome }): ReactNode {
  switch (outcome.kind) {
    case 'unknown':
      // As large as the sentence that may follow, so that the largest paint is the first one
      return (
        <>
          <h1 className={layout.pending}>One moment, please</h1>
          <p className={classNames(layout.pending, s.thanks)}>
            We are looking for your order. As soon as your payment is confirmed, you will also find
            it under <span className={layout.whole}>Your Orders</span>, with everything that is in
            it.
          </p>
        </>
      );
    case 'waiting': {
      const { alert, notice } = outcome;
      return (
        <>
          <h1>One moment, please</h1>
          <div className={classNames(layout.stack, s.payment)}>
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
            Thank you for your order! Tracking details will follow by{' '}
            <span className={layout.whole}>e-mail</span> as soon as it is on its way.
          </p>
          <OrderId id={outcome.orderId} />
          {outcome.purchase && <Parcel purchase={outcome.purchase} />}
        </>
      );
    case 'none':
      return (
        <>
          <LostBead />
          <h1>We do not see an order here</h1>
          <p className={s.thanks}>
            If you have placed one, you will find it under{' '}
            <span className={layout.whole}>Your Orders</span> as soon as your payment is confirmed.
          </p>
          <p className={s.help}>
            Paid, and nothing here? <a href={chatLink()}>Write to us on chat</a> or call{' '}
            <a href={`tel:${brand.phone}`} translate="no">
              {brand.phoneDisplay}
            </a>
            .
          </p>
        </>
      );
  }
}

function OrderId({ id }: { id: string }) {
  const [copied, showCopied] = useCopied();
  const [hasFailed, setFailed] = useState(false);

  async function copy(): Promise<void> {
    const isCopied = await copyText(id).then(
      () => true,
      () => false,
    );
    setFailed(!isCopied);
    if (isCopied) showCopied();
  }

  return (
    <>
      <p className={s.id}>
        <span>
          Order ID <b translate="no">{id}</b>
        </span>
        <IconButton label="Copy order ID" icon={sheets} onClick={() => void copy()} />
      </p>
      <Toast message={copied} />
      {hasFailed && (
        <Note tone="bad" role="alert">
          Your browser did not copy it. Please select the order ID and copy it yourself.
        </Note>
      )}
    </>
  );
}

/** The pictures of what was placed. */
const PLACED = { size: 88, priority: 'soon' } as const;

/** What was bought and paid, and when it comes. */
function Parcel({ purchase }: { purchase: Purchase }) {
  const { lines, amount, orderedAt, promisedBy, sentAt } = purchase;
  const now = useNow();
  const items = lines.flatMap((line) => toCheckoutItem(line) ?? []);
  const kinds = items.map(({ kind }) => kind);
  const steps = kinds.length > 0 ? orderSteps(kinds, { orderedAt, promisedBy, sentAt, now }) : [];
  return (
    <div className={classNames(layout.panel, s.parcel)}>
      {steps.length > 0 && <OrderSteps steps={steps} />}
      <ul className={s.items}>
        {items.map(({ picture, name, facts }, index) => (
          <ItemRow
            // Two lines of an order may be equal, so the index is the key
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            as="li"
            {...PLACED}
            picture={picture}
            name={name}
            choice={facts}
          />
        ))}
      </ul>
      <p className={s.paid}>
        Paid <b translate="no">{formatRupeesExact(amount)}</b>
      </p>
    </div>
  );
}

/** The pendant of a garland. */
function Pendant() {
  return <img className={s.pendant} src={pendant} width={104} height={130} alt="" />;
}

/** All pictures of a purchase. The delivery form loads them while the payment window is open. */
export function PlacedPictures({ lines }: { lines: readonly LineRequest[] }) {
  const pictures = lines.flatMap((line) => toCheckoutItem(line)?.picture ?? []);
  return (
    <>
      <Pendant />
      {pictures.map((picture, index) => (
        // Equal lines have equal pictures, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <RowPicture key={index} {...PLACED} picture={picture} />
      ))}
    </>
  );
}

// The dialog with all details of one order.
import { useId } from 'react';
import type { OrderOnWire } from '../../../shop/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Tag } from '../../ui/tag.tsx';
import { amountOf, lineFacts, orderFacts, pictureOf, shippingFacts } from './order-facts.ts';
import type { Fact } from './order-facts.ts';
import s from './order-summary.module.css';

interface OrderSummaryProps {
  order: OrderOnWire | undefined;
  open: boolean;
  onClose: () => void;
}

export function OrderSummary({ order, open, onClose }: OrderSummaryProps) {
  const heading = useId();
  const picture = order && pictureOf(order);
  const lines = order ? lineFacts(order) : [];
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} sheet className={s.dialog}>
      <div className={s.content}>
        <div className={s.head}>
          <h2 id={heading}>Order Summary</h2>
          <IconButton label="Close" icon="close" onClick={onClose} />
        </div>
        {order && (
          <>
            <div className={s.product}>
              {picture && (
                <span className={s.well}>
                  <Picture picture={picture} sizes="5.5rem" width={88} height={88} alt="" />
                </span>
              )}
              <div>
                <h3>{order.productName}</h3>
                <p className={s.paid}>
                  <b>{amountOf(order)}</b>
                  <Tag tone="good">{order.status}</Tag>
                </p>
              </div>
            </div>
            <Facts facts={orderFacts(order)} />
            {lines.length > 0 && (
              <section className={s.section}>
                <h3>Items</h3>
                <Facts facts={lines} />
              </section>
            )}
            <section className={s.section}>
              <h3>Shipping to</h3>
              <Facts facts={shippingFacts(order)} />
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={s.facts}>
      {facts.map(([term, value], index) => (
        // Two lines of an order may be equal, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// The dialog with all details of one order.
import { useId, useState } from 'react';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import { Button, ButtonLink, IconButton } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { OrderSteps } from '../ui/feedback/order-progress.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import { onDemand } from '../platform/load.tsx';
import { Tag } from '../ui/product/tag.tsx';
import {
  orderAmount,
  chatLinkAbout,
  lineFacts,
  findShipment,
  orderFacts,
  findPartRefund,
  orderPicture,
  refundFacts,
  shippingFacts,
  progressSteps,
} from './order-facts.ts';
import type { Fact } from './order-facts.ts';
import s from './order-summary.module.css';

interface OrderSummaryProps {
  order: OrderPayload | undefined;
  now: Date;
  open: boolean;
  onClose: () => void;
}

export function OrderSummary({ order, now, open, onClose }: OrderSummaryProps) {
  const heading = useId();
  const picture = order && orderPicture(order);
  const lines = order ? lineFacts(order) : [];
  const news = order && findShipment(order);
  const steps = order ? progressSteps(order, now) : [];
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
                <PictureWell
                  className={s.well}
                  picture={picture}
                  sizes="5.5rem"
                  width={88}
                  height={88}
                  alt=""
                />
              )}
              <div>
                <h3>{order.productName}</h3>
                <p className={s.paid}>
                  <b>{orderAmount(order)}</b>
                  <StatusTag order={order} />
                  <PartRefundTag order={order} />
                </p>
              </div>
            </div>
            {steps.length > 0 && <OrderSteps steps={steps} />}
            {news && (
              <div className={s.sent}>
                <p>
                  <b>{news.text}</b>{' '}
                  {news.trackingNumber && <span>Tracking number {news.trackingNumber}</span>}
                </p>
                {news.trackingUrl && (
                  <ButtonLink size="small" to={news.trackingUrl} rel="noreferrer">
                    Track
                  </ButtonLink>
                )}
              </div>
            )}
            <div className={s.columns}>
              <div className={s.column}>
                <section className={s.section}>
                  <h3>Order</h3>
                  <Facts facts={orderFacts(order)} />
                  <Facts facts={refundFacts(order)} className={s.sum} />
                </section>
                {lines.length > 0 && (
                  <section className={s.section}>
                    <h3>Items</h3>
                    <Facts facts={lines} />
                  </section>
                )}
              </div>
              <section className={s.section}>
                <h3>Shipping to</h3>
                <Facts facts={shippingFacts(order)} />
              </section>
            </div>
            <div className={s.actions}>
              <ButtonLink variant="line" size="small" to={chatLinkAbout(order)}>
                Ask about this order
              </ButtonLink>
              <PrintReceipt order={order} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface FactsProps {
  facts: readonly Fact[];
  className?: string | undefined;
}

function Facts({ facts, className }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <dl className={classNames(s.facts, className)}>
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

// The button 'Print receipt'. Few people print one, so its code is fetched with the first press.

const Receipt = onDemand(() => import('./receipt.tsx'));

function PrintReceipt({ order }: { order: OrderPayload }) {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <Button variant="line" size="small" onClick={() => setPresses(presses + 1)}>
        Print receipt
      </Button>
      {/* With a key: each press prints */}
      {presses > 0 && <Receipt key={presses} order={order} />}
    </>
  );
}

// The tags of an order: 'Paid' or 'Refunded', and a partial refund.

export function StatusTag({ order: { status } }: { order: OrderPayload }) {
  return (
    <Tag tone={status === 'Paid' ? 'good' : 'lilac'} small>
      {status}
    </Tag>
  );
}

export function PartRefundTag({ order }: { order: OrderPayload }) {
  const partRefund = findPartRefund(order);
  return (
    partRefund && (
      <Tag tone="lilac" small>
        {partRefund}
      </Tag>
    )
  );
}

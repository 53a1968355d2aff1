// The dialog with all details of one order.
import { useId, useState } from 'react';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import { onDemand } from '../platform/load.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { LoadFailure } from '../ui/feedback/note.tsx';
import { OrderSteps } from '../ui/layout/string-list.tsx';
import { Button, ButtonLink, IconButton } from '../ui/form/button.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import layout from '../ui/layout/layout.module.css';
import lines from '../ui/layout/lines.module.css';
import { ItemRow, RowPicture } from '../ui/product/item-row.tsx';
import row from '../ui/product/item-row.module.css';
import { Tag } from '../ui/product/tag.tsx';
import {
  chatLinkAbout,
  findPartRefund,
  findShipment,
  orderAmount,
  orderRows,
  orderLines,
  orderPictures,
  orderSums,
  progressSteps,
  shippingRows,
} from './order-text.ts';
import type { Row } from './order-text.ts';
import s from './order-summary.module.css';

/** Few people print a receipt, so its code is fetched with the first press. */
const Receipt = onDemand(
  () => import('./receipt.tsx'),
  (tryAgain) => <LoadFailure what="The receipt" {...tryAgain} />,
);

interface OrderSummaryProps {
  order: OrderPayload | undefined;
  now: Date;
  open: boolean;
  onClose: () => void;
}

export function OrderSummary({ order, now, open, onClose }: OrderSummaryProps) {
  const heading = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} sheet className={s.dialog}>
      <div className={layout.stack}>
        <div className={s.head}>
          <h2 id={heading}>Order Summary</h2>
          <IconButton label="Close" icon="close" onClick={onClose} />
        </div>
        {order && <Details order={order} now={now} isOpen={open} />}
      </div>
    </Dialog>
  );
}

function Details({ order, now, isOpen }: { order: OrderPayload; now: Date; isOpen: boolean }) {
  const items = orderLines(order);
  const sums = <Rows rows={orderSums(order)} isSum />;
  const shipment = findShipment(order);
  const steps = progressSteps(order, now);
  const [prints, setPrints] = useState(0);
  return (
    <>
      <div className={row.row}>
        <OrderPictures order={order} />
        <div>
          <h3>{order.productName}</h3>
          <p className={classNames(layout.row, s.paid)}>
            <b translate="no">{orderAmount(order)}</b>
            <StatusTags order={order} />
          </p>
        </div>
      </div>
      {steps.length > 0 && <OrderSteps steps={steps} />}
      {shipment && (
        <div className={s.sent}>
          <p>
            <b>{`${shipment.text} `}</b>
            {shipment.trackingNumber && (
              <span>
                Tracking number <bdi translate="no">{shipment.trackingNumber}</bdi>
              </span>
            )}
          </p>
          {shipment.trackingUrl && (
            <ButtonLink size="small" to={shipment.trackingUrl} rel="noreferrer">
              Track
            </ButtonLink>
          )}
        </div>
      )}
      <div className={classNames(layout.stack, s.columns)}>
        {items.length > 0 && (
          <section className={classNames(layout.stack, s.section)}>
            <h3>Items</h3>
            <ul className={classNames(s.items, row.lines)}>
              {items.map((item, index) => (
                // Two lines of an order may be equal, so the index is the key
                // oxlint-disable-next-line react/no-array-index-key
                <ItemRow key={index} as="li" size={40} {...item} />
              ))}
            </ul>
            {sums}
          </section>
        )}
        <div className={classNames(layout.stack, s.column)}>
          <section className={classNames(layout.stack, s.section)}>
            <h3>Order</h3>
            <Rows rows={orderRows(order)} />
            {items.length === 0 && sums}
          </section>
          <section className={classNames(layout.stack, s.section)}>
            <h3>Shipping to</h3>
            <Rows rows={shippingRows(order)} />
          </section>
        </div>
      </div>
      <div className={layout.row}>
        <ButtonLink variant="line" size="small" to={chatLinkAbout(order)}>
          Ask about this order
        </ButtonLink>
        <Button variant="line" size="small" onClick={() => setPrints(prints + 1)}>
          Print receipt
        </Button>
        {/* With a key: each press prints. Once the dialog is closed, the browser's own command prints the page again. */}
        {isOpen && prints > 0 && <Receipt key={prints} order={order} />}
      </div>
    </>
  );
}

/** The picture of an order, or up to four of one with several lines, which overlap; of more, three and the number of the others. */
export function OrderPictures({ order }: { order: OrderPayload }) {
  const [first, ...others] = orderPictures(order);
  const more = order.products.length - 1 - others.length;
  return (
    <span className={classNames(s.pictures, order.products.length > 1 && s.several)}>
      <RowPicture size={80} picture={first} />
      {others.map((picture, index) => (
        // Two lines may have the same picture, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <RowPicture key={index} size={80} picture={picture} />
      ))}
      {more > 0 && <span className={s.more}>{`+${more}`}</span>}
    </span>
  );
}

/** 'Paid' or 'Refunded', and a partial refund. */
export function StatusTags({ order }: { order: OrderPayload }) {
  const partRefund = findPartRefund(order);
  return (
    <>
      <Tag tone={order.status === 'Paid' ? 'good' : 'lilac'} small>
        {`${order.status} `}
      </Tag>
      {partRefund && (
        <Tag tone="lilac" small>
          <ExactText text={partRefund} />
        </Tag>
      )}
    </>
  );
}

function Rows({ rows, isSum }: { rows: readonly Row[]; isSum?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <dl className={isSum ? classNames(lines.sums, s.sum) : s.rows}>
      {rows.map(([term, value], index) => (
        // Two lines of an order may be equal, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={isSum && index === rows.length - 1 ? lines.total : undefined}>
          <dt>{term}</dt>
          <dd>
            <ExactText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

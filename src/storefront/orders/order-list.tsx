// The list of past orders. Each card is a button that opens the order's summary.
import { useState } from 'react';
import type { OrderOnWire } from '../../shop/payloads/orders.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { FactLine } from '../ui/layout/lines.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { OrderSteps } from '../ui/feedback/order-progress.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import {
  amountOf,
  askLink,
  choiceOf,
  dateOf,
  idOf,
  newsOf,
  pictureOf,
  stepsOf,
} from './order-facts.ts';
import s from './order-list.module.css';
import { OrderSummary } from './order-summary.tsx';
import { PartRefundTag, StatusTag } from './status-tag.tsx';
import type { Orders } from './load-orders.ts';

interface OrderListProps {
  orders: Orders;
  now: Date;
}

export function OrderList({ orders: { list, loadEarlier }, now }: OrderListProps) {
  // The order stays set while its dialog closes, so that nothing jumps.
  const [shown, setShown] = useState<OrderOnWire>();
  const [isOpen, setOpen] = useState(false);
  const [firstEarlier, setFirstEarlier] = useState<number>();
  const [earlier, setEarlier] = useState<'loading' | 'failed'>();

  async function showEarlier(load: () => Promise<boolean>): Promise<void> {
    setEarlier('loading');
    setFirstEarlier(list.length);
    setEarlier((await load()) ? undefined : 'failed');
  }

  return (
    <>
      <ul className={s.orders}>
        {list.map((order, index) => (
          <li key={idOf(order)} className={s.card}>
            <button
              type="button"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes on where the button for more was
              autoFocus={index === firstEarlier}
              className={s.order}
              onClick={() => {
                setShown(order);
                setOpen(true);
              }}
            >
              <OrderPicture order={order} />
              <span className={s.words}>
                <span className={s.name}>{order.productName}</span>{' '}
                <span className={s.date}>
                  Ordered on <span>{dateOf(order)}</span>
                </span>{' '}
                <span className={s.facts}>
                  <FactLine text={choiceOf(order)} />
                </span>
                <NewsLine order={order} />
              </span>{' '}
              <span className={s.amount}>
                {amountOf(order)} <StatusTag order={order} /> <PartRefundTag order={order} />
              </span>
              <Icon name="next" className={s.opens} />
            </button>
            <Steps order={order} now={now} />
            <ButtonLink variant="quiet" to={askLink(order)} className={s.ask}>
              Ask about this order
            </ButtonLink>
          </li>
        ))}
        {loadEarlier && (
          <li className={s.earlier}>
            {earlier === 'failed' && (
              <Note tone="bad" role="alert">
                The earlier orders could not be loaded. Please try again in a minute.
              </Note>
            )}
            <Button
              variant="line"
              busy={earlier === 'loading'}
              onClick={() => void showEarlier(loadEarlier)}
            >
              Show earlier orders
            </Button>
          </li>
        )}
      </ul>
      <OrderSummary order={shown} now={now} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function NewsLine({ order }: { order: OrderOnWire }) {
  const news = newsOf(order);
  return news && <span className={s.news}> {news.text}</span>;
}

function Steps({ order, now }: { order: OrderOnWire; now: Date }) {
  const steps = stepsOf(order, now);
  return steps.length > 0 && <OrderSteps steps={steps} />;
}

function OrderPicture({ order }: { order: OrderOnWire }) {
  const picture = pictureOf(order);
  return (
    <PictureWell
      className={s.well}
      picture={picture}
      sizes="(width >= 75em) 12rem, (width >= 40em) 9rem, 5.5rem"
      width={192}
      height={192}
      alt=""
    />
  );
}

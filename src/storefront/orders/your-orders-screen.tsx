// /your-orders: redirects visitors without an account to the login, which leads back.
import { useCallback, useState } from 'react';
import { brand, chatLink } from '../../shop/brand.ts';
import { noOrdersPicture } from '../../shop/catalogue/catalogue.ts';
import { refreshSession } from '../session/session.ts';
import { useSignedIn } from '../session/login-redirect.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Empty, Spinner } from '../ui/feedback/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { onDemand } from '../platform/load.tsx';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import { FactLine } from '../ui/layout/lines.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { OrderSteps } from '../ui/feedback/order-progress.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import { useOrders } from './load-orders.ts';
import type { Orders } from './load-orders.ts';
import s from './your-orders-screen.module.css';
import {
  orderAmount,
  chatLinkAbout,
  orderChoice,
  orderDate,
  orderNumber,
  findShipment,
  orderPicture,
  progressSteps,
} from './order-facts.ts';
import { OrderSummary, PartRefundTag, StatusTag } from './order-summary.tsx';

const NextBigDay = onDemand(() => import('../ui/product/suggestions.tsx'));

const NONE: Orders = { list: [], loadEarlier: undefined };

export default function YourOrdersScreen() {
  const { user, isUnreachable } = useSignedIn('/your-orders');
  const askAgain = useCallback(() => void refreshSession(), []);
  const loaded = useOrders(user?.email, askAgain);
  const orders = isUnreachable ? NONE : loaded;
  const [now] = useState(() => new Date());

  return (
    <div className={layout.wrap}>
      <div className={classNames(layout.pageHead, s.head)}>
        <h1>Your Orders</h1>
        {user && (
          <ButtonLink variant="quiet" to="/account">
            Your account
          </ButtonLink>
        )}
      </div>
      <div className={s.place}>
        {!orders && <Spinner label="Loading your orders" />}
        {orders?.list.length === 0 && (
          <Empty
            picture={noOrdersPicture}
            title="No Orders Yet"
            text="Start your sweet journey with us today!"
          >
            <ButtonLink to="/">Shop Now</ButtonLink>
          </Empty>
        )}
        {orders && orders.list.length > 0 && (
          <div className={layout.split}>
            <OrderList orders={orders} now={now} />
            <aside className={classNames(layout.panel, s.help)}>
              <h2>We are here</h2>
              <p>A wish, a change, a question?</p>
              <ul>
                <li>
                  <a href={chatLink()}>
                    <Icon name="chat" />
                    Write to us on chat
                  </a>
                </li>
                <li>
                  <a href={`tel:${brand.phone}`}>
                    <Icon name="phone" />
                    {brand.phoneDisplay}
                  </a>
                </li>
              </ul>
            </aside>
          </div>
        )}
        {orders && <NextBigDay />}
      </div>
    </div>
  );
}

// The list of past orders. Each card is a button that opens the order's summary.

interface OrderListProps {
  orders: Orders;
  now: Date;
}

function OrderList({ orders: { list, loadEarlier }, now }: OrderListProps) {
  // The order stays set while its dialog closes, so that nothing jumps.
  const [shown, setShown] = useState<OrderPayload>();
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
          <li key={orderNumber(order)} className={s.card}>
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
                  Ordered on <span>{orderDate(order)}</span>
                </span>{' '}
                <span className={s.facts}>
                  <FactLine text={orderChoice(order)} />
                </span>
                <NewsLine order={order} />
              </span>{' '}
              <span className={s.amount}>
                {orderAmount(order)} <StatusTag order={order} /> <PartRefundTag order={order} />
              </span>
              <Icon name="next" className={s.opens} />
            </button>
            <Steps order={order} now={now} />
            <ButtonLink variant="quiet" to={chatLinkAbout(order)} className={s.ask}>
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

function NewsLine({ order }: { order: OrderPayload }) {
  const news = findShipment(order);
  return news && <span className={s.news}> {news.text}</span>;
}

function Steps({ order, now }: { order: OrderPayload; now: Date }) {
  const steps = progressSteps(order, now);
  return steps.length > 0 && <OrderSteps steps={steps} />;
}

function OrderPicture({ order }: { order: OrderPayload }) {
  const picture = orderPicture(order);
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

// /your-orders: the orders of an account. Everybody else is redirected to the login, which leads back.
import { useState } from 'react';
import { noOrdersPicture } from '../../shop/catalogue/catalogue.ts';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import { useNow } from '../platform/clock.ts';
import { useSignedIn } from '../session/login-redirect.ts';
import { classNames } from '../ui/class-names.ts';
import { Empty, Spinner } from '../ui/feedback/empty.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { OrderSteps } from '../ui/layout/string-list.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import row from '../ui/product/item-row.module.css';
import { useOrders } from './load-orders.ts';
import type { Orders } from './load-orders.ts';
import { orderAmount, orderDate, orderNumber, progressSteps } from './order-text.ts';
import { OrderPictures, OrderSummary, StatusTags } from './order-summary.tsx';
import s from './your-orders-screen.module.css';

const NONE: Orders = { list: [], loadEarlier: undefined };

export default function YourOrdersScreen() {
  const { user, isUnreachable } = useSignedIn('/your-orders');
  const loaded = useOrders(user?.email);
  const orders = isUnreachable ? NONE : loaded;
  const now = useNow();

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
      <div className={layout.tall}>
        {!orders && (
          <div className={classNames(s.orders, layout.pending)}>
            <div className={layout.panel}>
              <Spinner label="Loading your orders" />
            </div>
          </div>
        )}
        {orders?.list.length === 0 && (
          <Empty
            picture={noOrdersPicture}
            title="No Orders Yet"
            text="Start your sweet journey with us today!"
          >
            <ButtonLink to="/">Shop Now</ButtonLink>
          </Empty>
        )}
        {orders && orders.list.length > 0 && <OrderList orders={orders} now={now} />}
      </div>
    </div>
  );
}

/** Each card is a button that opens the order's summary. */
function OrderList({ orders: { list, loadEarlier }, now }: { orders: Orders; now: Date }) {
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
          <OrderCard
            key={orderNumber(order)}
            order={order}
            now={now}
            isFirstEarlier={index === firstEarlier}
            onOpen={() => {
              setShown(order);
              setOpen(true);
            }}
          />
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

interface OrderCardProps {
  order: OrderPayload;
  now: Date;
  isFirstEarlier: boolean;
  onOpen: () => void;
}

function OrderCard({ order, now, isFirstEarlier, onOpen }: OrderCardProps) {
  const steps = progressSteps(order, now);
  return (
    <li className={classNames(layout.panel, s.card)}>
      <button
        type="button"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes on where the button for more was
        autoFocus={isFirstEarlier}
        className={classNames(row.row, s.order)}
        onClick={onOpen}
      >
        <OrderPictures order={order} />
        <span className={row.words}>
          <span>
            <span className={row.name}>{`${order.productName} `}</span>
            <span className={row.choice}>
              Ordered on <span>{`${orderDate(order)} `}</span>
            </span>
          </span>{' '}
          <span className={classNames(row.amount, s.amount)}>
            <span translate="no">{`${orderAmount(order)} `}</span>
            <StatusTags order={order} />
            <Icon name="next" className={s.opens} />
          </span>
        </span>
      </button>
      {steps.length > 0 && <OrderSteps steps={steps} />}
    </li>
  );
}

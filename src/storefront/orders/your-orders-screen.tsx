// /your-orders: redirects visitors without an account to the login, which leads back.
import { useCallback, useState } from 'react';
import { brand, chatLink } from '../../shop/brand.ts';
import { noOrdersPicture } from '../../shop/catalogue/catalogue.ts';
import { refreshSession } from '../session/session.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import { OrderList } from './order-list.tsx';
import { useOrders } from './load-orders.ts';
import type { Orders } from './load-orders.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { onDemand } from '../platform/load.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import split from '../ui/layout/split.module.css';
import s from './your-orders-screen.module.css';

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
          <div className={split.split}>
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

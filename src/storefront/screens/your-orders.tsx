// /your-orders: for the signed-in; everybody else is sent to the login and comes back.
import { useCallback } from 'react';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { refreshSession } from '../features/account/session.ts';
import { useSignedIn } from '../features/account/use-signed-in.ts';
import { OrderList } from '../features/orders/order-list.tsx';
import { useOrders } from '../features/orders/use-orders.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import layout from '../ui/layout.module.css';
import { Spinner } from '../ui/spinner.tsx';
import s from './your-orders.module.css';

export default function YourOrdersScreen() {
  const { user, isUnreachable } = useSignedIn('/your-orders');
  const askAgain = useCallback(() => void refreshSession(), []);
  const loaded = useOrders(user?.email, askAgain);
  const orders = isUnreachable ? [] : loaded;

  return (
    <div className={layout.wrap}>
      <div className={layout.pageHead}>
        <h1>Your Orders</h1>
      </div>
      <div className={s.place}>
        {!orders && <Spinner label="Loading your orders" />}
        {orders?.length === 0 && (
          <Empty
            picture={findProduct('3')?.pictures[0]}
            title="No Orders Yet"
            text="Start your sweet journey with us today!"
          >
            <ButtonLink to="/">Shop Now</ButtonLink>
          </Empty>
        )}
        {orders && orders.length > 0 && <OrderList orders={orders} />}
        {orders && user && (
          <div className={s.account}>
            <ButtonLink variant="quiet" to="/account">
              Your account
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

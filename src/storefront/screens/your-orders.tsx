// /your-orders: for the signed-in; everybody else is sent to the login and comes back.
import { useCallback, useEffect, useState } from 'react';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { LogOutEverywhere } from '../features/account/log-out-everywhere.tsx';
import { refreshSession, useSession } from '../features/account/session.ts';
import { OrderList } from '../features/orders/order-list.tsx';
import { useOrders } from '../features/orders/use-orders.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import layout from '../ui/layout.module.css';
import { navigate } from '../ui/navigation.tsx';
import { Spinner } from '../ui/spinner.tsx';
import s from './your-orders.module.css';

const logOutEverywhere = () =>
  import('./frame/log-out.ts').then(({ logOut }) => logOut('everywhere'));

export default function YourOrdersScreen() {
  const session = useSession();
  const [unreachable, setUnreachable] = useState(false);
  const askAgain = useCallback(() => void refreshSession(), []);
  const loaded = useOrders(session.user?.email, askAgain);
  const orders = unreachable && !session.user ? [] : loaded;

  useEffect(() => {
    if (session.status === 'signed-out') {
      navigate('/login', { replace: true, state: { from: '/your-orders' } });
    }
    if (session.status !== 'unknown') return undefined;
    let left = false;
    async function ask(): Promise<void> {
      const { status } = await refreshSession();
      if (!left) setUnreachable(status === 'unknown');
    }
    void ask();
    return () => {
      left = true;
    };
  }, [session.status]);

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
        {orders && session.user && (
          <div className={s.everywhere}>
            <LogOutEverywhere onLogOut={logOutEverywhere} />
          </div>
        )}
      </div>
    </div>
  );
}

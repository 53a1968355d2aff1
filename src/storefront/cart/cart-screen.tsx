// /cart
import { useRef } from 'react';
import { cartLines } from '../../shop/cart-lines.ts';
import { emptyCartPicture } from '../../shop/catalogue/catalogue.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { isSignedIn } from '../session/session.ts';
import { CartList, RemovalStatus, useRemovalNews } from './cart-list.tsx';
import { useCart } from './cart-store.ts';
import { CartSummary } from './cart-summary.tsx';
import { handOver } from './start-checkout.ts';
import { AppLink } from '../platform/app-link.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import cartHint from '../ui/layout/if-empty.module.css';
import { Empty } from '../ui/feedback/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { navigate } from '../platform/navigation.tsx';
import { onDemand } from '../platform/load.tsx';
import { Skeleton } from './skeleton.tsx';
import split from '../ui/layout/split.module.css';
import s from './cart-screen.module.css';

const NextBigDay = onDemand(() => import('../ui/product/suggestions.tsx'));

export default function CartScreen() {
  const cart = useCart();
  const lines = cartLines(cart.items);
  const news = useRemovalNews();
  const heading = useRef<HTMLHeadingElement>(null);

  function remove(id: string): void {
    const gone = lines.find(({ item }) => item.id === id);
    cart.remove(id);
    news.say(gone?.product?.name ?? gone?.item.title ?? 'The item');
    // The buttons are gone with the last line: the focus must not fall to the top of the page.
    if (lines.every(({ item }) => item.id === id)) heading.current?.focus();
  }

  async function checkOut(): Promise<void> {
    handOver({ mode: 'cart' });
    if (await isSignedIn()) {
      scrollTo(0, 0);
      navigate(PAYMENT_PAGE);
    } else {
      navigate('/login', { state: { from: PAYMENT_PAGE } });
    }
  }

  return (
    <div className={layout.wrap}>
      <div className={layout.pageHead}>
        <h1 ref={heading} tabIndex={-1} className={s.heading}>
          Your Shopping Cart
        </h1>
      </div>
      <RemovalStatus message={news.message} />
      <div className={s.place}>
        {/* Before the cart is read, the styles show one of these two. */}
        {!cart.ready && <Waiting />}
        {lines.length === 0 && (
          <Empty
            className={cart.ready ? undefined : cartHint.ifEmpty}
            picture={emptyCartPicture}
            title="Your cart is empty"
            text="Looks like you haven't added any products to your cart yet"
          >
            <ButtonLink to="/productspage">Browse Products</ButtonLink>
          </Empty>
        )}
        {lines.length > 0 && (
          <div className={classNames(split.split, s.columns)}>
            <CartList lines={lines} onRemove={remove} />
            <aside className={s.summary}>
              <CartSummary lines={lines} onCheckOut={checkOut} />
            </aside>
            <AppLink to="/productspage" className={s.back}>
              <Icon name="prev" />
              Continue Shopping
            </AppLink>
          </div>
        )}
        {cart.ready && <NextBigDay except={lines.map(({ item }) => item.id)} />}
      </div>
    </div>
  );
}

/** Reserves the space of a cart whose lines are not known yet. */
function Waiting() {
  return (
    <div className={classNames(split.split, cartHint.unlessEmpty)}>
      <Skeleton className={s.lines} />
      <Skeleton className={s.lines} />
      {/* The chat link waits as well, because its place is another one beside a pay bar. */}
      <span data-dock="later" />
    </div>
  );
}

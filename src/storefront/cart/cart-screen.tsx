// /cart
import { useRef, useState } from 'react';
import { type CartLine, cartLines, cartTotal, lineSaving } from '../../shop/price.ts';
import { emptyCartPicture } from '../../shop/catalogue/catalogue.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { isSignedIn } from '../session/session.ts';
import { AppLink, navigate } from '../platform/navigation.tsx';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Empty } from '../ui/feedback/empty.tsx';
import { Icon, truck } from '../ui/icon.tsx';
import { classNames, joinFacts } from '../ui/class-names.ts';
import { onDemand } from '../platform/load.tsx';
import { findVersion } from '../../shop/catalogue/product.ts';
import { FactLine, IconLine, type SumLine, Sums } from '../ui/layout/lines.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import { Price, Saving } from '../ui/product/price.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { priceIncludes } from '../../shop/brand.ts';
import { formatRupees } from '../../shop/money.ts';
import { PayBar } from '../ui/layout/pay-bar.tsx';
import { Arrival } from '../ui/product/arrival.tsx';
import { useCart } from './cart-store.ts';
import { startCheckout } from './start-checkout.ts';
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
    startCheckout({ mode: 'cart' });
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
            className={cart.ready ? undefined : layout.ifEmpty}
            picture={emptyCartPicture}
            title="Your cart is empty"
            text="Looks like you haven't added any products to your cart yet"
          >
            <ButtonLink to="/productspage">Browse Products</ButtonLink>
          </Empty>
        )}
        {lines.length > 0 && (
          <div className={classNames(layout.split, s.columns)}>
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
    <div className={classNames(layout.split, layout.unlessEmpty)}>
      <Skeleton className={s.cartScreenLines} />
      <Skeleton className={s.cartScreenLines} />
      {/* The chat link waits as well, because its place is another one beside a pay bar. */}
      <span data-dock="later" />
    </div>
  );
}

// The lines of the cart. A whole line links to its product; 'Remove' is a separate target.

interface CartListProps {
  lines: readonly CartLine[];
  /** Removes every line with this id. */
  onRemove: (id: string) => void;
}

export function CartList({ lines, onRemove }: CartListProps) {
  const list = useRef<HTMLUListElement>(null);

  function remove(line: CartLine, index: number): void {
    const { id } = line.item;
    // All lines of this product go. The focus moves to the next remaining line, or else to the last one.
    const stays = (other: CartLine) => other.item.id !== id;
    const before = lines.slice(0, index).filter(stays).length;
    const left = lines.filter(stays).length;
    onRemove(id);
    if (left === 0) return;
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>('button');
      buttons?.[Math.min(before, left - 1)]?.focus();
    });
  }

  return (
    <ul ref={list} className={classNames(layout.panel, s.lines)}>
      {lines.map((line, index) => (
        // Equal items are not merged, so the index distinguishes them
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${line.item.id}-${index}`} className={s.line}>
          <Line line={line} id={`line-${index}`} onRemove={() => remove(line, index)} />
        </li>
      ))}
    </ul>
  );
}

function Line({ line, id, onRemove }: { line: CartLine; id: string; onRemove: () => void }) {
  const { item, product, picture } = line;
  return (
    <>
      <PictureWell
        className={s.well}
        picture={picture}
        alt=""
        sizes="(width >= 40em) 12rem, 5.5rem"
        width={192}
        height={192}
      />
      <div className={s.name}>
        <h2 id={id}>
          {product ? (
            <AppLink to={product.link}>{product.name}</AppLink>
          ) : (
            item.title || 'Unknown item'
          )}
        </h2>
        {!product && <Tag small>No longer sold</Tag>}
        {line.versionName && (
          <Tag tone="lilac" small>
            {line.versionName}
          </Tag>
        )}
      </div>
      {product && (
        <p className={s.choice}>
          <FactLine text={choiceOf(line)} />
        </p>
      )}
      <p className={s.words}>
        {product ? product.summary : 'We no longer sell this. It is not part of the total.'}
      </p>
      {product && <Cost line={line} />}
      <Button variant="quiet" className={s.remove} aria-describedby={id} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
}

function Cost({ line }: { line: CartLine }) {
  const saving = lineSaving(line);
  return (
    <div className={s.cost}>
      <Price now={line.total} was={line.total + saving} />
      <Saving amount={saving} small />
    </div>
  );
}

/** Returns the facts besides the version's name: '1.5 feet · Kitkat Milk · Qty 2'. */
function choiceOf({ item, product }: CartLine): string {
  const { selectedVersion = 'adult', chocolate, quantity } = item;
  const version = product && findVersion(product, selectedVersion);
  const isChosen = product?.chocolates && chocolate;
  return joinFacts([
    version?.size,
    isChosen ? chocolate : product?.defaultChocolate,
    `Qty ${quantity}`,
  ]);
}

interface RemovalNews {
  /** The last removal, for screen readers. */
  message: string;
  say(title: string): void;
}

/** Returns the message of the last removal, for a live region that stays when the list is gone. */
function useRemovalNews(): RemovalNews {
  const [message, setMessage] = useState('');
  return { message, say: (title) => setMessage(`${title} removed from your cart`) };
}

function RemovalStatus({ message }: { message: string }) {
  return (
    <output>
      <VisuallyHidden>{message}</VisuallyHidden>
    </output>
  );
}

// The cart's total and the button to the checkout.

interface CartSummaryProps {
  lines: readonly CartLine[];
  /** Resolves once the navigation has started. */
  onCheckOut: () => Promise<void>;
}

function labelOf({ item, product, versionName }: CartLine): string {
  const version = versionName ? ` (${versionName})` : '';
  const quantity = item.quantity > 1 ? ` × ${item.quantity}` : '';
  return `${product?.name}${version}${quantity}`;
}

/** Returns the lines at their prices, and what those prices include. */
function sumsOf(sold: readonly CartLine[]): SumLine[] {
  const lines: SumLine[] = sold.map((line) => ({
    label: labelOf(line),
    value: formatRupees(line.total),
  }));
  if (sold.length > 0) lines.push({ label: priceIncludes, value: 'Included', tone: 'soft' });
  return lines;
}

export function CartSummary({ lines, onCheckOut }: CartSummaryProps) {
  const [isLeaving, setLeaving] = useState(false);
  const sold = lines.filter(({ product }) => product);
  const total = formatRupees(cartTotal(lines));

  async function checkOut(): Promise<void> {
    setLeaving(true);
    try {
      await onCheckOut();
    } finally {
      setLeaving(false);
    }
  }

  return (
    <section className={layout.panel} aria-labelledby="order-summary">
      <h2 id="order-summary">Order Summary</h2>
      <Sums lines={sumsOf(sold)} total={total} />
      {/* The saving of a single line is beside its price. */}
      {sold.length > 1 && (
        <p className={s.saving}>
          <Saving amount={sold.reduce((sum, line) => sum + lineSaving(line), 0)} small />
        </p>
      )}
      <div className={s.pay}>
        <PayBar total={total}>
          <Button busy={isLeaving} disabled={sold.length === 0} onClick={() => void checkOut()}>
            Proceed to Checkout
          </Button>
        </PayBar>
      </div>
      <p className={s.hint}>Have a coupon? Add it on the next page.</p>
      <div className={s.promises}>
        {sold.length > 0 && (
          <IconLine icon={truck}>
            <span className={layout.line}>
              <Arrival kinds={sold.flatMap(({ product }) => product?.kind ?? [])} />
            </span>
          </IconLine>
        )}
        <IconLine icon="lock">You pay in our payment partner’s secure window.</IconLine>
      </div>
    </section>
  );
}

// A placeholder for loading content. Hidden from screen readers: combine it with a Spinner or a status.

/** `className` sets the height of the content. */
function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames(s.skeleton, className)} />;
}

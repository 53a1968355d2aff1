// /cart: the lines, the total, and the way to the checkout.
import { useRef, useState } from 'react';
import { emptyCartPicture } from '../../shop/catalogue/catalogue.ts';
import { formatRupees } from '../../shop/money.ts';
import { cartLines, cartTotal, lineSaving } from '../../shop/price.ts';
import type { CartLine } from '../../shop/price.ts';
import { AppLink } from '../platform/navigation.tsx';
import { classNames, joinParts } from '../ui/class-names.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { Note, StorageNote } from '../ui/feedback/note.tsx';
import { Button, ButtonLink, isFirstTap } from '../ui/form/button.tsx';
import { Icon, truck } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { ChoiceText, IconLine, Sums } from '../ui/layout/lines.tsx';
import type { SumLine } from '../ui/layout/lines.tsx';
import { PayBar } from '../ui/layout/pay-bar.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { Arrival } from '../ui/product/arrival.tsx';
import { ClosedNote, whyNotForSale, whySoldOut } from '../ui/product/for-sale.tsx';
import row from '../ui/product/item-row.module.css';
import { PictureWell } from '../ui/product/picture.tsx';
import { Price } from '../ui/product/price.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { cartActions, useCart } from './cart-store.ts';
import { useCheckout } from './start-checkout.ts';
import s from './cart-screen.module.css';

export default function CartScreen() {
  const { items, ready } = useCart();
  const lines = cartLines(items);
  /** The name of what was removed last. */
  const [removed, setRemoved] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);

  function remove({ item, product }: CartLine, index: number): void {
    // All lines of this product go.
    const stays = (other: CartLine) => other.item.id !== item.id;
    const before = lines.slice(0, index).filter(stays).length;
    const left = lines.filter(stays).length;
    cartActions.remove(item.id);
    setRemoved(product?.name ?? item.title);
    // The pressed button is gone: the focus must not fall to the top of the page. It moves to the next remaining line,
    // or else to the last one.
    if (left === 0) heading.current?.focus();
    else {
      requestAnimationFrame(() => {
        list.current?.querySelectorAll('button')[Math.min(before, left - 1)]?.focus();
      });
    }
  }

  return (
    <div className={layout.wrap}>
      <div className={layout.pageHead}>
        <h1 ref={heading} tabIndex={-1}>
          Your Shopping Cart
        </h1>
      </div>
      {/* For screen readers; it stays when the list is gone. */}
      <output>
        <VisuallyHidden>{removed && `${removed} removed from your cart`}</VisuallyHidden>
      </output>
      <div className={layout.tall}>
        {/* Before the cart is read, the styles show one of these two. */}
        {!ready && <Waiting />}
        {lines.length === 0 && (
          <Empty
            className={ready ? undefined : layout.ifEmpty}
            picture={emptyCartPicture}
            title="Your cart is empty"
            text="Looks like you haven't added any products to your cart yet"
          >
            <ButtonLink to="/productspage">Browse Products</ButtonLink>
          </Empty>
        )}
        <Unavailable lines={lines} />
        {lines.length > 0 && (
          <div className={classNames(layout.split, s.columns)}>
            <ul ref={list} className={classNames(layout.panel, row.lines, s.lines)}>
              {lines.map((line, index) => (
                // Equal items are not merged, so the index distinguishes them
                // oxlint-disable-next-line react/no-array-index-key
                <li
                  key={`${line.item.id}-${index}`}
                  className={classNames(
                    row.row,
                    s.line,
                    whySoldOut(line.product?.id) !== undefined && row.off,
                  )}
                >
                  <Line line={line} id={`line-${index}`} onRemove={() => remove(line, index)} />
                </li>
              ))}
            </ul>
            <aside className={s.summary}>
              <CartSummary lines={lines} />
            </aside>
            <ButtonLink variant="quiet" to="/productspage" className={s.back}>
              <Icon name="prev" />
              Continue Shopping
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

/** Reserves the space of a cart whose lines are not known yet. */
function Waiting() {
  return (
    <div className={classNames(layout.split, layout.unlessEmpty)}>
      <div aria-hidden="true" className={classNames(layout.pending, s.waiting)} />
      <div aria-hidden="true" className={classNames(layout.pending, s.waiting)} />
      <span data-pay-bar="later" className={s.bar} />
    </div>
  );
}

/** The whole line links to its product; 'Remove' is a separate target. */
export function Line({ line, id, onRemove }: { line: CartLine; id: string; onRemove: () => void }) {
  const { item, product, picture } = line;
  const soldOut = product && whySoldOut(product.id);
  const facts = lineFacts(line);
  return (
    <>
      <PictureWell
        className={row.well}
        picture={picture}
        alt=""
        sizes="(width >= 40em) 8rem, 5rem"
        width={128}
        height={128}
      />
      <div className={classNames(row.words, s.words)}>
        <div className={s.text}>
          <h2 id={id} className={row.name}>
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
          {soldOut && (
            <p>
              <Tag small>{soldOut}</Tag>
            </p>
          )}
          {facts && (
            <p>
              <ChoiceText text={facts} />
            </p>
          )}
          <p className={row.choice}>
            {product ? product.summary : 'We no longer sell this. It is not part of the total.'}
          </p>
        </div>
        {product && (
          <div className={classNames(row.amount, s.cost)}>
            <Price now={line.total} was={line.total + lineSaving(line)} />
            {soldOut && <small>not counted</small>}
          </div>
        )}
        <Button
          variant="quiet"
          className={s.remove}
          aria-describedby={id}
          onClick={(event) => isFirstTap(event) && onRemove()}
        >
          Remove
        </Button>
      </div>
    </>
  );
}

/** Returns the facts besides the version's name: '5 Star · Qty 2'. What cannot be chosen, and a single piece, is none. */
function lineFacts({ item, product }: CartLine): string {
  const { chocolate, quantity } = item;
  if (!product) return '';
  return joinParts([product.chocolates && chocolate, quantity > 1 && `Qty ${quantity}`]);
}

/** Returns what can be ordered now: the checkout orders only these. */
const linesForSale = (lines: readonly CartLine[]) =>
  lines.filter(({ item, product }) => product && !whyNotForSale(item.id));

/** Says why nothing of the cart can be ordered now, if that is so. */
export function Unavailable({ lines }: { lines: readonly CartLine[] }) {
  if (lines.length === 0 || linesForSale(lines).length > 0) return null;
  return (
    <div className={s.why}>
      {whyNotForSale() ? (
        <ClosedNote>Your cart stays as it is until then.</ClosedNote>
      ) : (
        <Note>Nothing here can be ordered now. It stays in your cart.</Note>
      )}
    </div>
  );
}

/** The total and the button to the checkout. */
export function CartSummary({ lines }: { lines: readonly CartLine[] }) {
  const { isBusy, isRefused, checkOut } = useCheckout();
  const forSale = linesForSale(lines);
  // While the shop is closed, the sum of all.
  const summed = whyNotForSale() ? lines.filter(({ product }) => product) : forSale;
  const isUnavailable = forSale.length === 0;
  const total = formatRupees(cartTotal(summed));
  return (
    <section className={layout.panel} aria-labelledby="order-summary">
      <h2 id="order-summary">Order Summary</h2>
      <Sums lines={sumLines(summed)} total={total} />
      <PayBar total={total} isRepeated isAlone>
        <Button
          busy={isBusy}
          disabled={isUnavailable}
          onClick={() => void checkOut({ mode: 'cart' })}
        >
          Proceed to Checkout
        </Button>
      </PayBar>
      {isRefused && <StorageNote lost="your cart" />}
      {!isUnavailable && (
        <IconLine icon={truck}>
          <span className={layout.line}>
            <Arrival kinds={summed.flatMap(({ product }) => product?.kind ?? [])} />
          </span>
        </IconLine>
      )}
    </section>
  );
}

/** Returns the lines at their prices. With the total they are all that the specification's summary has. */
function sumLines(sold: readonly CartLine[]): SumLine[] {
  return sold.map(({ item, product, versionName, total }): SumLine => {
    const version = versionName ? ` (${versionName})` : '';
    const quantity = item.quantity > 1 ? ` × ${item.quantity}` : '';
    return { label: `${product?.name}${version}${quantity}`, value: formatRupees(total) };
  });
}

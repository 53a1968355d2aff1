// Adds one item to the cart, and says so in a toast with a link to the cart.
import { useCallback, useEffect, useState } from 'react';
import { toCartItem } from '../../shop/cart.ts';
import type { CartChoice, CartItem } from '../../shop/cart.ts';
import { versionPicture } from '../../shop/catalogue/product.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { formatRupees, rupees } from '../../shop/money.ts';
import { classNames } from '../ui/class-names.ts';
import note from '../ui/feedback/note.module.css';
import { StorageNote } from '../ui/feedback/note.tsx';
import { ButtonLink, IconButton } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import row from '../ui/product/item-row.module.css';
import { PictureWell } from '../ui/product/picture.tsx';
import { addItem } from './cart-storage.ts';
import s from './add-to-cart.module.css';

interface Added {
  readonly product: Product;
  readonly item: CartItem;
  /** False if the browser does not store the cart. */
  readonly isStored: boolean;
  /** Counts the additions on this page, so that adding the same product twice shows two toasts. */
  readonly count: number;
}

/** Milliseconds; long enough to read it and to reach the link. */
const SHOWN = 5000;
const TICKED = 2000;

/** Returns the last addition, and a function that adds; it stays the same function. */
export function useAddToCart() {
  const [added, setAdded] = useState<Added>();

  const add = useCallback((product: Product, choice?: CartChoice): void => {
    const item = toCartItem(product, choice);
    const isStored = addItem(item);
    setAdded((before) => ({ product, item, isStored, count: (before?.count ?? 0) + 1 }));
  }, []);

  return { added, add };
}

/** The live region of the toast. `added` is the last addition; undefined before the first. */
export function AddedToast({ added }: { added: Added | undefined }) {
  return (
    <>
      {/* Always rendered, so that screen readers announce what appears in it. */}
      <output>{added?.isStored && <AddedText added={added} />}</output>
      {added && !added.isStored && <NotStored key={added.count} />}
    </>
  );
}

/** A warning in the place of the toast; it stays until it is closed. */
function NotStored() {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className={s.area}>
      <StorageNote lost="your cart" className={s.refused}>
        <IconButton label="Close" icon="close" onClick={() => setClosed(true)} />
      </StorageNote>
    </div>
  );
}

/** The toast closes by itself, but not while hovered or focused. */
function AddedText({ added }: { added: Added }) {
  const { product, item } = added;
  const { title, versionName, selectedVersion, price, quantity } = item;
  const named = versionName ? `${title}, ${versionName}` : title;
  const [gone, setGone] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const shown = added.count !== gone;

  useEffect(() => {
    if (!shown || isHeld) return;
    const timer = setTimeout(() => setGone(added.count), SHOWN);
    return () => clearTimeout(timer);
  }, [added, shown, isHeld]);

  useEffect(() => {
    const button = document.querySelector<HTMLElement>(
      `article:has([href='${added.product.link}']) button`,
    );
    if (!button) return;
    button.dataset['ticked'] = '';
    const timer = setTimeout(() => delete button.dataset['ticked'], TICKED);
    return () => {
      clearTimeout(timer);
      delete button.dataset['ticked'];
    };
  }, [added]);

  return (
    <span
      className={s.area}
      // Animates the cart in the bar
      data-added={shown || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown && (
        <span className={classNames(row.row, note.toast, s.toast)}>
          <span className={s.picture}>
            <PictureWell
              picture={versionPicture(product, selectedVersion)}
              sizes="(width >= 48em) 4rem, 3rem"
              width={64}
              height={64}
              alt=""
            />
            <Icon key={`tick${added.count}`} name="check" className={s.tick} />
          </span>
          <span key={added.count}>
            <b>Added to cart</b>
            <span>{quantity > 1 ? `${quantity} × ${named} ` : `${named} `}</span>
            <span className={s.price} translate="no">
              {formatRupees(rupees(price) * quantity)}
            </span>
          </span>
          <ButtonLink to="/cart" variant="gold" size="small">
            View cart
          </ButtonLink>
        </span>
      )}
    </span>
  );
}

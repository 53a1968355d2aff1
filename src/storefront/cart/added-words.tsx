// The 'Added to cart' toast with a link to the cart. It closes by itself, but not while hovered or focused.
import { useEffect, useState } from 'react';
import { formatRupees, rupees } from '../../shop/money.ts';
import { pictureOf } from '../../shop/catalogue/versions.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import s from './added-words.module.css';
import type { Added } from './add-to-cart.tsx';

/** Milliseconds; long enough to read it and to reach the link. */
const SHOWN = 5000;
const TICKED = 2000;

export function AddedWords({ added }: { added: Added }) {
  const { product, item } = added;
  const { title, versionName, selectedVersion, price } = item;
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
      className={s.place}
      // Animates the cart in the bar
      data-added={shown || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown && (
        <span className={s.toast}>
          <span className={s.thing}>
            <PictureWell
              picture={pictureOf(product, selectedVersion)}
              sizes="(width >= 48em) 4rem, 3rem"
              width={64}
              height={64}
              alt=""
            />
            <Icon key={`tick${added.count}`} name="check" className={s.tick} />
          </span>
          <span key={added.count}>
            <b>Added to cart</b> {versionName ? `${title}, ${versionName}` : title}{' '}
            <span className={s.price}>{formatRupees(rupees(price))}</span>
          </span>
          <ButtonLink to="/cart" variant="gold" size="small">
            View cart
          </ButtonLink>
        </span>
      )}
    </span>
  );
}

// The 'Added to cart' toast with a link to the cart. It closes by itself, but not while hovered or focused.
import { useEffect, useState } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import s from './added-toast.module.css';
import type { Added } from './use-add-to-cart.ts';

/** Milliseconds; long enough to read it and to reach the link. */
const SHOWN = 5000;

/** `added` is the last addition; undefined before the first. */
export function AddedToast({ added }: { added: Added | undefined }) {
  const [gone, setGone] = useState(added?.count);
  const [isHeld, setHeld] = useState(false);
  const shown = added !== undefined && added.count !== gone;

  useEffect(() => {
    if (!shown || isHeld) return;
    const timer = setTimeout(() => setGone(added.count), SHOWN);
    return () => clearTimeout(timer);
  }, [added, shown, isHeld]);

  return (
    <div
      className={s.place}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* The live region is always rendered, so that screen readers announce the change. */}
      <output className={shown ? s.toast : undefined}>
        {shown && (
          <>
            <span key={added.count}>
              <b>Added to cart</b> {added.name}
            </span>
            <AppLink to="/cart">View cart</AppLink>
          </>
        )}
      </output>
    </div>
  );
}

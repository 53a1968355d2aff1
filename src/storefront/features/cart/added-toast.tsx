// 'Added to cart' at the lower edge, with the way to the cart. It goes by itself, but not from under a hand.
import { useEffect, useState } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import s from './added-toast.module.css';
import type { Added } from './use-add-to-cart.ts';

/** Long enough to read it and to reach for the link. */
const SHOWN = 5000;

/** `added` is what was added last; undefined before the first. */
export function AddedToast({ added }: { added: Added | undefined }) {
  const [gone, setGone] = useState(added?.count);
  const [held, setHeld] = useState(false);
  const shown = added !== undefined && added.count !== gone;

  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setGone(added.count), SHOWN);
    return () => clearTimeout(timer);
  }, [added, shown, held]);

  return (
    <div
      className={s.place}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* The live region is always there, so that a screen reader hears the change. */}
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

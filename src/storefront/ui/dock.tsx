// The one Buy Now with its total: fixed under the thumb on phones, in its place from 768 px.
import type { ReactNode } from 'react';
import s from './dock.module.css';

interface DockProps {
  /** Price times quantity, formatted. */
  total: string;
  /** The button, and where needed a second one beside it. */
  children: ReactNode;
}

/** The chat link moves into the dock's left end by `data-dock` (see the frame). */
export function Dock({ total, children }: DockProps) {
  return (
    <div className={s.dock} data-dock="">
      <div>
        <small>Total</small>
        <output aria-label="Total price">{total}</output>
      </div>
      {children}
    </div>
  );
}

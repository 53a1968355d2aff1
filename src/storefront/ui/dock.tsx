// The Buy Now button with its total: fixed to the lower edge on phones, in the page from 768 px.
import type { ReactNode } from 'react';
import s from './dock.module.css';

interface DockProps {
  /** Price times quantity, formatted. */
  total: string;
  /** The button, and optionally a second one beside it. */
  children: ReactNode;
}

/** `data-dock` makes the frame place the chat link at the dock's left end. */
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

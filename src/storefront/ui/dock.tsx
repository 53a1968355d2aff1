// The Buy Now button with its total: fixed to the lower edge on phones, in the page from 768 px.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import s from './dock.module.css';

interface DockProps {
  /** Price times quantity, formatted. */
  total: string;
  /** Above the total. */
  label?: string | undefined;
  /** Leaves the total to screen readers: the same sum stands in view already. */
  hideTotal?: boolean | undefined;
  /** The button, and optionally a second one beside it. */
  children: ReactNode;
}

/** `data-dock` makes the frame place the chat link at the dock's left end. */
export function Dock({ total, label = 'Total', hideTotal, children }: DockProps) {
  return (
    <div className={s.dock} data-dock="">
      <div className={classNames(hideTotal && s.unseen)}>
        {!hideTotal && <small>{label}</small>}
        <output aria-label="Total price">{total}</output>
      </div>
      {children}
    </div>
  );
}

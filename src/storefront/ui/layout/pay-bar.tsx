// The Buy Now button with its total: fixed to the lower edge on phones, in the page from 768 px.
import type { ReactNode } from 'react';
import s from './pay-bar.module.css';
import layout from './layout.module.css';

interface PayBarProps {
  /** Price times quantity, formatted. */
  total?: string | undefined;
  /** Above the total. */
  label?: string | undefined;
  /** From 768 px leaves the total to screen readers: the same sum stands in view there. */
  isRepeated?: boolean | undefined;
  /** Without the chat link, which is in the bar then. */
  isAlone?: boolean | undefined;
  /** The button, and optionally a second one beside it. */
  children: ReactNode;
}

/** `data-dock='chat'` makes the frame place the chat link at the pay bar's left end. */
export function PayBar({ total, label = 'Total', isRepeated, isAlone, children }: PayBarProps) {
  return (
    <div className={s.payBar} data-dock={isAlone ? '' : 'chat'}>
      {total !== undefined && (
        <div className={isRepeated ? layout.fromTablets : undefined}>
          <small>{label}</small>
          <output aria-label="Total price" translate="no">
            {total}
          </output>
        </div>
      )}
      {children}
    </div>
  );
}

// The Buy Now button with its total: fixed to the lower edge on phones, in the page from 768 px and in a low window.
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
  /** Without the chat link, which is above it then. */
  isAlone?: boolean | undefined;
  /** Until it is known whether there is something to pay; phones show it if the head's script found something. */
  isEarly?: boolean | undefined;
  /** The button, and optionally a second one beside it. */
  children: ReactNode;
}

/** `data-pay-bar` is where a phone has the chat link (app/chat.module.css): 'chat' at the bar's left end, else above it. */
export function PayBar(props: PayBarProps) {
  const { total, label = 'Total', isRepeated, isAlone, isEarly, children } = props;
  return (
    <div className={s.payBar} data-pay-bar={isEarly ? 'later' : isAlone ? '' : 'chat'}>
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

// The discount badge: a pleated star of four rotated squares, drawn in CSS.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import s from './rosette.module.css';

interface RosetteProps {
  /** Rounded percentage; renders nothing at 0 or below. */
  percent: number;
  /** For a card. */
  small?: boolean | undefined;
  /** For the popup: larger still. */
  popup?: boolean | undefined;
  className?: string | undefined;
}

/** In the text flow, beside a price: the pictures stay clear. */
export function Rosette({ percent, small, popup, className }: RosetteProps) {
  if (percent <= 0) return null;
  return (
    <span className={classNames(s.rosette, small && s.small, popup && s.popup, className)}>
      <i />
      <i />
      <span>
        {percent}% <small>off</small>
      </span>
    </span>
  );
}

/** The popup's rosette around a tick or a heart, hidden from screen readers. */
export function BigRosette({ children }: { children: ReactNode }) {
  return (
    <span className={classNames(s.rosette, s.popup)} aria-hidden="true">
      <i />
      <i />
      {children}
    </span>
  );
}

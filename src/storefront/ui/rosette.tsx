// The discount badge: a pleated star of four rotated squares, drawn in CSS.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import s from './rosette.module.css';

interface RosetteProps {
  /** Rounded percentage; renders nothing at 0 or below. */
  percent: number;
  /** For the gallery's stage. */
  large?: boolean | undefined;
  /** For the popup: in the text flow, and larger still. */
  popup?: boolean | undefined;
  /** For a card: in the text flow, beside the price. */
  small?: boolean | undefined;
  className?: string | undefined;
}

/** Positioned at the upper left corner of the nearest positioned ancestor, unless it is in the text flow. */
export function Rosette({ percent, large, popup, small, className }: RosetteProps) {
  if (percent <= 0) return null;
  return (
    <span
      className={classNames(
        s.rosette,
        large && s.large,
        popup && s.popup,
        small && s.small,
        className,
      )}
    >
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

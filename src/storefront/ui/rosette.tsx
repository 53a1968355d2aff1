// The discount: a pleated star of four turned squares, as on the garlands; no picture.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import s from './rosette.module.css';

interface RosetteProps {
  /** Rounded percentage; nothing is shown at 0 or below. */
  percent: number;
  /** On the gallery's stage. */
  large?: boolean | undefined;
  /** The popup's: stands in the flow, larger still. */
  popup?: boolean | undefined;
  className?: string | undefined;
}

/** Lies over the upper left corner of the nearest positioned ancestor. */
export function Rosette({ percent, large, popup, className }: RosetteProps) {
  if (percent <= 0) return null;
  return (
    <span className={classNames(s.rosette, large && s.large, popup && s.popup, className)}>
      <i />
      <i />
      <span>
        {percent}% <small>off</small>
      </span>
    </span>
  );
}

/** The popup's rosette around something else than a discount: a tick, a heart. Decoration. */
export function BigRosette({ children }: { children: ReactNode }) {
  return (
    <span className={classNames(s.rosette, s.popup)} aria-hidden="true">
      <i />
      <i />
      {children}
    </span>
  );
}

// The discount badge: a pleated star of four rotated squares, drawn in CSS.
import { classNames } from '../class-names.ts';
import s from './rosette.module.css';

interface RosetteProps {
  /** Rounded percentage; renders nothing at 0 or below. */
  percent: number;
  /** For a card. */
  small?: boolean | undefined;
  className?: string | undefined;
}

/** In the text flow, beside a price: the pictures stay clear. */
export function Rosette({ percent, small, className }: RosetteProps) {
  if (percent <= 0) return null;
  return (
    <span className={classNames(s.rosette, small && s.small, className)}>
      <i />
      <i />
      <span>
        {`${percent}% `}
        <small>off</small>
      </span>
    </span>
  );
}

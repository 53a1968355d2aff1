// A price, and what is saved: in words, and as a rosette.
import { formatRupees, type Paise } from '../../../shop/money.ts';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import s from './price.module.css';

interface PriceProps {
  /** In paise. */
  now: Paise;
  /** In paise; struck through, and shown only if it is above `now`. */
  was?: Paise | undefined;
  big?: boolean | undefined;
}

export function Price({ now, was, big }: PriceProps) {
  return (
    <p className={classNames(s.price, big && s.big)}>
      <span className={s.now} translate="no">
        {formatRupees(now)}
      </span>
      {was !== undefined && was > now && (
        <s>
          <VisuallyHidden>was </VisuallyHidden>
          <span translate="no">{formatRupees(was)}</span>
        </s>
      )}
    </p>
  );
}

/** 'You save ₹300', or nothing where nothing is saved. `amount` is in paise. */
export function Saving({ amount }: { amount: Paise }) {
  if (amount <= 0) return null;
  return (
    <span className={s.saving}>
      You save <span translate="no">{formatRupees(amount)}</span>
    </span>
  );
}

interface RosetteProps {
  /** Rounded percentage; renders nothing at 0 or below. */
  percent: number;
  /** Beside the price of a product's page: says 'off', and is larger from 768 px. */
  large?: boolean | undefined;
}

/** A pleated star of four rotated squares, drawn in CSS. It stands in the text flow: the pictures stay clear. */
export function Rosette({ percent, large }: RosetteProps) {
  if (percent <= 0) return null;
  return (
    <span className={classNames(s.rosette, large && s.large)}>
      <i />
      <i />
      <span>
        <span>{`${percent}% `}</span>
        {large ? <small>off</small> : <VisuallyHidden>off</VisuallyHidden>}
      </span>
    </span>
  );
}

// A price, and the original price struck through.
import { formatRupees, formatRupeesExact, type Paise } from '../../shop/money.ts';
import { classNames } from './class-names.ts';
import s from './price.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface PriceProps {
  /** In paise. */
  now: Paise;
  /** In paise; struck through, and shown only if it is above `now`. */
  was?: Paise | undefined;
  big?: boolean | undefined;
  /** Always two decimals, for amounts that a coupon may reduce. */
  exact?: boolean | undefined;
  className?: string | undefined;
}

export function Price({ now, was, big, exact, className }: PriceProps) {
  const format = exact ? formatRupeesExact : formatRupees;
  return (
    <p className={classNames(s.price, big && s.big, className)}>
      <span className={s.now}>{format(now)}</span>
      {was !== undefined && was > now && (
        <s>
          <VisuallyHidden>was </VisuallyHidden>
          {format(was)}
        </s>
      )}
    </p>
  );
}

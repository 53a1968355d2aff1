// The popup that celebrates a coupon.
import { useId } from 'react';
import type { Coupon } from '../../../../shop/coupon.ts';
import { formatRupeesExact } from '../../../../shop/money.ts';
import type { Paise } from '../../../../shop/money.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout.module.css';
import { Rosette } from '../../../ui/rosette.tsx';
import s from './congratulations.module.css';

const petals = Array.from({ length: 16 }, (_, index) => index);

interface CongratulationsProps {
  coupon: Coupon;
  /** What is left to pay. */
  amount: Paise;
  open: boolean;
  onClose: () => void;
}

export default function Congratulations({ coupon, amount, open, onClose }: CongratulationsProps) {
  const heading = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={heading}
      className={classNames(s.thanks, layout.dark)}
    >
      <div className={s.words}>
        <div className={s.burst}>
          <div aria-hidden="true">
            {petals.map((petal) => (
              <i key={petal} />
            ))}
          </div>
          <Rosette percent={coupon.percent} className={s.rosette} />
        </div>
        <h2 id={heading}>Congratulations!</h2>
        <p className={s.gain}>
          You got {coupon.percent}% off with{' '}
          <span className={classNames(s.code, layout.crimped)}>{coupon.code}</span>
        </p>
        <p className={s.total}>Your new total is {formatRupeesExact(amount)}.</p>
        <Button variant="gold" wide onClick={onClose}>
          Continue Shopping
        </Button>
      </div>
    </Dialog>
  );
}

// The popup that celebrates a coupon.
import { useId } from 'react';
import type { Coupon } from '../../shop/coupon.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import layout from '../ui/layout/layout.module.css';
import s from './congratulations.module.css';

const petals = Array.from({ length: 17 }, (_, index) => index);

interface CongratulationsProps {
  coupon: Coupon;
  /** What is left to pay. */
  amount: Paise;
  open: boolean;
  onClose: () => void;
}

export function Congratulations({ coupon, amount, open, onClose }: CongratulationsProps) {
  const heading = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={heading}
      className={classNames(s.thanks, layout.dark)}
    >
      <div className={s.words}>
        <div className={s.rosette}>
          <Pleats />
          <span>
            {`${coupon.percent}% `}
            <small>off</small>
          </span>
          <span className={s.petals} aria-hidden="true">
            {petals.map((petal) => (
              <i key={petal} />
            ))}
          </span>
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

/** The pendant of a garland from the front: two rings of pleated ribbon, a rim of beads and a disc for the words. */
function Pleats() {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true">
      <Ring count={28} from={60} to={93} bulge={6} />
      <g className={s.inner}>
        <Ring count={28} from={55} to={72} bulge={4} />
      </g>
      <circle r={58} className={s.disc} />
      <circle r={58} className={s.rim} pathLength={40} />
    </svg>
  );
}

interface RingProps {
  /** Number of pleats. */
  count: number;
  /** Inner and outer radius. */
  from: number;
  to: number;
  /** How far the ribbon's edge is rounded out between two folds. */
  bulge: number;
}

/** A pleat is a light face and a dark one, so that the ribbon looks folded. */
function Ring({ count, from, to, bulge }: RingProps) {
  const fold = Math.PI / count;
  const faces = Array.from({ length: 2 * count }, (_, index) => {
    const [start, end] = [index * fold, (index + 1) * fold];
    // The outer edge is highest between the two faces of a pleat.
    const [first, last] = index % 2 === 0 ? [to, to + bulge] : [to + bulge, to];
    return `M${at(from, start)}L${at(first, start)}L${at(last, end)}L${at(from, end)}z`;
  });
  return (
    <>
      <path d={faces.filter((_, index) => index % 2 === 0).join('')} className={s.light} />
      <path d={faces.filter((_, index) => index % 2 === 1).join('')} className={s.dark} />
    </>
  );
}

/** Returns the point at a distance and an angle, for a path. */
function at(radius: number, angle: number): string {
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
}

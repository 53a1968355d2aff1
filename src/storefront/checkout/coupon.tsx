// The coupon of the checkout: a code, its result, and a congratulation.
import { useId, useRef, useState } from 'react';
import type { Coupon } from '../../shop/coupon.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { Button } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { CodeField, Ticket } from '../ui/form/code-field.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import s from './coupon.module.css';

interface CouponBoxProps {
  /** The coupon that applies to the ticked items. */
  applied: Coupon | undefined;
  /** The discount, and the amount that is left to pay. */
  discount: Paise;
  amount: Paise;
  error: string | undefined;
  /** Tries a code as typed. Returns true if it applies. */
  onApply: (code: string) => boolean;
  onEdit: () => void;
}

export function CouponBox({ applied, discount, amount, error, onApply, onEdit }: CouponBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isCheering, setCheering] = useState(false);

  function apply(code: string): boolean {
    if (!onApply(code)) return false;
    input.current!.value = '';
    setCheering(true);
    return true;
  }

  return (
    <section className={layout.stack} aria-label="Coupon">
      <output className={s.place}>
        {applied && (
          <Ticket code={applied.code}>
            {applied.percent}% off, you save {formatRupeesExact(discount)}
          </Ticket>
        )}
      </output>
      <CodeField
        ref={input}
        label="Coupon code"
        error={error}
        className={s.row}
        onApply={apply}
        onEdit={onEdit}
      />
      {applied && (
        <Congratulations
          coupon={applied}
          amount={amount}
          open={isCheering}
          onClose={() => setCheering(false)}
        />
      )}
    </section>
  );
}

// The popup that celebrates a coupon.

const petals = Array.from({ length: 17 }, (_, index) => index);

interface CongratulationsProps {
  coupon: Coupon;
  /** What is left to pay. */
  amount: Paise;
  open: boolean;
  onClose: () => void;
}

function Congratulations({ coupon, amount, open, onClose }: CongratulationsProps) {
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

// The coupon of the checkout: a code, its result, and a congratulation.
import { useId, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import type { Coupon } from '../../shop/coupon.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { CodeField, Ticket } from '../ui/form/code-field.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import layout from '../ui/layout/layout.module.css';
import type { Order } from './checkout-order.ts';
import s from './coupon-box.module.css';

export function CouponBox({ order }: { order: Order }) {
  const { coupon } = order;
  const input = useRef<HTMLInputElement>(null);
  const [isCheering, setCheering] = useState(false);

  function apply(code: string): boolean {
    if (!order.applyCoupon(code)) return false;
    input.current!.value = '';
    setCheering(true);
    return true;
  }

  function remove(): void {
    order.removeCoupon();
    input.current!.focus();
  }

  return (
    <section className={layout.stack} aria-label="Coupon">
      <output>
        {coupon && (
          <Ticket
            code={coupon.code}
            action={
              <Button variant="quiet" onClick={remove}>
                Remove
              </Button>
            }
          >
            <ExactText
              text={`${coupon.percent}% off, you save ${formatRupeesExact(order.discount)}`}
            />
          </Ticket>
        )}
      </output>
      <CodeField
        ref={input}
        label="Coupon code"
        error={order.couponError}
        className={s.row}
        onApply={apply}
        onEdit={order.clearCouponError}
      />
      {coupon && (
        <Congratulations
          coupon={coupon}
          amount={order.amount}
          open={isCheering}
          onClose={() => setCheering(false)}
        />
      )}
    </section>
  );
}

interface CongratulationsProps {
  coupon: Coupon;
  /** What is left to pay. */
  amount: Paise;
  open: boolean;
  onClose: () => void;
}

/** Where each petal lands, in rem to the right of the rosette's middle and below it, and its turn in degrees. */
const petals = [
  [-6.4, -5.9, 57],
  [-3.4, -6.1, 108],
  [0.9, -6.4, 20],
  [4.6, -5.7, 162],
  [7.4, -6.2, 306],
  [8.9, -4.1, 189],
  [6.6, -3.2, 30],
  [8, -0.9, 216],
  [6.7, 1.7, 246],
  [9.3, 3.1, 24],
  [6.4, 4.6, 285],
  [-9.2, -3.4, 294],
  [-6.7, -3.1, 204],
  [-8.2, -0.4, 324],
  [-6.6, 2.2, 156],
  [-9, 3.8, 60],
  [-6.1, 4.9, 12],
] as const;

/** The popup that celebrates a coupon. */
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
            <span>{`${coupon.percent}% `}</span>
            <small>off</small>
          </span>
          <span className={s.petals} aria-hidden="true">
            {petals.map(([x, y, turn]) => (
              <i
                key={turn}
                style={
                  { '--x': `${x}rem`, '--y': `${y}rem`, rotate: `${turn}deg` } as CSSProperties
                }
              />
            ))}
          </span>
        </div>
        <h2 id={heading}>Congratulations!</h2>
        <p className={s.gain}>
          <span>{`You got ${coupon.percent}% off with `}</span>
          <span className={classNames(s.code, layout.crimped)} translate="no">
            {coupon.code}
          </span>
        </p>
        <p className={s.total}>
          <ExactText text={`Your new total is ${formatRupeesExact(amount)}.`} />
        </p>
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
      <Ring count={28} from={60} to={93} bulge={6} light="#d9236f" dark="#a90b50" />
      <Ring count={28} from={55} to={72} bulge={4} light="var(--marigold)" dark="#e08f0c" />
      <circle r={58} fill="var(--rani)" />
      {/* The dots of its stroke are the beads. */}
      <circle
        r={58}
        fill="none"
        stroke="#ffe3a8"
        strokeWidth={5}
        strokeLinecap="round"
        strokeDasharray="0 1"
        pathLength={40}
      />
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
  /** The colours of its faces. */
  light: string;
  dark: string;
}

/** A pleat is a light face and a dark one, so that the ribbon looks folded. */
function Ring({ count, from, to, bulge, light, dark }: RingProps) {
  const fold = Math.PI / count;
  const faces = Array.from({ length: 2 * count }, (_, index) => {
    const [start, end] = [index * fold, (index + 1) * fold];
    // The outer edge is highest between the two faces of a pleat.
    const [first, last] = index % 2 === 0 ? [to, to + bulge] : [to + bulge, to];
    return `M${at(from, start)}L${at(first, start)}L${at(last, end)}L${at(from, end)}z`;
  });
  return (
    <>
      <path d={faces.filter((_, index) => index % 2 === 0).join('')} fill={light} />
      <path d={faces.filter((_, index) => index % 2 === 1).join('')} fill={dark} />
    </>
  );
}

/** Returns the point at a distance and an angle, for a path. */
function at(radius: number, angle: number): string {
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
}

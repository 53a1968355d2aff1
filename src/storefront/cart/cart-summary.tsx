// The cart's total and the button to the checkout.
import { useState } from 'react';
import { priceIncludes } from '../../shop/brand.ts';
import { cartTotal, lineSaving } from '../../shop/cart-lines.ts';
import type { CartLine } from '../../shop/cart-lines.ts';
import { formatRupees } from '../../shop/money.ts';
import { Button } from '../ui/form/button.tsx';
import { Dock } from '../ui/layout/pay-bar.tsx';
import { IconLine } from '../ui/layout/icon-line.tsx';
import { truck } from '../ui/icon-paths.ts';
import layout from '../ui/layout/layout.module.css';
import { Arrival } from '../ui/product/arrival.tsx';
import { Saving } from '../ui/product/price.tsx';
import { Sums, type SumLine } from '../ui/layout/sums.tsx';
import s from './cart-summary.module.css';

interface CartSummaryProps {
  lines: readonly CartLine[];
  /** Resolves once the navigation has started. */
  onCheckOut: () => Promise<void>;
}

function labelOf({ item, product, versionName }: CartLine): string {
  const version = versionName ? ` (${versionName})` : '';
  const quantity = item.quantity > 1 ? ` × ${item.quantity}` : '';
  return `${product?.name}${version}${quantity}`;
}

/** Returns the lines at their prices, and what those prices include. */
function sumsOf(sold: readonly CartLine[]): SumLine[] {
  const lines: SumLine[] = sold.map((line) => ({
    label: labelOf(line),
    value: formatRupees(line.total),
  }));
  if (sold.length > 0) lines.push({ label: priceIncludes, value: 'Included', tone: 'soft' });
  return lines;
}

export function CartSummary({ lines, onCheckOut }: CartSummaryProps) {
  const [isLeaving, setLeaving] = useState(false);
  const sold = lines.filter(({ product }) => product);
  const total = formatRupees(cartTotal(lines));

  async function checkOut(): Promise<void> {
    setLeaving(true);
    try {
      await onCheckOut();
    } finally {
      setLeaving(false);
    }
  }

  return (
    <section className={layout.panel} aria-labelledby="order-summary">
      <h2 id="order-summary">Order Summary</h2>
      <Sums lines={sumsOf(sold)} total={total} />
      {/* The saving of a single line is beside its price. */}
      {sold.length > 1 && (
        <p className={s.saving}>
          <Saving amount={sold.reduce((sum, line) => sum + lineSaving(line), 0)} small />
        </p>
      )}
      <div className={s.pay}>
        <Dock total={total}>
          <Button busy={isLeaving} disabled={sold.length === 0} onClick={() => void checkOut()}>
            Proceed to Checkout
          </Button>
        </Dock>
      </div>
      <p className={s.hint}>Have a coupon? Add it on the next page.</p>
      <div className={s.promises}>
        {sold.length > 0 && (
          <IconLine icon={truck}>
            <span className={layout.line}>
              <Arrival kinds={sold.flatMap(({ product }) => product?.kind ?? [])} />
            </span>
          </IconLine>
        )}
        <IconLine icon="lock">You pay in our payment partner’s secure window.</IconLine>
      </div>
    </section>
  );
}

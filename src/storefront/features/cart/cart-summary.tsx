// The cart's total and the button to the checkout.
import { useState } from 'react';
import { cartTotal } from '../../../shop/cart-lines.ts';
import type { CartLine } from '../../../shop/cart-lines.ts';
import { formatRupees } from '../../../shop/money.ts';
import { ArrivalLine } from '../../ui/arrival-line.tsx';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Sums } from '../../ui/sums.tsx';
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

export function CartSummary({ lines, onCheckOut }: CartSummaryProps) {
  const [isLeaving, setLeaving] = useState(false);
  const sold = lines.filter(({ product }) => product);

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
      <Sums
        lines={sold.map((line) => ({ label: labelOf(line), value: formatRupees(line.total) }))}
        total={formatRupees(cartTotal(lines))}
      />
      <Button wide busy={isLeaving} disabled={sold.length === 0} onClick={() => void checkOut()}>
        Proceed to Checkout
      </Button>
      <p className={s.hint}>Have a coupon? Add it on the next page.</p>
      {sold.length > 0 && (
        <p className={s.hint}>
          <ArrivalLine kinds={sold.flatMap(({ product }) => product?.kind ?? [])} />
        </p>
      )}
    </section>
  );
}

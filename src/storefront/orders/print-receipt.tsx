// The button 'Print receipt'. Few people print one, so its code is fetched with the first press.
import { useState } from 'react';
import type { OrderOnWire } from '../../shop/payloads/orders.ts';
import { Button } from '../ui/form/button.tsx';
import { onDemand } from '../platform/load.tsx';

const Receipt = onDemand(() => import('./receipt.tsx'));

export function PrintReceipt({ order }: { order: OrderOnWire }) {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <Button variant="line" size="small" onClick={() => setPresses(presses + 1)}>
        Print receipt
      </Button>
      {/* With a key: each press prints */}
      {presses > 0 && <Receipt key={presses} order={order} />}
    </>
  );
}

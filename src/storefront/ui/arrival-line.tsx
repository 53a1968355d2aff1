// A line that says when an order of today arrives, once the page is hydrated. Its room is kept before.
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { ProductKind } from '../../shop/catalogue/product.ts';
import type { ArrivalProps } from './arrival.tsx';
import layout from './layout.module.css';

/** @param kinds the kinds of the products in the parcel, at least one */
export function ArrivalLine({ kinds }: { kinds: readonly ProductKind[] }) {
  const [loaded, setLoaded] = useState<{ Arrival: ComponentType<ArrivalProps> }>();

  useEffect(() => {
    // Where it cannot be had, the page still has the durations.
    import('./arrival.tsx').then(setLoaded, () => undefined);
  }, []);

  return <span className={layout.line}>{loaded && <loaded.Arrival kinds={kinds} />}</span>;
}

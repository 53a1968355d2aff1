// When an order of today arrives. The build does not know the day: render it after hydration only, through
// arrival-line.tsx where the page has the line before.
import { useEffect, useState } from 'react';
import type { ProductKind } from '../../shop/catalogue/product.ts';
import { parcelDates, rangeText } from '../../shop/delivery-dates.ts';

export interface ArrivalProps {
  /** The kinds of the products in the parcel, at least one. */
  kinds: readonly ProductKind[];
  now?: () => Date;
}

const clock = () => new Date();

export function Arrival({ kinds, now = clock }: ArrivalProps) {
  const [today, setToday] = useState(now);

  useEffect(() => {
    // A tab that is opened again may be of another day.
    const look = () => setToday(now());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [now]);

  const { from, to } = parcelDates(kinds, today);
  return <>Order today, arrives {rangeText(from, to, 'short')}</>;
}

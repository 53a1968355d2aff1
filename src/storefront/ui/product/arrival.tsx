// When an order of today is sent and arrives. The build does not know the day: render it after hydration only, through
// arrival-line.tsx where the page has the line before.
import { useEffect, useState } from 'react';
import type { ProductKind } from '../../../shop/catalogue/product.ts';
import { formatDay, parcelDates, formatDays } from '../../../shop/dates.ts';
import type { DeliveryDates } from '../../../shop/dates.ts';

/** What a line says of the dates. */
const texts = {
  arrives: ({ from, to }: DeliveryDates) => `Order today, arrives ${formatDays(from, to, 'short')}`,
  sent: ({ sentBy }: DeliveryDates) => `Order today: sent by ${formatDay(sentBy, 'short')}`,
  withYou: ({ from, to }: DeliveryDates) => `With you ${formatDays(from, to, 'short')}`,
};

export interface ArrivalProps {
  /** The kinds of the products in the parcel, at least one. */
  kinds: readonly ProductKind[];
  says?: keyof typeof texts | undefined;
  now?: () => Date;
}

const clock = () => new Date();

export function Arrival({ kinds, says = 'arrives', now = clock }: ArrivalProps) {
  const [today, setToday] = useState(now);

  useEffect(() => {
    // A tab that is opened again may be from another day.
    const look = () => setToday(now());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [now]);

  return <>{texts[says](parcelDates(kinds, today))}</>;
}

// When an order of today is sent and arrives.
import { useEffect, useState } from 'react';
import type { ProductKind } from '../../../shop/catalogue/product.ts';
import { formatDay, formatDays } from '../../../shop/dates.ts';
import { type DeliveryDates, parcelDates } from '../../../shop/catalogue/delivery.ts';
import { useHydrated } from '../../platform/timing.tsx';
import layout from '../layout/layout.module.css';

/** What a line says of the dates. */
const texts = {
  arrives: ({ from, to }: DeliveryDates) => `Order today, arrives ${formatDays(from, to, 'short')}`,
  sent: ({ sentBy }: DeliveryDates) => `Order today: sent by ${formatDay(sentBy, 'short')}`,
  withYou: ({ from, to }: DeliveryDates) => `With you ${formatDays(from, to, 'short')}`,
};

interface ArrivalProps {
  /** The kinds of the products in the parcel, at least one. */
  kinds: readonly ProductKind[];
  says?: keyof typeof texts | undefined;
  now?: () => Date;
}

const clock = () => new Date();

/** The build does not know the day: render it after hydration only. */
export function Arrival({ kinds, says = 'arrives', now = clock }: ArrivalProps) {
  const [today, setToday] = useState(now);

  useEffect(() => {
    // A tab that is opened again may be from another day.
    const look = () => setToday(now());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [now]);

  return <span>{texts[says](parcelDates(kinds, today))}</span>;
}

/** The same as a line of its own, whose space is reserved before. */
export function ArrivalLine(props: Omit<ArrivalProps, 'now'>) {
  const isHydrated = useHydrated();
  return <span className={layout.line}>{isHydrated && <Arrival {...props} />}</span>;
}

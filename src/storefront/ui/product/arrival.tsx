// When an order of today arrives.
import type { ProductKind } from '../../../shop/catalogue/product.ts';
import { formatDays } from '../../../shop/dates.ts';
import { parcelDates } from '../../../shop/catalogue/delivery.ts';
import { useNow } from '../../platform/clock.ts';
import { useHydrated } from '../../platform/timing.tsx';
import { shipsFrom, whyNotForSale } from './for-sale.tsx';
import layout from '../layout/layout.module.css';

interface ArrivalProps {
  /** The kinds of the products in the parcel, at least one. */
  kinds: readonly ProductKind[];
  /** The product, if they are one: while it cannot be ordered, there is no day. */
  id?: string | undefined;
  now?: () => Date;
}

/** The build does not know the day: render it after hydration only. */
export function Arrival({ kinds, id, now }: ArrivalProps) {
  const { from, to } = parcelDates(kinds, useNow(now), shipsFrom());
  const text = `Order today, arrives ${formatDays(from, to, 'short')}`;
  return whyNotForSale(id) === undefined && <span>{text}</span>;
}

/** The same as a line of its own, whose space is reserved before. */
export function ArrivalLine(props: Omit<ArrivalProps, 'now'>) {
  const isHydrated = useHydrated();
  return <span className={layout.line}>{isHydrated && <Arrival {...props} />}</span>;
}

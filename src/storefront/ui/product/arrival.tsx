// When an order of today is sent and arrives.
import type { ProductKind } from '../../../shop/catalogue/product.ts';
import { formatDay, formatDays } from '../../../shop/dates.ts';
import { type DeliveryDates, parcelDates } from '../../../shop/catalogue/delivery.ts';
import { useNow } from '../../platform/clock.ts';
import { useHydrated } from '../../platform/timing.tsx';
import { shipsFrom, whyNotForSale } from './halt.tsx';
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
  /** The product, if they are one: while it is sold out, there is no day. */
  id?: string | undefined;
  says?: keyof typeof texts | undefined;
  now?: () => Date;
}

/** The build does not know the day: render it after hydration only. */
export function Arrival({ kinds, id, says = 'arrives', now }: ArrivalProps) {
  const text = texts[says](parcelDates(kinds, useNow(now), shipsFrom()));
  const halt = whyNotForSale(id);
  return <span>{halt && says === 'withYou' ? 'Delivery' : (halt ?? text)}</span>;
}

/** The same as a line of its own, whose space is reserved before. */
export function ArrivalLine(props: Omit<ArrivalProps, 'now'>) {
  const isHydrated = useHydrated();
  return <span className={layout.line}>{isHydrated && <Arrival {...props} />}</span>;
}

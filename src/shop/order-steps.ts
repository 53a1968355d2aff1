// The progress of an order, in three steps. The shop records when an order was sent; until then, the days are the
// promised ones. Nobody reports that a parcel has arrived, so the last step is never done.
import type { ProductKind } from './catalogue/product.ts';
import { addDays, dayInIndia, formatDay, parcelDates, formatDays } from './dates.ts';
import { PREPARATION } from './catalogue/delivery.ts';

export interface OrderStep {
  name: string;
  /** '26 Nov', 'by 26 Nov', '30 Nov-3 Dec'. Absent if it is unknown, or promised for a day that has passed. */
  day: string | undefined;
  isDone: boolean;
}

interface OrderTimes {
  orderedAt: Date;
  /** Once it was sent. */
  sentAt?: Date | undefined;
  now: Date;
}

/** Returns the steps of an order with products of these kinds, at least one. */
export function orderSteps(
  kinds: readonly ProductKind[],
  { orderedAt, sentAt, now }: OrderTimes,
): readonly OrderStep[] {
  const today = dayInIndia(now);
  const { sentBy, from, to } = parcelDates(kinds, orderedAt);
  const by = (day: string) => (day < today ? undefined : `by ${formatDay(day, 'short')}`);
  const madeBy = addDays(dayInIndia(orderedAt), PREPARATION[1]);
  const isSent = sentAt !== undefined;
  return [
    { name: 'Made', day: isSent ? undefined : by(madeBy), isDone: isSent },
    {
      name: 'Sent',
      day: isSent ? formatDay(dayInIndia(sentAt), 'short') : by(sentBy),
      isDone: isSent,
    },
    {
      name: 'With you',
      day: to < today ? undefined : formatDays(from, to, 'short'),
      isDone: false,
    },
  ];
}

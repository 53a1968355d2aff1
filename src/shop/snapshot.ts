// What a shopper agreed to pay for, frozen when the attempt began: later changes of a price, a coupon
// or the cart do not affect it. The attempt and its order keep it as JSON.
import type { DeliveryDetails } from './forms/delivery.ts';
import type { Quote } from './price.ts';

export interface OrderSnapshot {
  quote: Quote;
  delivery: DeliveryDetails;
}

export function writeSnapshot(snapshot: OrderSnapshot): string {
  return JSON.stringify(snapshot);
}

/** Reads what `writeSnapshot` wrote; our own rows are trusted, not parsed by a schema. */
export function readSnapshot(stored: string): OrderSnapshot {
  return JSON.parse(stored) as OrderSnapshot;
}

/** Returns the snapshot for bookkeeping, without recipient and address. The state stays: the tax depends on it. */
export function withoutPerson({ quote, delivery: { state } }: OrderSnapshot): string {
  const nobody = { customerName: '', email: '', phoneNumber: '', pincode: '', address: '' };
  return writeSnapshot({ quote, delivery: { ...nobody, state } });
}

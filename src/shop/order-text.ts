// What the owner and the shopper read of an order, at the desk, in tables and in e-mails.
import type { DeliveryDetails } from './forms/delivery.ts';
import type { OrderSnapshot } from './order.ts';
import type { QuoteLine } from './price.ts';

/** Returns a line in words: '2 × Dairy Milk Garland, Kids, Dairy Milk'. */
export function lineText({ quantity, name, versionName, chocolate }: QuoteLine): string {
  return [`${quantity} × ${name}`, versionName, chocolate].filter(Boolean).join(', ');
}

/** Returns version and chocolate: 'Kids · Dairy Milk'. */
export function describeKind({
  versionName,
  chocolate,
}: Pick<QuoteLine, 'versionName' | 'chocolate'>): string {
  return [versionName, chocolate].filter(Boolean).join(' · ');
}

/** Returns '2 × Dairy Milk Garland, 1 × KitKat Garland'. */
export function listPieces({ quote }: Pick<OrderSnapshot, 'quote'>): string {
  return quote.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
}

/** Returns the name, or what stands for it once the person was erased. */
export function recipientName({ customerName }: Pick<DeliveryDetails, 'customerName'>): string {
  return customerName || 'Deleted account';
}

/** Returns the lines of an address as one writes it on a parcel, without the name. */
export function addressLines({ address, landmark, state, pincode }: DeliveryDetails): string[] {
  return [...address.split('\n'), landmark ?? '', `${state} ${pincode}`.trim()].filter(Boolean);
}

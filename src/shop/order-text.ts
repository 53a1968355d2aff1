// What the owner and the shopper read of an order, at the desk, in tables and in e-mails.
import type { DeliveryDetails } from './forms/delivery.ts';
import type { Quote, QuoteLine } from './price.ts';

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

/** Returns '2 × Dairy Milk Garland (Kids), 1 × Chocolate Crown'. */
export function listPieces({ quote }: { quote: Pick<Quote, 'lines'> }): string {
  return quote.lines
    .map(({ quantity, name, versionName }) =>
      [`${quantity} × ${name}`, versionName && `(${versionName})`].filter(Boolean).join(' '),
    )
    .join(', ');
}

/** Returns the name, or what stands for it once the person was erased. */
export function recipientName({ customerName }: Pick<DeliveryDetails, 'customerName'>): string {
  return customerName || 'Deleted account';
}

/** Returns the lines of an address as one writes it on a parcel, without name and phone number. */
export function addressLines(delivery: DeliveryDetails): string[] {
  const lines = delivery.address.split('\n').map((line) => line.trim());
  return [...lines, delivery.landmark ?? '', placeText(delivery)].filter(Boolean);
}

/** Returns 'Tamil Nadu - 600004', or the part that is known. */
export function placeText({ state, pincode }: Partial<Pick<DeliveryDetails, 'state' | 'pincode'>>) {
  return [state, pincode].filter(Boolean).join(' - ');
}

/** Returns '98765 43210' for ten digits. */
export const groupPhone = (digits: string) => `${digits.slice(0, 5)} ${digits.slice(5)}`;

/** Returns '+91 98765 43210' for ten digits; empty without a number. */
export const phoneText = (digits: string) => digits && `+91 ${groupPhone(digits)}`;

/** Returns the link that calls a number of ten digits. */
export const phoneLink = (digits: string) => `tel:+91${digits}`;

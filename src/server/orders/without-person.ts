// What stays of an order for the books once nobody needs to know whose it was.
import { writeSnapshot } from './snapshot.ts';
import type { OrderSnapshot } from './snapshot.ts';

/** The snapshot for storage without who ordered and where it went. The state stays: the tax depends on it. */
export function withoutPerson({ quote, delivery: { state } }: OrderSnapshot): string {
  const nobody = { customerName: '', email: '', phoneNumber: '', pincode: '', address: '' };
  return writeSnapshot({ quote, delivery: { ...nobody, state } });
}

// Whether this browser may have a payment whose result it does not know. Separate from pending-payments.ts, which
// imports a schema library: every first load of /deliveryform and /success checks this.
import { inBrowser } from '../platform/storage.ts';

export const keptPayments = inBrowser('maalai.payments');

/** Returns true if something is stored; pending-payments.ts reads it. */
export function mayHavePending(): boolean {
  return keptPayments.read() !== undefined;
}

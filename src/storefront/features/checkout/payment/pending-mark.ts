// Whether this browser may have a payment whose end it does not know. Apart from pending-payments.ts, which
// draws a schema library along: every first load of /deliveryform and /success asks this.
import { inBrowser } from '../../../ui/storage.ts';

export const keptPayments = inBrowser('maalai.payments');

/** Returns true if something is written down; pending-payments.ts reads what. */
export function mayHavePending(): boolean {
  return keptPayments.read() !== undefined;
}

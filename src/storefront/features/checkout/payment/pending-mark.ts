// Whether this browser may have a payment whose end it does not know: all that a page needs to know before it
// loads the code that takes payments up. The page's head puts data-payment-pending on <html> from the same key.
import { inBrowser } from '../../../ui/storage.ts';

export const pendingPayments = inBrowser('maalai.payments');

/** True if something is written down; pending-payments.ts reads what. */
export function mayHavePending(): boolean {
  return pendingPayments.read() !== undefined;
}

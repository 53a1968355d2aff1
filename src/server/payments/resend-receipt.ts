// Sends the receipt of an order once more, to a shopper who cannot find it.
import { countActs } from '../acts/acts.ts';
import type { ActParts, Doing } from '../acts/acts.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { actOnOrder } from '../orders/order-acts.ts';
import type { NotDone } from '../orders/order-acts.ts';
import { toReceipt } from './settle.ts';

/** How often in 24 hours: no slip and no script floods a shopper. */
export const RESENDS_PER_DAY = 5;
const DAY = 86_400_000;

export type Resending =
  | { outcome: 'sent'; email: string }
  /** So often in the last 24 hours that it is not sent again. */
  | { outcome: 'too often' }
  /** The person was erased from the order. */
  | { outcome: 'nobody' };

/** Enqueues the receipt again, as the order is now. */
export function resendReceipt(
  parts: ActParts,
  orderId: string,
  doing: Doing,
): Promise<Resending | NotDone> {
  return actOnOrder<Resending>(parts, orderId, doing, async (trx, now, order) => {
    const { email } = order;
    if (email === '') return { isDone: false, result: { outcome: 'nobody' } };
    const since = new Date(now.getTime() - DAY);
    if ((await countActs(trx, orderId, 'resend', since)) >= RESENDS_PER_DAY) {
      return { isDone: false, result: { outcome: 'too often' } };
    }
    // The act is recorded once, so the key is too.
    const dedupeKey = `order:${orderId}:receipt:${doing.act.id}`;
    await enqueueMail(trx, now, [await toReceipt(trx, order, dedupeKey)]);
    return { isDone: true, result: { outcome: 'sent', email } };
  });
}

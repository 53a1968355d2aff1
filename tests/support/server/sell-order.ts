// Sells an order without a provider, and records what the provider would report of its refunds.
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { recordPartialRefund, recordRefund } from '../../../src/server/payments/record-refund.ts';
import { settlePayment } from '../../../src/server/payments/settle.ts';
import { beginAttempt } from '../payments/begin-attempt.ts';

/** Sells an order of ₹999 to kavya@shopper.example. Returns its id and functions that pay again and refund. */
export async function sellOrder(db: Database, now: Date) {
  const clock = () => now;
  const payment = await beginAttempt(db, { now });
  const pay = (id: string) => settlePayment(db, clock, { ...payment, id });
  const paid = await pay(payment.id);
  if (paid.outcome !== 'paid') throw new Error(paid.outcome);
  return {
    id: paid.orderId,
    payment,
    pay,
    refundPart: (id: string, amount: number) =>
      recordPartialRefund(db, clock, { id, amount }, payment),
    refund: (id = payment.id) => recordRefund(db, clock, { ...payment, id, refundId: 'rfnd_9' }),
  };
}

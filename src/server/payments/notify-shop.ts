// The e-mail to the shop about a payment that needs a person: what is known about it, its attempt and its order.
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { SHOP } from '../mail/outbox.ts';
import type { AttentionFacts } from '../mail/outbox.ts';
import { readSnapshot } from '../../shop/snapshot.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import type { PaymentFact } from './payment-fact.ts';

export interface Attention {
  /** One sentence. */
  reason: string;
  fact: Pick<PaymentFact, 'providerOrderId' | 'providerPaymentId' | 'amount' | 'currency'>;
  /** Undefined if no attempt has the payment's order. */
  attempt: Attempt | undefined;
  order: ShopOrder | undefined;
  /** One e-mail is sent for one key, however often the event is seen. */
  dedupeKey: string;
  kind?: Pick<AttentionFacts, 'isOnlyAuthorized' | 'isDisputed'>;
}

/** Enqueues the e-mail in the transaction of the event that it reports. */
export async function notifyShop(
  trx: Transaction<Schema>,
  now: Date,
  { reason, fact, attempt, order, dedupeKey, kind }: Attention,
): Promise<void> {
  const facts: AttentionFacts = {
    reason,
    noticedAt: now.toISOString(),
    paymentId: fact.providerPaymentId,
    providerOrderId: fact.providerOrderId,
    paid: fact.amount,
    paidCurrency: fact.currency,
    ...kind,
    ...(attempt && {
      expected: attempt.amount,
      email: attempt.email,
      snapshot: readSnapshot(attempt.snapshot),
    }),
    ...(order && { orderId: order.id }),
  };
  await enqueueMail(trx, now, [{ kind: 'payment-attention', dedupeKey, recipient: SHOP, facts }]);
}

// Writes a webhook event into the ledger, inside the transaction of the change that it reports.
import { takeWebhookFault } from '../faults.ts';
import type { Clock } from '../ledger/clock.ts';
import { unixSeconds } from '../ledger/clock.ts';
import { insertDelivery } from '../ledger/deliveries.ts';
import { newId } from '../ledger/ids.ts';
import type { Ledger } from '../ledger.ts';
import type { OrderRow } from '../ledger/orders.ts';
import { orderEntity } from '../ledger/orders.ts';
import type { PaymentRow } from '../entities.ts';
import { paymentEntity } from '../entities.ts';
import type { RefundRow } from '../ledger/refunds.ts';
import { refundEntity } from '../ledger/refunds.ts';

/** What an event reports, each as it stood when the event happened. */
export interface EventSubject {
  payment: PaymentRow;
  order?: OrderRow;
  refund?: RefundRow;
}

const account = 'acc_StandInShop001';

/** Milliseconds by which the fault 'reorder' delays an event: the first event is sent last. */
const reorderedDelay: Readonly<Record<string, number>> = {
  'payment.authorized': 600,
  'payment.captured': 300,
};

/** Returns the webhook's body: a snapshot, never rebuilt later, so that every try sends the same bytes. */
function eventBody(event: string, subject: EventSubject, createdAt: number): Uint8Array {
  const { payment, order, refund } = subject;
  const payload = {
    ...(refund && { refund: { entity: refundEntity(refund) } }),
    payment: { entity: paymentEntity(payment) },
    ...(order && { order: { entity: orderEntity(order) } }),
  };
  return Buffer.from(
    JSON.stringify({
      entity: 'event',
      account_id: account,
      event,
      contains: Object.keys(payload),
      payload,
      created_at: createdAt,
    }),
  );
}

/** Records one webhook for delivery. Call it in the transaction of the change that it reports. */
export function recordEvent(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  event: string,
  subject: EventSubject,
): void {
  const fault = takeWebhookFault(ledger, event);
  const now = clock().getTime();
  const delays = { delay: fault?.delay_ms, reorder: reorderedDelay[event] };
  const delay = fault?.action === 'delay' || fault?.action === 'reorder' ? delays[fault.action] : 0;
  insertDelivery(ledger, {
    event_id: newId('evt'),
    event,
    order_id: subject.payment.order_id,
    payment_id: subject.payment.id,
    body: eventBody(event, subject, unixSeconds(clock)),
    signed_with: null,
    state: stateUnder(fault?.action),
    copies_left: fault?.action === 'duplicate' ? fault.copies : 1,
    tries: 0,
    created_at: now,
    next_try_at: now + (delay ?? 0),
    delivered_at: null,
    last_answer: null,
  });
}

function stateUnder(action: string | undefined): 'pending' | 'held' | 'dropped' {
  if (action === 'drop') return 'dropped';
  return action === 'hold' ? 'held' : 'pending';
}

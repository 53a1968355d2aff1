// Creates payment attempts and their payments for tests that need no shopper, and reads what became of them.
import { randomUUID } from 'node:crypto';
import { quote } from '../../../src/shop/price.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { writeSnapshot } from '../../../src/shop/order.ts';
import { storeAttempt } from '../../../src/server/payments/attempts.ts';
import { attachProviderOrder } from '../../../src/server/payments/provider-order.ts';
import type { ProviderPayment } from '../../../src/server/payments/provider.ts';

const priced = quote([{ productId: '3', selectedVersion: 'adult', quantity: 1 }]);
if (!priced.ok) throw new Error(priced.message);
const snapshot = writeSnapshot({
  quote: priced.quote,
  delivery: {
    customerName: 'Kavya Raman',
    email: 'kavya@shopper.example',
    phoneNumber: '9876543210',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '12, South Mada Street',
  },
});

/** Stores an attempt of ₹999 that the provider has no order for yet. Resolves to its id. */
export async function beginUnopened(db: Database, now: Date = new Date()): Promise<string> {
  const id = randomUUID();
  await storeAttempt(db, {
    id,
    user_id: 'a-user',
    email: 'kavya@shopper.example',
    idempotency_key: null,
    request_hash: '',
    amount: 99_900,
    currency: 'INR',
    receipt: id,
    snapshot,
    created_at: now.toISOString(),
  });
  return id;
}

/** Stores an attempt of ₹999 with the provider's order `providerOrderId`. Resolves to its captured payment. */
export async function beginAttempt(
  db: Database,
  { now = new Date(), providerOrderId = '' }: { now?: Date; providerOrderId?: string } = {},
): Promise<ProviderPayment> {
  const id = await beginUnopened(db, now);
  return {
    id: `pay_${id}`,
    orderId: await attachProviderOrder(db, id, providerOrderId || `order_${id}`, now),
    amount: 99_900,
    currency: 'INR',
    status: 'captured',
  };
}

export const bothEmails = ['order-notice', 'order-receipt'];

/** Resolves to what the attempts of a database have led to; `state` and `reason` are those of the first. */
export async function readRows(db: Database) {
  const [attempts, orders, mails, surplus] = await Promise.all([
    db.selectFrom('payment_attempt').selectAll().orderBy('created_at').execute(),
    db.selectFrom('shop_order').selectAll().execute(),
    db.selectFrom('mail').select('kind').orderBy('kind').execute(),
    db.selectFrom('surplus_payment').selectAll().orderBy('payment_id').execute(),
  ]);
  const [attempt] = attempts;
  const { state, reason } = attempt ?? {};
  return { attempt, state, reason, orders, mails: mails.map(({ kind }) => kind), surplus };
}

/** Resolves to the facts of the e-mails of a kind, in the order of their keys, with the keys and recipients. */
export async function readEmails(db: Database, kind: 'payment-attention' | 'payment-refund') {
  const mails = db.selectFrom('mail').selectAll().where('kind', '=', kind).orderBy('dedupe_key');
  return (await mails.execute()).map(({ payload, recipient, dedupe_key }) => ({
    ...JSON.parse(payload),
    recipient,
    dedupe_key,
  }));
}

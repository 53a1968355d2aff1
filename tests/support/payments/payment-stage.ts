// Vitest hooks for a payment site that all tests of a file share.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startPaymentSite } from './payment-site.ts';
import type { PaymentSite, Shop } from './payment-site.ts';

/**
 * Registers the hooks for the file that calls it.
 * @param webhooks what happens to the stand-in's own webhooks; by default they are delivered
 */
export function paymentStage(webhooks?: 'drop' | 'hold') {
  let site: PaymentSite;
  beforeAll(async () => {
    site = await startPaymentSite();
  });
  beforeEach(async () => {
    if (webhooks) await site.standIn.setFaults({ on: 'webhook', action: webhooks });
  });
  afterEach(() => site.standIn.clearFaults());
  afterAll(() => site.close());

  return {
    get standIn() {
      return site.standIn;
    },
    open: (...shop: Parameters<PaymentSite['open']>) => site.open(...shop),
    /** Resolves to the orders that the stand-in has created. */
    providerOrders: async () => (await site.standIn.ledger()).orders,
  };
}

/** Resolves to the attempts that a shop has stored, oldest first. */
export const attemptsIn = ({ parts: { db } }: Shop) =>
  db.selectFrom('payment_attempt').selectAll().orderBy('created_at').execute();

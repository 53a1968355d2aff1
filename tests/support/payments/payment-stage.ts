// A payment site for all tests of a file, with the provider's stand-in as each of them finds it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startPaymentSite } from './payment-site.ts';
import type { PaymentSite, Shop } from './payment-site.ts';

/**
 * Sets the stage for the tests of the file that it is called in.
 * @param webhooks what becomes of the stand-in's own webhooks; without it they are delivered
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
    /** What the provider was asked to create. */
    providerOrders: async () => (await site.standIn.ledger()).orders,
  };
}

/** The attempts that a shop has written down, oldest first. */
export const attemptsIn = ({ parts: { db } }: Shop) =>
  db.selectFrom('payment_attempt').selectAll().orderBy('created_at').execute();

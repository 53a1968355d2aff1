// `npm run refund -- MA-… [--amount 250.00]` refunds an order, `npm run refund -- pay_…` a flagged payment. The shop may
// be running.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../platform/failures.ts';
import { isProviderError } from '../payments/provider.ts';
import { createRazorpayClient } from '../payments/razorpay.ts';
import type { RazorpayClientOptions } from '../payments/razorpay.ts';
import { refundOrder, refundPayment } from '../payments/refund.ts';
import type { Settings } from '../platform/settings.ts';
import { readTestKeys } from '../payment-stand-in/stand-in.ts';
import { inShop } from './main.ts';
import { readRefundArguments } from './arguments.ts';
import { orderRefundText, refundText, refusalText } from './refund-texts.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const wanted = readRefundArguments(process.argv.slice(2));
  return inShop(async ({ db, settings }) => {
    const provider = createRazorpayClient(providerOf(settings));
    const parts = { db, provider, clock: () => new Date() };
    try {
      if ('paymentId' in wanted) {
        const { paymentId } = wanted;
        const refund = await refundPayment(parts, paymentId);
        if (refund.outcome === 'refused') throw new CommandError(refusalText(paymentId, refund));
        return refundText(paymentId, refund);
      }
      const { orderId, wish } = wanted;
      const refund = await refundOrder(parts, orderId, wish);
      if (refund.outcome === 'refused') throw new CommandError(refusalText(orderId, refund));
      return orderRefundText(orderId, refund);
    } catch (error) {
      if (!isProviderError(error)) throw error;
      throw new CommandError(
        `The payment provider gave no usable answer (${error.message}). The same command again is safe.`,
      );
    }
  });
});

/** Returns the live provider, or the payment stand-in of the shop that runs on this data directory. */
function providerOf({ payments, dataDir }: Settings): RazorpayClientOptions {
  if (payments.mode === 'live') return payments;
  const directory = join(dataDir, 'test-payments');
  const address = join(directory, 'address');
  if (!existsSync(address)) {
    throw new CommandError('The payment stand-in runs with the shop: start the shop first.');
  }
  const { keyId, keySecret } = readTestKeys(directory);
  return { apiUrl: readFileSync(address, 'utf8').trim(), keyId, keySecret };
}

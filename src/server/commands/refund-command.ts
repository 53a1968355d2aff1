// `npm run refund -- PAYMENT`: refunds a flagged payment. The shop may be running.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../runtime/command-error.ts';
import { onlyArgument } from './embedded-shop.ts';
import { runCommand } from './run-command.ts';
import { openDatabaseBeside } from '../database/open-database.ts';
import { amountText } from '../mail/emails/format.ts';
import { isProviderError } from '../payments/provider.ts';
import { createRazorpayClient } from '../payments/razorpay-client.ts';
import type { RazorpayClientOptions } from '../payments/razorpay-client.ts';
import { refundPayment } from '../payments/refund-payment.ts';
import type { Refund } from '../payments/refund-payment.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { readTestKeys } from '../payment-stand-in/keys.ts';

await runCommand(async () => {
  const paymentId = onlyArgument('Refund which payment? npm run refund -- pay_…');
  const settings = readSettings(process.env);
  const provider = createRazorpayClient(providerOf(settings));
  const { database, dataDir } = settings;
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new CommandError(`There is no shop in ${dataDir}.`);
  }
  const { db, close } = await openDatabaseBeside(database);
  try {
    const parts = { db, provider, clock: () => new Date() };
    return resultText(paymentId, await refundPayment(parts, paymentId));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw new CommandError(
      `The payment provider gave no usable answer (${error.message}). The same command again is safe.`,
    );
  } finally {
    await close();
  }
});

function resultText(paymentId: string, { outcome, amount, currency, refundId }: Refund): string {
  const money = amountText(amount, currency);
  const refund = refundId === undefined ? '' : ` (${refundId})`;
  switch (outcome) {
    case 'refunded':
      return `Refunded ${money} of ${paymentId}${refund}. The customer gets an e-mail.`;
    case 'refunded before':
      return `${money} of ${paymentId} was refunded before${refund}. Nothing more was sent.`;
    case 'pending':
      return `The refund of ${money} of ${paymentId} is on its way${refund}. The shop records it when the provider is done.`;
  }
}

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

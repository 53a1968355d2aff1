// The payment stand-in of a demo: the provider's emulator in the shop's process. It has loopback ports of its own for the
// provider's API, which the shop requests as it requests the live one, and for its controls.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../platform/log.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import { TEST_PAYMENTS } from './serve-window.ts';
import type { FetchWindow } from './serve-window.ts';

interface PaymentStandIn {
  config: PaymentConfig;
  /** Serves the window and its files. */
  fetchWindow: FetchWindow;
  /** Resolves to whether it responds. */
  isReady(): Promise<boolean>;
  /** Ends it and waits until it has ended. */
  stop(): Promise<void>;
}

interface PaymentStandInOptions {
  /** Its keys and its ledger are kept here. */
  directory: string;
  /** Where it sends its webhooks. */
  webhookUrl: string;
  log: Logger;
}

/** Starts the payment stand-in. Rejects if it does not become ready. */
export async function startPaymentStandIn({
  directory,
  webhookUrl,
  log,
}: PaymentStandInOptions): Promise<PaymentStandIn> {
  const keys = readTestKeys(directory);
  const controlSecret = randomBytes(24).toString('base64url');
  // Here, because a shop with live keys must not load it.
  const { startProvider } = await import('../../../emulators/payment-provider/provider.ts');
  const { port, controlPort, fetchWindow, stop } = await startProvider(
    {
      data: directory,
      port: 0,
      'control-port': 0,
      'key-id': keys.keyId,
      'webhook-url': webhookUrl,
      'public-base': TEST_PAYMENTS,
      PAYMENT_KEY_SECRET: keys.keySecret,
      PAYMENT_WEBHOOK_SECRET: keys.webhookSecret,
      PAYMENT_CONTROL_SECRET: controlSecret,
    },
    (error) => log.error({ err: error }, 'the payment stand-in failed'),
  );
  const address = `http://127.0.0.1:${port}`;
  // For its owner alone: anybody who can read it can pay without money.
  writePrivately(join(directory, 'control.json'), {
    address: `http://127.0.0.1:${controlPort}`,
    secret: controlSecret,
  });
  log.debug({ address }, 'the payment stand-in is ready');

  return {
    config: toConfig(keys, address),
    fetchWindow,
    isReady: async () => {
      const signal = AbortSignal.timeout(1_000);
      const response = await fetch(`${address}${TEST_PAYMENTS}/checkout.js`, { signal });
      await response.body?.cancel();
      return response.ok;
    },
    stop,
  };
}

function toConfig(keys: TestKeys, address: string): PaymentConfig {
  return {
    keyId: keys.keyId,
    keySecret: keys.keySecret,
    webhookSecrets: [keys.webhookSecret],
    apiUrl: address,
    scriptUrl: `${TEST_PAYMENTS}/checkout.js`,
    scriptOrigins: [],
    frameOrigins: ["'self'"],
    formOrigins: [],
    connectOrigins: [],
    demo: true,
  };
}

// The keys of the payment stand-in: created once and kept, so that payments begun before a restart can be verified.

const TestKeys = v.object({
  keyId: v.string(),
  keySecret: v.string(),
  webhookSecret: v.string(),
});
type TestKeys = v.InferOutput<typeof TestKeys>;

/** Returns the keys in `directory`, which is created if needed. */
function readTestKeys(directory: string): TestKeys {
  const file = join(directory, 'keys.json');
  if (existsSync(file)) return v.parse(TestKeys, JSON.parse(readFileSync(file, 'utf8')));
  const random = () => randomBytes(18).toString('base64url');
  const keys = {
    keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    keySecret: random(),
    webhookSecret: random(),
  };
  mkdirSync(directory, { recursive: true });
  writePrivately(file, keys);
  return keys;
}

/** Writes a file that only its owner can read. It replaces the file as a whole, also if the process dies here. */
function writePrivately(file: string, content: object): void {
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

// The payment stand-in as a child process: started with the shop, restarted if it dies, and ended with the
// shop, because it runs only as long as the channel between the two.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Logger } from '../platform/log.ts';
import { programFile } from '../platform/programs.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import { TEST_PAYMENTS } from './forward.ts';

interface PaymentStandIn {
  /** Its address without a path. */
  address: string;
  config: PaymentConfig;
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

const READY_LIMIT_MS = 15_000;
const RESTART_PAUSE_MS = 500;

/** Starts the payment stand-in. Rejects if it does not become ready. */
export async function startPaymentStandIn(options: PaymentStandInOptions): Promise<PaymentStandIn> {
  const { directory, log } = options;
  const keys = readTestKeys(directory);
  let stopping = false;
  const secrets = { ...keys, controlSecret: randomBytes(24).toString('base64url') };
  let { child, port, controlPort } = await spawnProvider(options, secrets, {
    port: 0,
    controlPort: 0,
  });
  const address = `http://127.0.0.1:${port}`;
  // For people at this machine: the refund command finds the provider's API by it.
  writeFileSync(join(directory, 'address'), `${address}\n`);
  // For its owner alone: anybody who can read it can pay without money.
  writePrivately(join(directory, 'control.json'), {
    address: `http://127.0.0.1:${controlPort}`,
    secret: secrets.controlSecret,
  });

  const watch = () => {
    log.debug({ pid: child.pid, address }, 'the payment stand-in is ready');
    child.once('exit', () => void (stopping || restart()));
  };
  const restart = async (): Promise<void> => {
    log.error('the payment stand-in ended; starting it again');
    try {
      ({ child, port, controlPort } = await spawnProvider(options, secrets, { port, controlPort }));
      if (stopping) child.kill();
      else watch();
    } catch (error) {
      log.error({ err: error }, 'the payment stand-in cannot start');
      await pause(RESTART_PAUSE_MS);
      if (!stopping) await restart();
    }
  };
  watch();

  return {
    address,
    config: configOf(keys, address),
    isReady: async () => {
      const signal = AbortSignal.timeout(1_000);
      const response = await fetch(`${address}${TEST_PAYMENTS}/checkout.js`, { signal });
      await response.body?.cancel();
      return response.ok;
    },
    stop: async () => {
      stopping = true;
      await end(child);
    },
  };
}

const ReadyLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ready: v.literal(true), port: v.number(), controlPort: v.number() }),
);

/** 0 means a free port. */
interface Ports {
  port: number;
  controlPort: number;
}

async function spawnProvider(
  { directory, webhookUrl }: PaymentStandInOptions,
  secrets: TestKeys & { controlSecret: string },
  ports: Ports,
): Promise<Ports & { child: ChildProcess }> {
  const options = {
    data: directory,
    port: String(ports.port),
    'control-port': String(ports.controlPort),
    'key-id': secrets.keyId,
    'webhook-url': webhookUrl,
    'public-base': TEST_PAYMENTS,
  };
  // With '=', because a value may begin with a hyphen.
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', programFile('payment-provider'), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // Not as arguments, which every user of the machine can read.
      env: {
        PAYMENT_KEY_SECRET: secrets.keySecret,
        PAYMENT_WEBHOOK_SECRET: secrets.webhookSecret,
        PAYMENT_CONTROL_SECRET: secrets.controlSecret,
      },
    },
  );
  try {
    return { child, ...v.parse(ReadyLine, await firstLine(child)) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(READY_LIMIT_MS);
    signal.addEventListener('abort', () =>
      reject(new Error('the payment stand-in is not ready in time')),
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the payment stand-in ended with ${code}`)));
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}

function configOf(keys: TestKeys, address: string): PaymentConfig {
  return {
    keyId: keys.keyId,
    keySecret: keys.keySecret,
    webhookSecrets: [keys.webhookSecret],
    apiUrl: address,
    scriptUrl: `${TEST_PAYMENTS}/checkout.js`,
    scriptOrigins: [],
    frameOrigins: ["'self'"],
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
export function readTestKeys(directory: string): TestKeys {
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

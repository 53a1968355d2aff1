// The test provider as a child process: started with the shop, restarted if it dies, and gone when
// the shop is, because it lives only as long as the channel between the two.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Logger } from '../log.ts';
import type { PaymentConfig } from '../payment-settings.ts';
import { TEST_PAYMENTS } from './forward.ts';
import { readTestKeys } from './keys.ts';
import type { TestKeys } from './keys.ts';

export interface TestProvider {
  /** Without a path. */
  address: string;
  config: PaymentConfig;
  /** Whether it answers. */
  isReady(): Promise<boolean>;
  /** Ends it and waits until it has ended. */
  stop(): Promise<void>;
}

export interface TestProviderOptions {
  /** Its keys and its ledger are kept here. */
  directory: string;
  /** Where it tells the shop of payments. */
  webhookUrl: string;
  log: Logger;
}

const program = join(import.meta.dirname, '../../../emulators/payment-provider/main.ts');
const READY_LIMIT_MS = 15_000;
const RESTART_PAUSE_MS = 500;

/** Starts the provider. Rejects if it does not become ready. */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const { directory, log } = options;
  const keys = readTestKeys(directory);
  let stopping = false;
  let { child, port } = await spawnProvider(options, keys, 0);
  const address = `http://127.0.0.1:${port}`;
  // For people and tests at this machine: its controls are not reachable through the shop.
  writeFileSync(join(directory, 'address'), `${address}\n`);

  const watch = () => {
    log.debug({ pid: child.pid, address }, 'the test provider is ready');
    child.once('exit', () => void (stopping || restart()));
  };
  const restart = async (): Promise<void> => {
    log.error('the test provider ended; starting it again');
    try {
      ({ child, port } = await spawnProvider(options, keys, port));
      if (stopping) child.kill();
      else watch();
    } catch (error) {
      log.error({ err: error }, 'the test provider cannot start');
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
      const answer = await fetch(`${address}${TEST_PAYMENTS}/checkout.js`, { signal });
      await answer.body?.cancel();
      return answer.ok;
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
  v.object({ ready: v.literal(true), port: v.number() }),
);

async function spawnProvider(
  { directory, webhookUrl }: TestProviderOptions,
  keys: TestKeys,
  port: number,
): Promise<{ child: ChildProcess; port: number }> {
  const options = {
    data: directory,
    port: String(port),
    'key-id': keys.keyId,
    'key-secret': keys.keySecret,
    'webhook-secret': keys.webhookSecret,
    'webhook-url': webhookUrl,
    'public-base': TEST_PAYMENTS,
  };
  // With '=', because a value may begin with a hyphen.
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: {} },
  );
  try {
    return { child, port: v.parse(ReadyLine, await firstLine(child)).port };
  } catch (error) {
    await end(child);
    throw error;
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(READY_LIMIT_MS);
    signal.addEventListener('abort', () =>
      reject(new Error('the test provider is not ready in time')),
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the test provider ended with ${code}`)));
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

// Runs the payment stand-in for tests: as a separate process, as the shop does, or in this process for tests that are not
// about the process.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArguments } from '../../../emulators/payment-provider/arguments.ts';
import { startProvider } from '../../../emulators/payment-provider/provider.ts';
import { freePort } from '../free-port.ts';
import { clientAt, controlSecret, keyId, keySecret, webhookSecret } from './stand-in-client.ts';

const main = fileURLToPath(new URL('../../../emulators/payment-provider/main.ts', import.meta.url));

/** A webhook address that cannot be reached. */
const nowhere = 'http://127.0.0.1:1/webhook';

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Creates a directory, which `remove` deletes. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'payment-provider-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns the command line of a stand-in on `directory`. */
export function argumentsFor(directory: string, webhookUrl: string): string[] {
  return ['--data', directory, '--key-id', keyId, '--webhook-url', webhookUrl];
}

/** The environment of a stand-in: only its secrets. */
export const standInSecrets = {
  PAYMENT_KEY_SECRET: keySecret,
  PAYMENT_WEBHOOK_SECRET: webhookSecret,
  PAYMENT_CONTROL_SECRET: controlSecret,
};

/** Starts a stand-in in this process, with the system's clock. */
export async function openStandIn(directory: string, webhookUrl = nowhere) {
  const settings = parseArguments(argumentsFor(directory, webhookUrl), standInSecrets);
  const { port, controlPort, stop } = await startProvider(settings, (error) => {
    throw error;
  });
  return { ...clientAt({ port, controlPort }), port, controlPort, stop };
}

/**
 * Starts a stand-in as a process and waits until it listens. Rejects with its standard error if it ends before.
 * @param webhookUrl where it sends its webhooks
 * @param directory the directory of its ledger, by default a new one
 * @param more further arguments
 * @param env added to its environment
 */
export async function startStandIn(
  webhookUrl = nowhere,
  directory?: string,
  more: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const own = directory === undefined ? temporaryDirectory() : undefined;
  const [port, controlPort] = [await freePort(), await freePort()];
  const args = argumentsFor(directory ?? own!.path, webhookUrl);
  args.push('--port', String(port), '--control-port', String(controlPort), ...more);
  let child = await spawnStandIn(args, env);
  let up = Promise.resolve();
  const underWay = new Set<Promise<unknown>>();

  async function exited(): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }

  async function end(): Promise<void> {
    child.kill('SIGKILL');
    await exited();
  }

  async function again(): Promise<void> {
    // The shop's requests are cut off, but those of the test itself finish first.
    await Promise.allSettled(underWay);
    await end();
    child = await spawnStandIn(args, env);
  }

  return {
    ...clientAt({ port, controlPort }, async (send) => {
      await up;
      const sending = send();
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    }),
    port,
    controlPort,
    /** Resolves to the exit code of the current process; null if a signal ended it. */
    exited,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** Closes the channel to the process, as the death of its parent does. */
    disconnect: () => child.disconnect(),
    /** Kills the process, as a power cut does, and restarts it at the same address. Requests wait for the restart. */
    crash: () => (up = up.then(again)),
    /** Kills the process. Removes its data, unless the caller passed the directory. */
    async stop() {
      await up;
      await end();
      own?.remove();
    },
  };
}

async function spawnStandIn(
  args: readonly string[],
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...standInSecrets, ...env },
  });
  let complaint = '';
  child.stderr!.on('data', (chunk) => (complaint += String(chunk)));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', () => resolve());
    child.once('close', (code) =>
      reject(new Error(`The stand-in ended with ${code}: ${complaint}`)),
    );
  });
  // From now on its standard error is part of the test's output.
  child.stderr!.pipe(process.stderr, { end: false });
  return child;
}

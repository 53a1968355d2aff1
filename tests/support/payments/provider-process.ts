// Runs the stand-in for tests, spoken to over HTTP: as a process of its own, as the shop does, or, where the
// process itself is not the point, in this one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArguments } from '../../../emulators/payment-provider/arguments.ts';
import { startProvider } from '../../../emulators/payment-provider/provider.ts';
import { systemAlarm } from '../../../emulators/payment-provider/webhooks/system-alarm.ts';

const main = fileURLToPath(new URL('../../../emulators/payment-provider/main.ts', import.meta.url));

export const keyId = 'rzp_test_standin';
export const keySecret = 'key secret of the tests';
export const webhookSecret = 'webhook secret of the tests';

/** A webhook address that cannot be reached. */
export const nowhere = 'http://127.0.0.1:1/webhook';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // Replies are asserted on field by field; a type for each would say everything twice.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface StandIn {
  /** A REST call under the key, unless `headers` say otherwise. */
  api(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Any other call, without the key. */
  call(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** A new order's id. */
  order(amount?: number, more?: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
}

export interface StandInProcess extends StandIn {
  readonly exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Closes the channel to the process, as a parent does that dies. */
  disconnect(): void;
}

/** A directory that is removed by `remove`. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'payment-provider-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The command line of a stand-in on `dataDir`. */
export function argumentsFor(dataDir: string, webhookUrl: string): string[] {
  return [
    ['--data', dataDir],
    ['--key-id', keyId],
    ['--key-secret', keySecret],
    ['--webhook-secret', webhookSecret],
    ['--webhook-url', webhookUrl],
  ].flat();
}

/** Opens a stand-in in this process, on the system's time. */
export async function openStandIn(dataDir: string, webhookUrl = nowhere): Promise<StandIn> {
  const { port, stop } = await startProvider(parseArguments(argumentsFor(dataDir, webhookUrl)), {
    clock: () => new Date(),
    alarm: systemAlarm(),
    report: (error) => {
      throw error;
    },
  });
  return { ...speakTo(port), stop };
}

/** Starts the process and waits for its ready line. Rejects with its complaint if it ends before. */
export async function startStandIn(dataDir: string, webhookUrl = nowhere): Promise<StandInProcess> {
  const child = spawn(process.execPath, [main, ...argumentsFor(dataDir, webhookUrl)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let complaint = '';
  child.stderr?.on('data', (chunk) => (complaint += String(chunk)));
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then((code) => {
      throw new Error(`The stand-in ended with ${code}: ${complaint}`);
    }),
  ]);
  const { port } = JSON.parse(String(line)) as { port: number };
  return {
    ...speakTo(port),
    exited,
    signal: (name) => void child.kill(name),
    disconnect: () => child.disconnect(),
    async stop() {
      child.kill();
      await exited;
    },
  };
}

function speakTo(port: number): Pick<StandIn, 'api' | 'call' | 'order'> {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const call: StandIn['call'] = (path, body, headers) =>
    send(`http://127.0.0.1:${port}${path}`, body, headers);
  const api: StandIn['api'] = (path, body, headers) =>
    call(path, body, { authorization, ...headers });
  return {
    call,
    api,
    async order(amount = 135_830, more = {}) {
      const reply = await api('/v1/orders', { amount, currency: 'INR', ...more });
      return String(reply.json.id);
    },
  };
}

async function send(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

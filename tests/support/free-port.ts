// Finds ports for the processes that a test starts.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Above the last port that Chromium refuses to open (10080), and below the ephemeral ports, which connections may use. */
const LOWEST = 10_081;

/** Each worker has its own ports: another worker could choose the same port before a process listens on it. */
const WORKERS = 10;
const PORTS_EACH = 2_000;
const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0);
const lowest = LOWEST + (worker % WORKERS) * PORTS_EACH;

const chosen = new Set<number>();

/** Resolves to an unused loopback port, which also stays free between two starts of a process. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, lowest + PORTS_EACH);
  if (chosen.has(port)) return freePort();
  chosen.add(port);
  const server = createServer();
  const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
    Boolean,
    () => false,
  );
  if (!isFree) return freePort();
  await once(server.close(), 'close');
  return port;
}

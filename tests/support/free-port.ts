// Finds ports for the processes that a test starts.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, of which any connection may take one at any moment. */
const [LOWEST, HIGHEST] = [10_000, 30_000];

/** Resolves to an unused loopback port. It also stays free between two starts of a process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

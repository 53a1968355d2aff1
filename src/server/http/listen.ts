// The socket: opened with limits against callers that dawdle, closed without failing a call under way.
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

/** The port or the address to listen on cannot be had. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

export interface ListenOptions {
  port: number;
  host: string;
}

/** Listens. Throws CannotListen, with a line that names the setting. */
export async function listen(
  listener: RequestListener,
  { port, host }: ListenOptions,
): Promise<Server> {
  const server = createServer(
    // Five pictures from a phone take their time. Longer alive than a proxy in front keeps a connection, so that it is never the one surprised.
    { headersTimeout: 15_000, requestTimeout: 180_000, keepAliveTimeout: 65_000 },
    listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { port, host })));
    server.listen(port, host, resolve);
  });
  return server;
}

/** Takes no new connections and resolves when the calls under way are answered, or cut off at the limit. */
export async function close(server: Server, limitMs: number): Promise<void> {
  // A connection that is kept alive becomes idle only after its answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 25);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(limit);
}

function explain(error: NodeJS.ErrnoException, { port, host }: ListenOptions): Error {
  if (error.code === 'EADDRINUSE') {
    return new CannotListen(
      `PORT ${port} is in use on ${host}: stop what uses it, or set another.`,
    );
  }
  if (error.code === 'EACCES')
    return new CannotListen(`PORT ${port} may not be used: set another.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CannotListen(`HOST ${host} is no address of this machine.`);
  }
  return error;
}

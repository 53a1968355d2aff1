// The socket: opened with limits against callers that dawdle, closed without failing a call under way.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_EXPECTATION, NO_HOST, refuseMalformed } from './refuse-malformed.ts';
import type { Refusal } from './refuse-malformed.ts';
import { callHeaders } from './security-headers.ts';
import { sendProblem } from './send-problem.ts';

/** The port or the address to listen on cannot be had. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

export interface ListenOptions {
  port: number;
  host: string;
  /** The public address is https. */
  secure?: boolean;
  /** Called with the status of what was refused before it became a request. */
  onMalformed?: (status: number) => void;
}

export interface Listening {
  port: number;
  /**
   * Takes no new connections and resolves when the calls under way are answered, or cut off after `limitMs`.
   * A call that is on its way on a connection kept alive is still answered, as the last one there.
   */
  close(limitMs: number): Promise<void>;
}

/** Calls travel: a connection is given this long without one before it is closed under its caller. */
const ON_THEIR_WAY_MS = 250;

/** Listens. Throws CannotListen, with a line that names the setting. */
export async function listen(
  listener: RequestListener,
  { port, host, secure = false, onMalformed = () => undefined }: ListenOptions,
): Promise<Listening> {
  const underWay = new Set<ServerResponse>();
  let closing = false;
  const refuse = (response: ServerResponse, { status, detail }: Refusal) => {
    onMalformed(status);
    sendProblem(response, status, detail, { ...callHeaders(secure), Connection: 'close' });
  };
  const server = createServer(
    // Five pictures from a phone take their time. Longer alive than a proxy in front keeps a connection, so that it is never the one surprised.
    {
      headersTimeout: 15_000,
      requestTimeout: 180_000,
      keepAliveTimeout: 65_000,
      // Refused below, with a sentence.
      requireHostHeader: false,
    },
    (request, response) => {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (closing) isLast(response);
      if (request.httpVersion === '1.1' && request.headers.host === undefined) {
        return refuse(response, NO_HOST);
      }
      listener(request, response);
    },
  );
  server.on('checkExpectation', (_request, response) => refuse(response, NO_EXPECTATION));
  server.on('clientError', (error, socket) => {
    const isSending = [...underWay].some((each) => each.socket === socket && each.headersSent);
    const status = refuseMalformed(error, socket, { isSending, secure });
    if (status !== undefined) onMalformed(status);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { port, host })));
    server.listen(port, host, resolve);
  });

  async function close(limitMs: number): Promise<void> {
    closing = true;
    for (const response of underWay) isLast(response);
    const closed = once(server, 'close');
    // Not the HTTP server's own: it would close idle connections at once.
    NetServer.prototype.close.call(server);
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    await Promise.race([closed, pause(Math.min(ON_THEIR_WAY_MS, limitMs))]);
    // A connection whose answer was begun before is idle only after it.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open connections in advance, which do not count as idle before their first call.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 25);
    await closed;
    clearInterval(sweep);
    clearTimeout(cutOff);
  }

  return { port: (server.address() as AddressInfo).port, close };
}

/** Says so with the answer, and closes the connection after it. */
function isLast(response: ServerResponse): void {
  response.shouldKeepAlive = false;
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

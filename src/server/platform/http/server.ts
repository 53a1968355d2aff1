// The HTTP server: timeouts against slow clients, problem documents for what is not HTTP, and a close that fails no request
// under way.
import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Duplex } from 'node:stream';
import { apiHeaders, problemBody, sendProblem } from './problem.ts';

/** The server cannot listen on its port or address. The message names the setting. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

interface ListenOptions {
  port: number;
  host: string;
  /** The public address is https. */
  secure?: boolean;
  /** Called with the status of each request that was refused because it is not valid HTTP. */
  onMalformed?: (status: number) => void;
}

interface Listening {
  port: number;
  /**
   * Accepts no new connections and resolves when all requests under way have ended; cuts them off after `limitMs`.
   * Still responds to a request that arrives meanwhile on a keep-alive connection, as the last one on it.
   */
  close(limitMs: number): Promise<void>;
}

interface Refusal {
  status: number;
  detail: string;
}

/** By the code of Node's error. The statuses are Node's own, which would send them without a body. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail:
      'The headers of the request are too large. Please delete the cookies of this site and try again.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    detail: 'The chunks of the request have extensions that are too large. Send it without them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request did not arrive in time. Please try again.',
  },
};
const NOT_HTTP: Refusal = { status: 400, detail: 'The request is not well-formed.' };
const NO_HOST: Refusal = { status: 400, detail: 'The request names no host. Send a header Host.' };
const NO_EXPECTATION: Refusal = {
  status: 417,
  detail: 'The request expects what this server does not do. Send it without the header Expect.',
};

/** How long idle connections stay open while closing: a request on them may already have been sent. */
const IDLE_GRACE_MS = 250;

/** Starts to listen. Throws CannotListen. */
export async function listen(
  listener: RequestListener,
  { port, host, secure = false, onMalformed = () => undefined }: ListenOptions,
): Promise<Listening> {
  const underWay = new Set<ServerResponse>();
  let closing = false;
  const refuse = (response: ServerResponse, { status, detail }: Refusal) => {
    onMalformed(status);
    sendProblem(response, status, detail, { ...apiHeaders(secure), Connection: 'close' });
  };
  const server = createServer(
    // requestTimeout: five pictures from a slow phone. keepAliveTimeout: longer than that of a proxy in front, so that
    // the proxy never sends a request on a connection that the server is closing.
    {
      headersTimeout: 15_000,
      requestTimeout: 180_000,
      keepAliveTimeout: 65_000,
      // Refused below, with a problem document.
      requireHostHeader: false,
    },
    (request, response) => {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (closing) closeAfter(response);
      if (request.httpVersion === '1.1' && request.headers.host === undefined) {
        return refuse(response, NO_HOST);
      }
      toOriginForm(request);
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
    for (const response of underWay) closeAfter(response);
    const closed = once(server, 'close');
    // Not the HTTP server's own `close`, which closes idle connections at once.
    NetServer.prototype.close.call(server);
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    await Promise.race([closed, pause(Math.min(IDLE_GRACE_MS, limitMs))]);
    // Repeatedly: a connection becomes idle only after the response that it is sending.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open connections in advance. These do not count as idle before their first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 25);
    await closed;
    clearInterval(sweep);
    clearTimeout(cutOff);
  }

  return { port: (server.address() as AddressInfo).port, close };
}

/**
 * Rewrites a request in absolute form (RFC 9112, section 3.2.2), whose target counts instead of its header Host, and
 * gives one of HTTP/1.0 without a host a host: listeners expect a path and a host.
 */
function toOriginForm(request: IncomingMessage): void {
  const absolute = /^https?:\/\/([^/?#@]+)((?:[/?].*)?)$/i.exec(request.url ?? '');
  if (absolute) {
    const [, host, rest = ''] = absolute;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    request.headers.host = host;
  }
  request.headers.host ??= 'localhost';
}

/** Sends `Connection: close` with the response and closes the connection after it. */
function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

function explain(error: NodeJS.ErrnoException, { port, host }: ListenOptions): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotListen(
        `PORT ${port} is in use on ${host}: stop what uses it, or set another.`,
      );
    case 'EACCES':
      return new CannotListen(`PORT ${port} may not be used: set another.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CannotListen(`HOST ${host} is no address of this machine.`);
    default:
      return error;
  }
}

/**
 * Closes a connection after a parser error. Responds first, unless another response on it has begun or the client is
 * gone. Returns the status that was sent.
 */
export function refuseMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  { isSending, secure }: { isSending: boolean; secure: boolean },
): number | undefined {
  const canRespond = socket.writable && !isSending && code !== 'ECONNRESET';
  const { status, detail } = refusals[code ?? ''] ?? NOT_HTTP;
  const body = problemBody(status, detail);
  const headers = {
    ...apiHeaders(secure),
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines];
  if (canRespond) socket.write([...head, '', body].join('\r\n'));
  // Not `end`: a client that does not close its side would keep the connection open.
  socket.destroy();
  return canRespond ? status : undefined;
}

// The HTTP server: Node's documented settings for slow clients, problem documents for what is not HTTP, and a close that
// fails no request under way. What strangers do with connections is the proxy's matter (deploy/haproxy.cfg).
import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
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
  /** The setting that the port comes from, for the message if it cannot be used. */
  portSetting?: 'PORT' | 'DESK_PORT' | undefined;
  host: string;
  /** The address under which it is opened. */
  origin?: string;
  /** Called with the status of each request that was refused because it is not valid HTTP. */
  onMalformed?: (status: number) => void;
  /** Other settings, for tests. */
  more?: Partial<typeof serverSettings> & { timeout?: number };
}

/** Times in milliseconds. */
export const serverSettings = {
  headersTimeout: 15_000,
  /** Five pictures from a slow phone. */
  requestTimeout: 180_000,
  /** How often both are looked at; Node's default is 30 s. */
  connectionsCheckingInterval: 1_000,
  /** Longer than that of a proxy in front, which must not send a request on a connection that is being closed. */
  keepAliveTimeout: 65_000,
  /** Refused below, with a problem document. */
  requireHostHeader: false,
};
/** How long a connection may stand still, such as one whose client reads nothing of its response. */
const STALLED_MS = 120_000;
/** More than the proxy opens (its `maxconn`s together). Each costs 30 KB with half a header of the largest size. */
export const MOST_CONNECTIONS = 2_000;
/** Of one connection, whose client waits for no response, as browsers and proxies do. Each costs memory. */
const MOST_UNDER_WAY = 4;

export interface Listening {
  port: number;
  /**
   * Resolves when all requests under way have ended; cuts them off after `limitMs`. For a moment still responds to requests
   * that were on their way, as the last ones on their connections; then accepts none.
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

/** While closing, for how long requests are still accepted, and how often connections that became idle are closed then. */
const GRACE_MS = 250;

/** Starts to listen. Throws CannotListen. */
export async function listen(
  listener: RequestListener,
  { port, host, origin = '', onMalformed = () => undefined, portSetting, more }: ListenOptions,
): Promise<Listening> {
  const secure = origin.startsWith('https:');
  if (origin.startsWith('http://localhost:')) await refuseOther(port, portSetting);
  const connections = new Map<Socket, Set<ServerResponse>>();
  let closing = false;
  const server = createServer({ ...serverSettings, ...more }, (request, response) => {
    const underWay = connections.get(request.socket);
    // The other requests of what was read at once come here as well.
    if (!underWay || underWay.size === MOST_UNDER_WAY) return void request.socket.destroy();
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (closing) response.setHeader('Connection', 'close');
    const { headers, httpVersion, url = '' } = request;
    const isNameless = httpVersion === '1.1' && headers.host === undefined;
    // The absolute form is for proxies: its host would count instead of the header's.
    if (isNameless || !url.startsWith('/')) {
      const { status, detail } = isNameless ? NO_HOST : NOT_HTTP;
      onMalformed(status);
      return sendProblem(response, status, detail, { ...apiHeaders(secure), Connection: 'close' });
    }
    // HTTP/1.0, such as a proxy's look at /readyz.
    headers.host ??= 'localhost';
    listener(request, response);
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = more?.timeout ?? STALLED_MS;
  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', (error, socket) => {
    const underWay = connections.get(socket as Socket) ?? [];
    const isSending = [...underWay].some((each) => each.socket === socket && each.headersSent);
    const status = refuseMalformed(error, socket, { isSending, secure });
    if (status !== undefined) onMalformed(status);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explain(error, { port, host, portSetting })),
    );
    server.listen({ port, host, backlog: MOST_CONNECTIONS }, resolve);
  });

  async function close(limitMs: number): Promise<void> {
    closing = true;
    for (const underWay of connections.values()) {
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
    }
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    await pause(Math.min(GRACE_MS, limitMs));
    const closed = once(server, 'close');
    server.close();
    const closeIdle = () => {
      server.closeIdleConnections();
      // Browsers open connections in advance. These do not count as idle before their first request.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    };
    closeIdle();
    const sweep = setInterval(closeIdle, GRACE_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(cutOff);
  }

  return { port: (server.address() as AddressInfo).port, close };
}

/**
 * Throws CannotListen if another program has this port on ::1, to which localhost leads as well: browsers would open that
 * one. Which of the two is tried first differs.
 */
async function refuseOther(port: number, portSetting = 'PORT'): Promise<void> {
  const trial = createServer().listen({ port, host: '::1' });
  try {
    await once(trial, 'listening');
    await once(trial.close(), 'close');
  } catch (error) {
    // A machine may have no such address.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return;
    throw new CannotListen(
      `${portSetting} ${port} is in use on ::1, to which localhost leads as well: stop what uses it, or set another.`,
    );
  }
}

function explain(
  error: NodeJS.ErrnoException,
  { port, host, portSetting = 'PORT' }: Pick<ListenOptions, 'port' | 'host' | 'portSetting'>,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotListen(
        `${portSetting} ${port} is in use on ${host}: stop what uses it, or set another.`,
      );
    case 'EACCES':
      return new CannotListen(`${portSetting} ${port} may not be used: set another.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
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

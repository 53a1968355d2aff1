// The HTTP server: time limits for slow clients, turns for the requests of a connection, problem documents for what is not
// HTTP, and a close that fails no request under way.
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
  /** The setting that the port comes from, for the message if it cannot be used. */
  portSetting?: 'PORT' | 'DESK_PORT';
  host: string;
  /** The public address is https. */
  secure?: boolean;
  /** Called with the status of each request that was refused because it is not valid HTTP. */
  onMalformed?: (status: number) => void;
  /** Other times than `defaultTimes`, for tests. */
  times?: Partial<typeof defaultTimes>;
}

/** In milliseconds. */
const defaultTimes = {
  /** To the end of the headers. */
  headers: 15_000,
  /** Between two looks for connections whose headers have not ended; Node's default is 30 s. */
  look: 1_000,
  /** How long a client may take nothing of its response. */
  stalled: 30_000,
  /** From a request to the end of its response: five pictures from a slow phone, or 4 MB over 2G. */
  request: 300_000,
  /** How much longer the rest of a body is read that nobody needed: who is cut off while sending may see no response. */
  unread: 20_000,
};

/**
 * Sockets cost little (30 KB each with half a header of the largest size), and a browser opens six: enough for 800 visitors
 * at the same moment, and less than a quarter of the memory that the service may use.
 */
const MOST_CONNECTIONS = 5_000;

/** Requests of one connection that are worked on at a time. Browsers and proxies send one after the other. */
const AT_ONCE = 4;
/** Requests that wait for their turn behind them: of one connection, and of all. Each costs about 5 KB. */
const MOST_WAITING = { ofConnection: 32, inTotal: 4_000 };

export interface Listening {
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
const TWICE: Refusal = {
  status: 400,
  detail: 'The request has a header twice that may stand there once. Send it once.',
};
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
  { port, host, secure = false, onMalformed = () => undefined, ...options }: ListenOptions,
): Promise<Listening> {
  const times = { ...defaultTimes, ...options.times };
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
      headersTimeout: times.headers,
      requestTimeout: 180_000,
      connectionsCheckingInterval: times.look,
      keepAliveTimeout: 65_000,
      // Refused below, with a problem document.
      requireHostHeader: false,
    },
    (request, response) =>
      inTurn(request, response, () => {
        if (request.httpVersion === '1.1' && request.headers.host === undefined) {
          return refuse(response, NO_HOST);
        }
        if (hasTwice(request)) return refuse(response, TWICE);
        toOriginForm(request);
        listener(request, response);
      }),
  );
  server.maxConnections = MOST_CONNECTIONS;
  const connections = new Map<Socket, Turns>();
  const inTurn = (request: IncomingMessage, response: ServerResponse, run: () => void) => {
    const turns = connections.get(request.socket);
    // The rest of what a connection sent before it was closed.
    if (turns === undefined || request.socket.destroyed) return;
    underWay.add(response);
    const limit = setTimeout(() => request.socket.destroy(), times.request).unref();
    response.once('close', () => {
      underWay.delete(response);
      clearTimeout(limit);
    });
    response.once('finish', () => {
      const cutOff = () => request.complete || request.socket.destroy();
      if (!request.complete) setTimeout(cutOff, times.unread).unref();
    });
    if ('transfer-encoding' in request.headers) refuseCrumbs(request);
    if (closing) closeAfter(response);
    turns.queue(request, response, run);
  };
  server.on('checkExpectation', (request, response) =>
    inTurn(request, response, () => refuse(response, NO_EXPECTATION)),
  );
  server.on('clientError', (error, socket) => {
    const isSending = [...underWay].some((each) => each.socket === socket && each.headersSent);
    const status = refuseMalformed(error, socket, { isSending, secure });
    if (status !== undefined) onMalformed(status);
  });
  // Node notes each byte that the client takes, and tells when there was none for so long. Idle connections end here too.
  server.setTimeout(times.stalled, (socket: Socket) => {
    const isIdle = connections.get(socket)?.isIdle() ?? true;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
  const all = { waiting: 0 };
  server.on('connection', (socket) => {
    connections.set(socket, createTurns(socket, all));
    stopParsingOnceClosed(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explain(error, { port, host, ...options })),
    );
    server.listen({ port, host, backlog: MOST_CONNECTIONS }, resolve);
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
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    }, 25);
    await closed;
    clearInterval(sweep);
    clearTimeout(cutOff);
  }

  return { port: (server.address() as AddressInfo).port, close };
}

/**
 * Ends the parsing of a chunk when its connection is closed in the middle of it: otherwise Node creates a request for each
 * of the hundreds that are left, which takes longer than serving a page. Node has no documented way to do so; without the
 * property everything works, only slower.
 */
function stopParsingOnceClosed(socket: Socket): void {
  const { parser }: { parser?: { onIncoming?: (...args: unknown[]) => number } | null } =
    socket as object;
  const { onIncoming } = parser ?? {};
  if (!parser || !onIncoming) return;
  // A negative number is an error for the parser.
  parser.onIncoming = (...args) => (socket.destroyed ? -1 : onIncoming(...args));
}

interface Turns {
  /** Runs the request now, or after those before it. Closes the connection when too many wait. */
  queue(request: IncomingMessage, response: ServerResponse, run: () => void): void;
  isIdle(): boolean;
}

/**
 * Takes turns with the requests of a connection: one chunk that the parser reads may hold 750. Nothing more is read while
 * one waits.
 * @param all counts the requests that wait on all connections
 */
function createTurns(socket: Socket, all: { waiting: number }): Turns {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  function begin(response: ServerResponse, run: () => void): void {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      const next = waiting.shift();
      if (!next) return;
      all.waiting -= 1;
      next();
      if (waiting.length === 0) socket.resume();
    });
    run();
  }

  // To read a body, or to skip it, Node lets the socket go on.
  socket.on('resume', () => waiting.length > 0 && socket.pause());
  socket.once('close', () => {
    all.waiting -= waiting.length;
    waiting.length = 0;
  });
  return {
    queue(request, response, run) {
      if (underWay < AT_ONCE) return begin(response, run);
      const isFull =
        waiting.length === MOST_WAITING.ofConnection || all.waiting === MOST_WAITING.inTotal;
      // Chunks of one byte would cost two hundred each, and nothing that has a body may be sent in advance.
      if (isFull || 'transfer-encoding' in request.headers) return void socket.destroy();
      all.waiting += 1;
      waiting.push(() => begin(response, run));
      socket.pause();
    },
    isIdle: () => underWay === 0,
  };
}

/** Chunks of a body that may be of any size, and how many bytes those after them have on average at least. */
const CHUNKS = { free: 500, bytes: 64 };

/** Closes the connection when the body comes in chunks of a byte: each costs as much work and memory as a whole packet. */
function refuseCrumbs(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let [chunks, bytes] = [0, 0];
  request.push = (chunk: Uint8Array | null) => {
    if (request.socket.destroyed && chunk !== null) return false;
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks > CHUNKS.free + bytes / CHUNKS.bytes) request.socket.destroy();
    return push(chunk);
  };
}

/** Node takes the first, others the last or both: who checks a request and who acts on it may see two different ones. */
const single = new Set(['host', 'content-type', 'authorization', 'origin']);

function hasTwice({ rawHeaders }: IncomingMessage): boolean {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (!single.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
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

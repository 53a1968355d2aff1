// Lets a browser reach the window of the payment stand-in through the shop's one port. Only what the window needs is
// forwarded, and the shop writes every request anew: address, query, headers and body, over a connection that carries
// nothing else. So nothing that a stranger sends can be read as a second request.
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { JSON_LIMIT } from '../platform/http/request.ts';
import { apiHeaders, commonHeaders, sendProblem } from '../platform/http/problem.ts';

export const TEST_PAYMENTS = '/test-payments';

const TIME_LIMIT_MS = 10_000;

interface Route {
  methods: readonly string[];
  /** The query parameters that are forwarded. */
  query: readonly string[];
}

const file: Route = { methods: ['GET', 'HEAD'], query: [] };
/** By path exactly as sent: another spelling of a path is not forwarded. */
const routes = new Map<string, Route>([
  [`${TEST_PAYMENTS}/checkout.js`, file],
  [`${TEST_PAYMENTS}/window.js`, file],
  [`${TEST_PAYMENTS}/window.css`, file],
  [`${TEST_PAYMENTS}/fonts/arima.woff2`, file],
  [`${TEST_PAYMENTS}/fonts/figtree.woff2`, file],
  [
    `${TEST_PAYMENTS}/window`,
    { ...file, query: ['key', 'order_id', 'amount', 'name', 'description'] },
  ],
  [`${TEST_PAYMENTS}/window/pay`, { methods: ['POST'], query: [] }],
]);

const requestHeaders = ['content-type', 'sec-fetch-site'] as const;
const responseHeaders = [
  'cache-control',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-embedder-policy',
  'referrer-policy',
] as const;

export interface ForwardOptions {
  /** The address of the payment stand-in, without a path. */
  address: string;
  /** Whether the public address is https. */
  secure: boolean;
}

/** Forwards a request of the window and the response; refuses every other request. */
export async function forwardTestPayments(
  incoming: IncomingMessage,
  response: ServerResponse,
  { address, secure }: ForwardOptions,
): Promise<void> {
  const refuse = (status: number, detail: string, headers: Record<string, string> = {}) =>
    sendProblem(response, status, detail, { ...apiHeaders(secure), ...headers });
  const { method = 'GET', url = '/' } = incoming;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const route = routes.get(path);
  if (route === undefined) return refuse(404, 'There is nothing at this address.');
  if (!route.methods.includes(method)) {
    const Allow = route.methods.join(', ');
    return refuse(405, 'The test payment window is not used like this.', { Allow });
  }
  let body: Buffer | undefined;
  if (method === 'POST') {
    try {
      body = await readWhole(incoming);
    } catch {
      // The browser is gone, and nobody waits for a response.
      return void response.destroy();
    }
    if (body === undefined) {
      return refuse(413, 'The data is too large: at most 64 KB.', { Connection: 'close' });
    }
  }

  const outgoing = httpRequest(new URL(address), {
    method,
    path: path + (mark === -1 ? '' : pickQuery(url.slice(mark), route.query)),
    headers: {
      ...pick(incoming.headers, requestHeaders),
      ...(body && { 'content-length': String(body.length) }),
    },
    agent: false,
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  outgoing.on('error', () => {
    if (response.headersSent) return void response.destroy();
    const detail = 'The test payment window is starting. Please try again.';
    refuse(503, detail, { 'Retry-After': '1' });
  });
  outgoing.on('response', (forwarded) => {
    // Set first: headers of the stand-in replace these, whatever the case of their names.
    response.setHeaders(new Map(Object.entries(commonHeaders(secure))));
    response.writeHead(forwarded.statusCode ?? 502, {
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
      ...pick(forwarded.headers, responseHeaders),
    });
    forwarded.on('error', () => response.destroy());
    forwarded.pipe(response);
  });
  response.on('close', () => outgoing.destroy());
  outgoing.end(body);
}

/** Resolves to the whole body; undefined when it is larger than any request needs. Throws when it breaks off. */
async function readWhole(incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > JSON_LIMIT) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must outlive the loop: the refusal is sent over it.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > JSON_LIMIT) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

/** Returns a new query string with the parameters of these names, with its question mark; '' if there are none. */
function pickQuery(search: string, names: readonly string[]): string {
  const given = new URLSearchParams(search);
  const picked = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked.size === 0 ? '' : `?${picked}`;
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}

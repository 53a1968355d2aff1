// Lets a browser reach the window of the payment stand-in through the shop's one port. Only what the window needs is
// handed on, as a new request without connection, cookies or other headers: so the stand-in sees no session, and its
// API and its controls cannot be reached from here.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { JSON_LIMIT, readBody } from '../platform/http/request.ts';
import { apiHeaders, commonHeaders, ProblemError, sendProblem } from '../platform/http/problem.ts';

export const TEST_PAYMENTS = '/test-payments';

const TIME_LIMIT_MS = 10_000;

const read = ['GET', 'HEAD'];
/** The methods of each path, exactly as sent: another spelling of a path is not handed on. */
const routes = new Map<string, readonly string[]>([
  [`${TEST_PAYMENTS}/checkout.js`, read],
  [`${TEST_PAYMENTS}/window.js`, read],
  [`${TEST_PAYMENTS}/window.css`, read],
  [`${TEST_PAYMENTS}/fonts/arima.woff2`, read],
  [`${TEST_PAYMENTS}/fonts/figtree.woff2`, read],
  [`${TEST_PAYMENTS}/window`, read],
  [`${TEST_PAYMENTS}/window/pay`, ['POST']],
  [`${TEST_PAYMENTS}/checkout`, ['POST']],
]);

const requestHeaders = ['content-type', 'sec-fetch-site'] as const;
const responseHeaders = [
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-embedder-policy',
  'referrer-policy',
] as const;

/** Resolves to the stand-in's response; rejects when it has none. */
export type FetchWindow = (request: Request) => Promise<Response>;

interface WindowOptions {
  fetchWindow: FetchWindow;
  /** Whether the public address is https. */
  secure: boolean;
}

/** Serves a request of the window; refuses every other request. */
export async function serveWindow(
  incoming: IncomingMessage,
  response: ServerResponse,
  { fetchWindow, secure }: WindowOptions,
): Promise<void> {
  const refuse = (status: number, detail: string, headers: Record<string, string> = {}) =>
    sendProblem(response, status, detail, { ...apiHeaders(secure), ...headers });
  const { method = 'GET', url = '/' } = incoming;
  const methods = routes.get(url.split('?', 1)[0] ?? url);
  if (methods === undefined) return refuse(404, 'There is nothing at this address.');
  if (!methods.includes(method)) {
    const Allow = methods.join(', ');
    return refuse(405, 'The test payment window is not used like this.', { Allow });
  }
  let body: Buffer<ArrayBuffer> | undefined;
  try {
    const declared = incoming.headers['content-length'];
    if (method === 'POST') body = await readBody(incoming, { limit: JSON_LIMIT, declared });
  } catch (error) {
    // The browser is gone, and nobody waits for a response.
    if (incoming.destroyed || !(error instanceof ProblemError)) return void response.destroy();
    return refuse(error.status, error.detail, error.headers);
  }

  try {
    const headers = pick((name) => incoming.headers[name], requestHeaders);
    const request = new Request(new URL(url, 'http://localhost'), {
      method,
      headers,
      body: body ?? null,
    });
    const result = await Promise.race([
      fetchWindow(request),
      pause(TIME_LIMIT_MS, undefined, { ref: false }),
    ]);
    if (result === undefined) throw new Error('no response in time');
    const content = Buffer.from(await result.arrayBuffer());
    // Set first: headers of the stand-in replace these, whatever the case of their names.
    response.setHeaders(new Map(Object.entries(commonHeaders(secure))));
    response.writeHead(result.status, {
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
      ...pick((name) => result.headers.get(name), responseHeaders),
      ...(method !== 'HEAD' && { 'content-length': content.length }),
    });
    response.end(content);
  } catch {
    refuse(503, 'The test payment window is starting. Please try again.', { 'Retry-After': '1' });
  }
}

function pick(header: (name: string) => unknown, names: readonly string[]): Record<string, string> {
  const given = names.map((name) => [name, header(name)]);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}

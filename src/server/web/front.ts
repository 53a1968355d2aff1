// The front of the shop, on plain node:http: it serves pages and assets from memory, passes only the other requests on to
// the API routes, and counts the responses.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { apiPrefixes, plainPath } from '../../shop/paths.ts';
import { serveWindow, TEST_PAYMENTS } from '../payment-stand-in/serve-window.ts';
import type { FetchWindow } from '../payment-stand-in/serve-window.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { apiHeaders, problem, sendProblem } from '../platform/http/problem.ts';
import { serveResource } from '../platform/http/resource.ts';
import type { Resource } from '../platform/http/resource.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every } from '../platform/rounds.ts';
import type { Site } from './pages.ts';

interface FrontParts {
  site: Site;
  api: Hono<ServerEnv>;
  log: Logger;
  /** Serves the window of the payment stand-in, if that is used. */
  fetchWindow?: FetchWindow | undefined;
  /** Whether the public address is https. */
  secure: boolean;
  clock: () => Date;
}

const NOTHING = 'There is nothing at this address.';
/** Where password managers lead. */
const CHANGE_PASSWORD = '/.well-known/change-password';
const FILE =
  /^\/\.well-known\/|\.(?:avif|css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

const apiPattern = new RegExp(`^/+(?:${apiPrefixes.join('|')})(?:/|$)`);

/** Returns the request listener of the whole shop. */
export function createFront(parts: FrontParts): RequestListener {
  const { site, api, log, fetchWindow, secure, clock } = parts;
  const handleApi = getRequestListener(api.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError) {
        return problem(400, 'The request is not well-formed.', {}, apiHeaders(secure));
      }
      log.error({ err: error }, 'a call failed before it began or after it ended');
      return problem(500, 'Something went wrong on our side.', {}, apiHeaders(secure));
    },
  });

  const redirectHeaders = { ...apiHeaders(secure), 'Cache-Control': 'no-cache' };
  const refuse = (response: ServerResponse, status: number, detail: string, headers = {}) =>
    sendProblem(response, status, detail, { ...apiHeaders(secure), ...headers });

  const redirect = (response: ServerResponse, status: number, Location = '/') =>
    void response.writeHead(status, { ...redirectHeaders, Location }).end();

  function servePage(request: IncomingMessage, response: ServerResponse, page: Resource): void {
    // Scripts cannot read the `Date` of their document, but this (src/storefront/platform/clock.ts).
    response.setHeader('Server-Timing', `now;dur=${clock().getTime()}`);
    serveResource(request, response, page);
  }

  function serveStatic(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const asset = site.assets.get(path);
    const page = site.pages.get(plainPath(path));
    if (!asset && !page && path !== '/') return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'This page can only be read.', { Allow: 'GET, HEAD' });
    } else if (asset) {
      serveResource(request, response, asset);
    } else if (page) {
      servePage(request, response, page);
    } else {
      // The query stays, such as a campaign's; the parser has refused what a header may not contain.
      redirect(response, 308, request.url?.replace(/^[^?]*/, '/home'));
    }
    return true;
  }

  /** Responds to what is no page: another address of one, or a file that there is not. */
  function serveOther(request: IncomingMessage, response: ServerResponse, path: string): void {
    // Gateways of e-mail encode the '#' of a link, two of them twice, and add queries of their own.
    const [page = ''] = path.split(/#|%23/, 1);
    if (page !== path && site.pages.has(plainPath(page))) {
      const encoded = /%(?:25)?23([^?]*)(.*)/;
      return redirect(response, 302, request.url?.replace(encoded, '$2#$1'));
    }
    if (path === CHANGE_PASSWORD) return redirect(response, 302, '/account');
    // Programs that look for a file do not read a page.
    if (FILE.test(path)) return refuse(response, 404, NOTHING);
    servePage(request, response, site.notFound);
  }

  return (request, response) => {
    const path = readPath(request);
    if (path === undefined) return refuse(response, 400, 'The address is not well-formed.');
    if (serveStatic(request, response, path)) return;
    if (fetchWindow !== undefined && path.startsWith(`${TEST_PAYMENTS}/`)) {
      return void serveWindow(request, response, { fetchWindow, secure });
    }
    if (apiPattern.test(path)) return void handleApi(request, response);
    if (request.method === 'GET' || request.method === 'HEAD') {
      return serveOther(request, response, path);
    }
    refuse(response, 404, NOTHING);
  };
}

/** Returns the decoded path without its query; undefined if it is malformed. */
function readPath({ url = '/' }: IncomingMessage): string | undefined {
  if (!url.startsWith('/')) return undefined;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const MINUTE_MS = 60_000;

/**
 * Wraps the listener of the whole shop. Requests of pages and assets are too many for a log line each: their responses
 * are counted by status, and logged once a minute. API requests have a line each and are not counted. Returns the
 * listener that counts, `countMalformed` for what never became a request, and `stop`, which writes the last line.
 */
export function countResponses(
  listener: RequestListener,
  log: Logger,
  every?: Every,
): {
  listener: RequestListener;
  countMalformed(status: number): void;
  stop(): Promise<void>;
} {
  let counts: Record<string, number> = {};

  function writeCounts(): void {
    if (Object.keys(counts).length === 0) return;
    log.info({ responses: counts }, 'pages');
    counts = {};
  }

  const count = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };

  const rounds = workInRounds({
    pause: MINUTE_MS,
    round: () => Promise.resolve(writeCounts()),
    onError: (error) => log.error({ err: error }, 'pages could not be counted'),
    ...(every && { every }),
  });

  return {
    listener(request, response) {
      response.once('close', () => {
        if (response.hasHeader('x-request-id')) return;
        count(response.writableFinished ? String(response.statusCode) : 'broken off');
      });
      listener(request, response);
    },
    countMalformed: (status) => count(`malformed, ${status}`),
    async stop() {
      await rounds.stop();
      writeCounts();
    },
  };
}

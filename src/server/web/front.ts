// The front of the shop, on plain node:http: it serves pages and assets from memory, and passes only the
// other requests on to the API routes.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { apiPrefixes, plainPath } from '../../shop/paths.ts';
import type { Logger } from '../platform/log.ts';
import { forwardTestPayments, TEST_PAYMENTS } from '../payment-stand-in/forward.ts';
import { problem } from '../platform/http/problem.ts';
import { callHeaders } from '../platform/http/security-headers.ts';
import { sendProblem } from '../platform/http/send-problem.ts';
import { serveResource } from '../platform/http/serve-resource.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import type { Site } from './pages.ts';

export interface FrontParts {
  site: Site;
  calls: Hono<ServerEnv>;
  log: Logger;
  /** Address of the payment stand-in, if it is used. */
  testPayments?: string | undefined;
  /** Whether the public address is https. */
  secure: boolean;
}

const HOME = '/home';

const callPattern = new RegExp(`^/(?:${apiPrefixes.join('|')})(?:/|$)`);

/** Returns the request listener of the whole shop. */
export function createFront({
  site,
  calls,
  log,
  testPayments,
  secure,
}: FrontParts): RequestListener {
  const handleCall = getRequestListener(calls.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError) {
        return problem(400, 'The request is not well-formed.', {}, callHeaders(secure));
      }
      log.error({ err: error }, 'a call failed before it began or after it ended');
      return problem(500, 'Something went wrong on our side.', {}, callHeaders(secure));
    },
  });

  const redirectHeaders = { ...callHeaders(secure), 'Cache-Control': 'no-cache', Location: HOME };
  const refuse = (response: ServerResponse, status: number, detail: string, headers = {}) =>
    sendProblem(response, status, detail, { ...callHeaders(secure), ...headers });

  function serveStatic(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const resource = site.assets.get(path) ?? site.pages.get(plainPath(path));
    if (resource === undefined && path !== '/') return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'This page can only be read.', { Allow: 'GET, HEAD' });
    } else if (resource === undefined) {
      response.writeHead(308, redirectHeaders).end();
    } else {
      serveResource(request, response, resource);
    }
    return true;
  }

  return (request, response) => {
    const path = pathOf(request);
    if (path === undefined) return refuse(response, 400, 'The address is not well-formed.');
    if (serveStatic(request, response, path)) return;
    if (testPayments !== undefined && path.startsWith(`${TEST_PAYMENTS}/`)) {
      return void forwardTestPayments(request, response, { address: testPayments, secure });
    }
    if (callPattern.test(path)) return void handleCall(request, response);
    if (request.method === 'GET' || request.method === 'HEAD') {
      return serveResource(request, response, site.notFound);
    }
    refuse(response, 404, 'There is nothing at this address.');
  };
}

/** Returns the decoded path without its query; undefined if it is malformed. */
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
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

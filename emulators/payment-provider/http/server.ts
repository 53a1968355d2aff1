// The loopback server: reads a call, finds its route, spoils it if a fault says so, writes the answer.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { HttpFault } from '../faults/fault.ts';
import type { Answer } from './answer.ts';
import { ProviderError } from './provider-error.ts';
import type { Route, Router } from './router.ts';

export interface ServerParts {
  router: Router;
  /** The fault set for a call of this name, if any. */
  takeFault: (name: string) => HttpFault | undefined;
  /** Told of errors that are the stand-in's own. */
  report: (error: unknown) => void;
}

const bodyLimit = 64 * 1024;

/** A server that is not listening yet. */
export function createServer({ router, takeFault, report }: ServerParts): Server {
  const server = createHttpServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      report(error);
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const [path = '/', search = ''] = splitOnce(request.url ?? '/', '?');
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const match = router(method, path);
    if (!match.found) return write(response, nothingThere(match.allowed));
    if (body === undefined) return write(response, tooLarge.toAnswer());

    const { route, params } = match;
    const call = { headers: request.headers, query: new URLSearchParams(search), params, body };
    const fault = takeFault(route.name);
    if (fault?.stage === 'before') return spoil(response, fault, () => answer(route, call));
    const ready = await answer(route, call);
    if (fault) return spoil(response, fault, () => Promise.resolve(ready));
    return write(response, ready);
  }

  async function answer(route: Route, call: Parameters<Route['handle']>[0]): Promise<Answer> {
    try {
      return await route.handle(call);
    } catch (error) {
      if (error instanceof ProviderError) return error.toAnswer();
      report(error);
      return serverError(500).toAnswer();
    }
  }

  return server;
}

async function spoil(
  response: ServerResponse,
  fault: HttpFault,
  answer: () => Promise<Answer>,
): Promise<void> {
  if (fault.action === 'hang') return;
  if (fault.action === 'drop') return void response.destroy();
  if (fault.action === 'error') return write(response, serverError(fault.status).toAnswer());
  await new Promise((resolve) => {
    setTimeout(resolve, fault.delay_ms);
  });
  write(response, await answer());
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** The whole body, or undefined when it is larger than any call needs. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks) : undefined;
}

const tooLarge = new ProviderError('The request is too large', { status: 413 });

function serverError(status: number): ProviderError {
  return new ProviderError('We are facing some trouble completing your request at the moment.', {
    status,
    code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
    reason: status >= 500 ? 'server_error' : 'input_validation_failed',
  });
}

function nothingThere(allowed: readonly string[]): Answer {
  const known = allowed.length > 0;
  const error = new ProviderError('The requested URL was not found on the server.', {
    status: known ? 405 : 404,
  });
  const answer = error.toAnswer();
  return known ? { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } } : answer;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

// What the API, the window and the controls have in common: limits, headers and errors in the provider's format.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { ProviderError, sendError, serverError } from './http/provider-error.ts';

/** Gives access to the connection of a request. */
export interface Env {
  Bindings: HttpBindings;
}

/** Bytes. */
const BODY_LIMIT = 64 * 1024;

/** Returns an app without routes. `report` gets the errors of the stand-in itself. */
export function createApp(report: (error: unknown) => void): Hono<Env> {
  const app = new Hono<Env>({
    // The path as it was sent, not normalised: a request that the shop forwards from its public part cannot
    // leave that part with dots.
    getPath: (_request, options) => options?.env?.incoming.url?.split('?', 1)[0] ?? '/',
  });
  const notFound = (status: number) =>
    new ProviderError('The requested URL was not found on the server.', { status });

  app.use(async (c, next) => {
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', 'no-store');
    await next();
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        c.header('allow', methods.join(', '));
        return sendError(c, notFound(405));
      },
    }),
  );
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => sendError(c, new ProviderError('The request is too large', { status: 413 })),
    }),
  );
  app.notFound((c) => sendError(c, notFound(404)));
  app.onError((error, c) => {
    if (error instanceof ProviderError) return sendError(c, error);
    report(error);
    return sendError(c, serverError(500));
  });
  return app;
}

// What the API, the window and the controls have in common: limits, headers, the authorisation and the JSON of a
// request, and errors in the provider's format.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';

/** What the routes need of a request's connection: the address as it was sent, and a way to cut it. */
export interface Env {
  Bindings: { incoming: { url?: string | undefined }; outgoing: { destroy(): unknown } };
}

/** Bytes. */
const BODY_LIMIT = 64 * 1024;

/** Returns an app without routes. `report` gets the errors of the stand-in itself. */
export function createApp(report: (error: unknown) => void): Hono<Env> {
  const app = new Hono<Env>({
    // The path as it was sent, not normalised: a request for the public part cannot leave that part with dots.
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
  app.notFound((c) => sendError(c, notFound(404)));
  app.onError((error, c) => {
    if (error instanceof ProviderError) return sendError(c, error);
    report(error);
    return sendError(c, serverError(500));
  });
  return app;
}

/** Refuses requests without this Authorization header, in a time that does not depend on how much of it is right. */
export function requireAuthorization(expected: string, description: string): MiddlewareHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return async (c, next) => {
    const given = c.req.header('authorization') ?? '';
    if (!timingSafeEqual(digest(given), digest(expected))) {
      throw new ProviderError(description, { status: 401, reason: 'authentication_failed' });
    }
    await next();
  };
}

/**
 * Resolves to the body, parsed with `schema`; to `ifEmpty`, if that is given and there is no body.
 * Throws a ProviderError that names the first invalid field.
 */
export async function readJson<S extends v.GenericSchema>(
  c: Context,
  schema: S,
  ifEmpty?: v.InferOutput<S>,
): Promise<v.InferOutput<S>> {
  const text = await readText(c);
  if (text === '' && ifEmpty !== undefined) return ifEmpty;
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new ProviderError('The request must be sent as application/json', { status: 415 });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProviderError('The request could not be read as JSON');
  }
  return parse(schema, value);
}

/** Resolves to the fields of an HTML form, parsed with `schema`. Throws like readJson. */
export async function readForm<S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<v.InferOutput<S>> {
  return parse(schema, Object.fromEntries(new URLSearchParams(await readText(c))));
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new ProviderError(issue.message, field === null ? {} : { field });
}

/** Hono's own limit would need the process to replace its global Request. */
async function readText(c: Context): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new ProviderError('The request is too large', { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

interface Details {
  status?: number;
  code?: 'BAD_REQUEST_ERROR' | 'SERVER_ERROR';
  field?: string;
  reason?: string;
}

/** Thrown when a request cannot be served; the app turns it into the response. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly details: Details;

  constructor(description: string, details: Details = {}) {
    super(description);
    this.details = details;
  }
}

export function sendError(c: Context, { message, details }: ProviderError): Response {
  const { status = 400, code = 'BAD_REQUEST_ERROR', field } = details;
  const error = {
    code,
    description: message,
    source: code === 'BAD_REQUEST_ERROR' ? 'business' : 'internal',
    step: 'payment_initiation',
    reason: details.reason ?? 'input_validation_failed',
    metadata: {},
    ...(field !== undefined && { field }),
  };
  return c.json({ error }, status as ContentfulStatusCode);
}

/** Returns the error of a failure of the provider itself, real or set by a fault. */
export function serverError(status: number): ProviderError {
  const description = 'We are facing some trouble completing your request at the moment.';
  if (status < 500) return new ProviderError(description, { status });
  return new ProviderError(description, { status, code: 'SERVER_ERROR', reason: 'server_error' });
}

// What a request must contain: the right authorisation, and JSON that fits a schema.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { ProviderError } from './provider-error.ts';

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

/** Resolves to the body, parsed with `schema`. Throws a ProviderError that names the first invalid field. */
export async function readJson<S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<v.InferOutput<S>> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new ProviderError('The request must be sent as application/json', { status: 415 });
  }
  const value: unknown = await c.req.json().catch(() => {
    throw new ProviderError('The request could not be read as JSON');
  });
  return parseValue(schema, value);
}

/** Does the same as readJson for a value that was already read. */
export function parseValue<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new ProviderError(issue.message, field === null ? {} : { field });
}

// Reads a request's JSON against a schema; what does not fit is refused in the provider's words.
import * as v from 'valibot';
import type { Call } from './answer.ts';
import { ProviderError } from './provider-error.ts';

/** The body as `schema` describes it. Throws a ProviderError that names the first field in error. */
export function parseBody<S extends v.GenericSchema>(schema: S, call: Call): v.InferOutput<S> {
  if (!/^application\/json\b/i.test(call.headers['content-type'] ?? '')) {
    throw new ProviderError('The request must be sent as application/json', { status: 415 });
  }
  let value: unknown;
  try {
    value = JSON.parse(call.body.toString('utf8'));
  } catch {
    throw new ProviderError('The request could not be read as JSON');
  }
  return parseValue(schema, value);
}

/** As parseBody, for a value that is already in hand. */
export function parseValue<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new ProviderError(issue.message, field === null ? {} : { field });
}

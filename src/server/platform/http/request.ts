// Reads request bodies with limits, and validates JSON with a schema.
import type { Context } from 'hono';
import * as v from 'valibot';
import { fieldErrors } from '../../../shop/payloads/orders.ts';
import { ProblemError } from './problem.ts';

/** 64 KB: payloads are a form or a cart. */
export const JSON_LIMIT = 64 * 1024;

/**
 * Resolves to the raw body, at most `limit` bytes. Throws a 413 problem as soon as the declared length or the bytes
 * that arrive exceed it, and a 400 problem for a body that breaks off.
 */
export async function readBytes(c: Context, limit: number = JSON_LIMIT): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge(limit);
  const body = c.req.raw.body;
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // The client disconnected. The error itself would look like a lost connection to the database.
    throw new ProblemError(400, 'The data did not arrive whole. Please try again.', {
      code: 'BROKEN_OFF',
    });
  }
  return Buffer.concat(chunks, size);
}

/**
 * Resolves to the JSON body, parsed with the schema. Throws a problem: 413, 415 (not JSON), or 400 (malformed, or
 * invalid fields named in `errors`).
 */
export async function readJson<S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<v.InferOutput<S>> {
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new ProblemError(415, 'Send the data as application/json.');
  }
  const bytes = await readBytes(c);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ProblemError(400, 'The data is not well-formed JSON.');
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const errors = fieldErrors(result.issues);
  const detail = errors[0]?.field ? errors[0].message : 'The data does not have the expected form.';
  throw new ProblemError(400, detail, { errors });
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError(
    413,
    `The data is too large: at most ${Math.floor(limit / 1024)} KB.`,
    {},
    {
      Connection: 'close',
    },
  );
}

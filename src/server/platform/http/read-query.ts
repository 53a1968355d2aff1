// Validates the query of a request with a schema.
import type { Context } from 'hono';
import * as v from 'valibot';
import { fieldErrors } from '../../../shop/payloads/orders.ts';
import { ProblemError } from './problem.ts';

/** Returns the query, parsed with the schema. Throws a 400 problem, with the invalid fields in `errors`. */
export function readQuery<S extends v.GenericSchema>(c: Context, schema: S): v.InferOutput<S> {
  const parsed = v.safeParse(schema, c.req.query());
  if (parsed.success) return parsed.output;
  const errors = fieldErrors(parsed.issues);
  throw new ProblemError(400, errors[0]?.message ?? '', { errors });
}

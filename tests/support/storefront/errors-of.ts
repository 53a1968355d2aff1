import * as v from 'valibot';
import { fieldErrors } from '../../../src/server/platform/http/request.ts';

/** Returns the errors that a schema finds in an input: the fields and their messages. */
export function errorsOf(schema: v.GenericSchema, input: unknown) {
  const parsed = v.safeParse(schema, input);
  return parsed.success ? [] : fieldErrors(parsed.issues);
}

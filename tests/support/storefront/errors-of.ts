import * as v from 'valibot';
import { fieldErrors } from '../../../src/shop/wire.ts';

/** What a schema says of an input: the fields at fault and their messages. */
export function errorsOf(schema: v.GenericSchema, input: unknown) {
  const parsed = v.safeParse(schema, input);
  return parsed.success ? [] : fieldErrors(parsed.issues);
}

// What the stand-in is told on its command line.
import { parseArgs } from 'node:util';
import * as v from 'valibot';

const given = v.pipe(v.string('is missing'), v.minLength(1, 'is empty'));

const settings = v.object({
  /** Directory of its database; created when missing. */
  data: given,
  /** Loopback port; 0 takes a free one. */
  port: v.pipe(
    v.optional(v.string(), '0'),
    v.regex(/^\d+$/, 'is not a number'),
    v.transform(Number),
    v.maxValue(65_535, 'is not a port'),
  ),
  'key-id': given,
  'key-secret': given,
  'webhook-secret': given,
  /** The shop's webhook address as it is now; events of earlier runs go there too. */
  'webhook-url': v.pipe(
    given,
    v.url('is not an address'),
    v.regex(/^https?:/, 'is not an http address'),
  ),
  /** The path under which the shop forwards the window and checkout.js. */
  'public-base': v.pipe(
    v.optional(v.string(), '/test-payments'),
    v.regex(/^(\/[\w-]+)+$/, 'must look like /test-payments'),
  ),
});
export type Settings = v.InferOutput<typeof settings>;

/** Why the stand-in cannot start, in one line that names the argument. */
export class ArgumentsError extends Error {
  override readonly name = 'ArgumentsError';
}

/** Parses `args` (without node and script). Throws an ArgumentsError at the first that is wrong. */
export function parseArguments(args: readonly string[]): Settings {
  const options = Object.fromEntries(
    Object.keys(settings.entries).map((name) => [name, { type: 'string' as const }]),
  );
  const values = readOptions(args, options);
  const result = v.safeParse(settings, values);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const known = issue.type !== 'object' || issue.received !== 'undefined';
  throw new ArgumentsError(`--${v.getDotPath(issue)} ${known ? issue.message : 'is missing'}`);
}

function readOptions(args: readonly string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ArgumentsError(error instanceof Error ? error.message : String(error));
  }
}

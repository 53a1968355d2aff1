// The settings of the stand-in: its command line, and its secrets from the environment, because every user of a machine
// can read a command line.
import { parseArgs } from 'node:util';
import * as v from 'valibot';

const port = v.pipe(
  v.optional(v.string(), '0'),
  v.regex(/^\d+$/, 'is not a number'),
  v.transform(Number),
  v.maxValue(65_535, 'is not a port'),
);
const given = v.pipe(v.string('is missing'), v.minLength(1, 'is empty'));

const secrets = {
  /** Signs the result of the window; with the key id it gives access to the provider's API. */
  PAYMENT_KEY_SECRET: given,
  PAYMENT_WEBHOOK_SECRET: given,
  /** Gives access to the controls. */
  PAYMENT_CONTROL_SECRET: given,
};

const options = {
  /** Directory of its database; created if missing. */
  data: given,
  /** Loopback port; 0 means a free one. */
  port,
  /** The same for the controls, which have a port of their own. */
  'control-port': port,
  'key-id': given,
  /** The shop's current webhook address; events of earlier runs are sent there too. */
  'webhook-url': v.pipe(
    given,
    v.url('is not an address'),
    v.regex(/^https?:/, 'is not an http address'),
  ),
  /** The origin of the shop's pages, when they load the window from the stand-in's own address. */
  'shop-origin': v.optional(
    v.pipe(
      v.string(),
      v.check((text) => URL.parse(text)?.origin === text, 'is not an origin'),
    ),
  ),
  /** The path under which the shop serves the window and checkout.js. */
  'public-base': v.pipe(
    v.optional(v.string(), '/test-payments'),
    v.regex(/^(\/[\w-]+)+$/, 'must look like /test-payments'),
  ),
};

const settings = v.object({ ...options, ...secrets });
export type Settings = v.InferOutput<typeof settings>;

/** The reason why the stand-in cannot start, in one line that names the argument or the variable. */
export class ArgumentsError extends Error {
  override readonly name = 'ArgumentsError';
}

/** Parses `args` (without node and script) and `env`. Throws an ArgumentsError for the first that is wrong. */
export function parseArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const pick = (names: object, from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, from[name]]));
  const values = { ...pick(options, readOptions(args)), ...pick(secrets, env) };
  const result = v.safeParse(settings, values);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = v.getDotPath(issue) ?? '';
  throw new ArgumentsError(`${name in secrets ? name : `--${name}`} ${issue.message}`);
}

function readOptions(args: readonly string[]) {
  const known = Object.keys(options).map((name) => [name, { type: 'string' as const }]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known) }).values;
  } catch (error) {
    throw new ArgumentsError(error instanceof Error ? error.message : String(error));
  }
}

// The log: one JSON object per line on standard error. It never contains e-mail addresses, names, bodies, cookies or
// query strings: requests are logged by the pattern of their route, and errors without what looks like an address.
import { destination, pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Creates the shop's log. `write` receives the lines instead of standard error. */
export function createLog(level: LogLevel, write?: (line: string) => void): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  // Synchronous: the line that says why the process ended must not be lost with it.
  return write ? pino(options, { write }) : pino(options, destination({ fd: 2, sync: true }));
}

/** Returns the part of an error that may be logged. Its other members may contain a row or a payload. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const stack = withoutAddresses(error.stack ?? error.message);
  return { name: error.name, message: withoutAddresses(error.message), stack, ...code, ...cause };
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s"'<>(),:;=]+@[^\s"'<>(),:;=]+/g, '[address]');
}

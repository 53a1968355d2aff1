// What a handler gets and gives: plain values, so that it needs no socket to be understood.
import type { IncomingHttpHeaders } from 'node:http';

export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** The variable parts of the path, by the names in the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function json(value: unknown, status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
}

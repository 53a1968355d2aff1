// Errors as RFC 9457 problem documents, whose `detail` is a sentence that a person can act on, and the security headers
// by kind of response.
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

interface ProblemExtra {
  /** Messages by field; `field` is a path in the payload ('items.0.quantity'). */
  errors?: readonly { field: string; message: string }[];
  /** A constant for programs ('INVALID_TOKEN'). */
  code?: string;
  [member: string]: unknown;
}

/** Thrown anywhere below a route; the app's `onError` turns it into a response. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly detail: string;
  readonly extra: ProblemExtra;
  readonly headers: Headers;

  constructor(status: number, detail: string, extra: ProblemExtra = {}, headers: Headers = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.extra = extra;
    this.headers = headers;
  }
}

/** Returns a problem document as JSON. */
export function problemBody(status: number, detail: string, extra: ProblemExtra = {}): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return JSON.stringify({ ...extra, type: 'about:blank', title, status, detail });
}

/** Returns a response with a problem document. */
export function problem(
  status: number,
  detail: string,
  extra: ProblemExtra = {},
  headers: Headers = {},
): Response {
  return new Response(problemBody(status, detail, extra), {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  });
}

/** Returns the 503 problem for an unavailable database. */
export function unavailable(): ProblemError {
  const detail =
    'The shop cannot look anything up or save it right now. Please try again in a minute.';
  return new ProblemError(503, detail, {}, { 'Retry-After': '5' });
}

const TWO_YEARS = 63_072_000;

/** Headers of every response. `secure`: the public address is https. */
export function commonHeaders(secure: boolean): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(secure && { 'Strict-Transport-Security': `max-age=${TWO_YEARS}; includeSubDomains` }),
  };
}

/** Headers of everything but pages: opened on its own, it loads nothing, runs nothing and cannot be framed. */
export function assetHeaders(secure: boolean): Headers {
  return {
    ...commonHeaders(secure),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

/** Headers of an API route. */
export function apiHeaders(secure: boolean): Headers {
  return { ...assetHeaders(secure), 'Cache-Control': 'no-store' };
}

/** Sends a problem document for a request that does not reach the API routes, and ends the response. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  detail: string,
  headers: Headers = apiHeaders(false),
): void {
  const body = problemBody(status, detail);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

// Errors of API routes are RFC 9457 problem documents whose `detail` is a sentence that a person can act on. Throw a
// ProblemError anywhere below a route; the app's `onError` turns it into a response.
import { STATUS_CODES } from 'node:http';

export interface ProblemExtra {
  /** Messages by field; `field` is a path in the payload ('items.0.quantity'). */
  errors?: readonly { field: string; message: string }[];
  /** A constant for programs ('PASSWORD_TOO_WEAK'). */
  code?: string;
  [member: string]: unknown;
}

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly detail: string;
  readonly extra: ProblemExtra;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    extra: ProblemExtra = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
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
  headers: Readonly<Record<string, string>> = {},
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

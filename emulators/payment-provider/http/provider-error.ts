// An error in the provider's format: an HTTP status and an `error` object.
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export type ErrorCode = 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';

interface Details {
  status?: number;
  code?: ErrorCode;
  field?: string;
  reason?: string;
}

/** Thrown when a request cannot be served; the app turns it into the response. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly details: Details;

  constructor(description: string, details: Details = {}) {
    super(description);
    this.details = details;
  }
}

export function sendError(c: Context, { message, details }: ProviderError): Response {
  const { status = 400, code = 'BAD_REQUEST_ERROR', field } = details;
  const error = {
    code,
    description: message,
    source: code === 'BAD_REQUEST_ERROR' ? 'business' : 'internal',
    step: 'payment_initiation',
    reason: details.reason ?? 'input_validation_failed',
    metadata: {},
    ...(field !== undefined && { field }),
  };
  return c.json({ error }, status as ContentfulStatusCode);
}

/** Returns the error of a failure of the provider itself, real or set by a fault. */
export function serverError(status: number): ProviderError {
  const description = 'We are facing some trouble completing your request at the moment.';
  if (status < 500) return new ProviderError(description, { status });
  return new ProviderError(description, { status, code: 'SERVER_ERROR', reason: 'server_error' });
}

/** Returns the error for an unknown id: the provider responds with 400 to it, not with 404. */
export function unknownId(): ProviderError {
  return new ProviderError('The id provided does not exist');
}

// A refusal in the provider's own form: an HTTP status and an `error` object.
import type { Answer } from './answer.ts';
import { json } from './answer.ts';

export type ErrorCode = 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';

interface Details {
  status?: number;
  code?: ErrorCode;
  field?: string;
  reason?: string;
}

/** Thrown wherever a request cannot be served; the router turns it into the answer. */
export class ProviderError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(description: string, details: Details = {}) {
    super(description);
    this.name = 'ProviderError';
    this.status = details.status ?? 400;
    this.details = details;
  }

  toAnswer(): Answer {
    const { code = 'BAD_REQUEST_ERROR', field, reason = 'input_validation_failed' } = this.details;
    const error = {
      code,
      description: this.message,
      source: code === 'BAD_REQUEST_ERROR' ? 'business' : 'internal',
      step: 'payment_initiation',
      reason,
      metadata: {},
      ...(field === undefined ? {} : { field }),
    };
    return json({ error }, this.status);
  }
}

/** The provider answers 400, not 404, for an identifier it does not know. */
export function unknownId(): ProviderError {
  return new ProviderError('The id provided does not exist', { reason: 'input_validation_failed' });
}

import type { RequestFailure } from '../../../src/storefront/platform/request.ts';

/** Returns the result of a failed request; status 0 means that there was no response. */
export const failure = (status: number, more: Partial<RequestFailure> = {}): RequestFailure => ({
  ok: false,
  kind: status === 0 ? 'network' : 'problem',
  status,
  detail: '',
  errors: [],
  body: undefined,
  ...more,
});

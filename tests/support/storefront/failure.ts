import type { CallFailure } from '../../../src/storefront/calls/http.ts';

/** What a call answers that failed; status 0 for no answer at all. */
export const failure = (status: number, more: Partial<CallFailure> = {}): CallFailure => ({
  ok: false,
  kind: status === 0 ? 'network' : 'problem',
  status,
  detail: '',
  errors: [],
  body: undefined,
  ...more,
});

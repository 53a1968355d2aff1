// Calls that confirm an e-mail: named as the identity provider names its own.
import { byHand, call } from './http.ts';
import type { CallResult } from './http.ts';

const done = byHand(() => null);

/** Confirms the e-mail that the token was sent to. 400 INVALID_TOKEN for a link that was used or is too old. */
export function confirmEmail(token: string): Promise<CallResult<unknown>> {
  return call('/api/auth/verify-email', { method: 'POST', body: { token }, schema: done });
}

/** Has the letter sent again to the signed-in account. 401 signed out, 429 for too many. */
export function sendConfirmation(): Promise<CallResult<unknown>> {
  return call('/api/auth/send-verification-email', { method: 'POST', body: {}, schema: done });
}

// API client for confirming an e-mail address.
import { byHand, call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const done = byHand(() => null);

/** Confirms the address that the token was sent to. 400 INVALID_TOKEN for a used or expired link. */
export function confirmEmail(token: string): Promise<CallResult<unknown>> {
  return call('/api/auth/verify-email', { method: 'POST', body: { token }, schema: done });
}

/** Sends the confirmation e-mail to the signed-in account again. 401 signed out, 429 for too many requests. */
export function sendConfirmation(): Promise<CallResult<unknown>> {
  return call('/api/auth/send-verification-email', { method: 'POST', body: {}, schema: done });
}

// API client for ending sessions. Separate from session.ts, because few pages use it.
import { byHand, call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const ended = byHand(() => null);

/** Ends the session. */
export function signOut(): Promise<CallResult<unknown>> {
  return call('/api/auth/sign-out', { method: 'POST', body: {}, schema: ended });
}

/** Ends every session of the account. 401 signed out. */
export function signOutEverywhere(): Promise<CallResult<unknown>> {
  return call('/api/auth/revoke-sessions', { method: 'POST', body: {}, schema: ended });
}

// The call that ends the session. Apart from session.ts, because few pages make it.
import { byHand, call } from './http.ts';
import type { CallResult } from './http.ts';

/** Ends the session. */
export function signOut(): Promise<CallResult<unknown>> {
  const schema = byHand(() => null);
  return call('/api/auth/sign-out', { method: 'POST', body: {}, schema });
}

// Calls for a forgotten password: the identity provider's own.
import { byHand, call } from './http.ts';
import type { CallResult } from './http.ts';

const asked = byHand(() => null);
const changed = byHand((reply) => {
  const { email }: { email?: unknown } = { ...(reply as object) };
  return { email: typeof email === 'string' ? email : '' };
});

/** Has a letter with a link sent. The same answer whether the e-mail has an account or not; 429 for too many. */
export function requestPasswordReset(email: string): Promise<CallResult<unknown>> {
  const body = { email };
  return call('/api/auth/request-password-reset', { method: 'POST', body, schema: asked });
}

/** Sets the new password. 400 INVALID_TOKEN for a link that was used or is too old. */
export function resetPassword(
  token: string,
  newPassword: string,
): Promise<CallResult<{ email: string }>> {
  const body = { token, newPassword };
  return call('/api/auth/reset-password', { method: 'POST', body, schema: changed });
}

// API client for resetting a forgotten password.
import { byHand, call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const asked = byHand(() => null);
const changed = byHand((reply) => {
  const { email }: { email?: unknown } = { ...(reply as object) };
  return { email: typeof email === 'string' ? email : '' };
});

/** Requests an e-mail with a link. The response is the same without an account; 429 for too many requests. */
export function requestPasswordReset(email: string): Promise<CallResult<unknown>> {
  const body = { email };
  return call('/api/auth/request-password-reset', { method: 'POST', body, schema: asked });
}

/** Sets the new password and resolves to the account's e-mail. 400 INVALID_TOKEN for a used or expired link. */
export function resetPassword(
  token: string,
  newPassword: string,
): Promise<CallResult<{ email: string }>> {
  const body = { token, newPassword };
  return call('/api/auth/reset-password', { method: 'POST', body, schema: changed });
}

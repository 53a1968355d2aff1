// Calls about the session: the identity provider's own, written by hand because its React client costs every
// page 10 KB. Every page asks who is signed in, so the replies are read without a library too.
import { byHand, call } from './http.ts';
import type { CallResult } from './http.ts';

/** The signed-in person. */
export interface User {
  id: string;
  email: string;
  name: string;
}

function userOf(reply: unknown): User | undefined {
  const { user }: { user?: unknown } = { ...(reply as object) };
  const { id, email, name }: Partial<User> = { ...(user as object) };
  if (typeof id !== 'string' || typeof email !== 'string' || typeof name !== 'string')
    return undefined;
  return { id, email, name };
}

const sessionReply = byHand((reply) =>
  reply === null || reply === undefined ? null : userOf(reply),
);

/** Who is signed in on this browser; null for nobody. */
export function getSession(): Promise<CallResult<User | null>> {
  return call('/api/auth/get-session', { schema: sessionReply });
}

/** Signs in. 401 for a wrong password and an unknown account alike, 429 for too many tries. */
export function signIn(email: string, password: string): Promise<CallResult<User>> {
  const body = { email, password };
  return call('/api/auth/sign-in/email', { method: 'POST', body, schema: byHand(userOf) });
}

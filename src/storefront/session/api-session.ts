// API client for the session. better-auth's React client would cost every page 10 KB, and every page reads the
// session, so the responses are parsed without a library too.
import { byHand, call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

/** The signed-in user. */
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

/** Resolves to the user who is signed in on this browser, or null. */
export function getSession(): Promise<CallResult<User | null>> {
  return call('/api/auth/get-session', { schema: sessionReply });
}

/** Signs in. 401 for a wrong password or an unknown account, 429 for too many tries. */
export function requestSignIn(email: string, password: string): Promise<CallResult<User>> {
  const body = { email, password };
  return call('/api/auth/sign-in/email', { method: 'POST', body, schema: byHand(userOf) });
}

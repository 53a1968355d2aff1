// Calls about accounts: the identity provider's own (written by hand, see facts on its React client's
// weight) and the shop's registration.
import * as v from 'valibot';
import { call } from './http.ts';
import type { CallResult } from './http.ts';

const userSchema = v.object({ id: v.string(), email: v.string(), name: v.string() });

/** The signed-in person. */
export type User = v.InferOutput<typeof userSchema>;

const sessionSchema = v.pipe(
  v.nullish(v.object({ user: userSchema })),
  v.transform((reply) => reply?.user ?? null),
);

const signInSchema = v.pipe(
  v.object({ user: userSchema }),
  v.transform((reply) => reply.user),
);

const signUpSchema = v.object({ token: v.nullish(v.string()) });

/** Who is signed in on this browser; null for nobody. */
export function getSession(): Promise<CallResult<User | null>> {
  return call('/api/auth/get-session', { schema: sessionSchema });
}

/** Signs in. 401 for a wrong password and an unknown account alike, 429 for too many tries. */
export function signIn(email: string, password: string): Promise<CallResult<User>> {
  const body = { email, password };
  return call('/api/auth/sign-in/email', { method: 'POST', body, schema: signInSchema });
}

/** Ends the session. */
export function signOut(): Promise<CallResult<unknown>> {
  return call('/api/auth/sign-out', { method: 'POST', body: {}, schema: v.unknown() });
}

/**
 * Step 1 of a registration: creates the account. `token` is set if the provider signed the new
 * account in at once.
 */
export function signUp(
  account: Record<'name' | 'email' | 'password', string>,
): Promise<CallResult<{ token?: string | null | undefined }>> {
  return call('/api/auth/sign-up/email', { method: 'POST', body: account, schema: signUpSchema });
}

/** Step 2 of a registration: records the profile. The same call again is no error; 401 for other credentials. */
export function register(profile: Readonly<Record<string, string>>): Promise<CallResult<unknown>> {
  return call('/api/users/register', { method: 'POST', body: profile, schema: v.unknown() });
}

// Calls that make an account: the identity provider's, then the shop's registration.
import * as v from 'valibot';
import { call } from './http.ts';
import type { CallResult } from './http.ts';

const signUpSchema = v.object({ token: v.nullish(v.string()) });

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

// API client for registration: better-auth's sign-up, then the shop's profile.
import * as v from 'valibot';
import { call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const SignUpReply = v.object({ token: v.nullish(v.string()) });

/**
 * Step 1 of a registration: creates the account. `token` is set if better-auth signed the new account in.
 */
export function signUp(
  account: Record<'name' | 'email' | 'password', string>,
): Promise<CallResult<{ token?: string | null | undefined }>> {
  return call('/api/auth/sign-up/email', { method: 'POST', body: account, schema: SignUpReply });
}

/** Step 2 of a registration: saves the profile. May be repeated; 401 for wrong credentials. */
export function register(profile: Readonly<Record<string, string>>): Promise<CallResult<unknown>> {
  return call('/api/users/register', { method: 'POST', body: profile, schema: v.unknown() });
}

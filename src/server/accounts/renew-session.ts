// A session goes on under a new token once its account has shown the password again: whoever had a copy of
// the cookie is left with nothing.
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { setSignedCookie } from 'hono/cookie';
import type { Transaction } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../database/schema.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { hashToken } from './session-store.ts';
import { signedOut } from './session.ts';

/** Stores a new token and returns it. Its age stays. Throws a 401 problem for a session that has ended. */
export async function renewToken(trx: Transaction<Schema>, sessionId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await trx
    .updateTable('session')
    .set({ token: hashToken(token) })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirstOrThrow(signedOut);
  return token;
}

/** Puts the token into the cookie of this browser, as better-auth does. */
export async function sendToken(
  c: Context<ServerEnv>,
  { auth }: Pick<AppParts, 'auth'>,
  token: string,
): Promise<void> {
  const { authCookies, secret } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  // better-auth writes 'lax', Hono 'Lax'.
  await setSignedCookie(c, name, token, secret, { ...attributes } as Parameters<
    typeof setSignedCookie
  >[4]);
}

// Gives a session a new token after its account has entered the password again, so that a copied cookie becomes
// worthless.
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { setSignedCookie } from 'hono/cookie';
import type { Transaction } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../platform/database/schema.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { hashToken } from './session-store.ts';
import { signedOut } from './session.ts';

/** Stores a new token and returns it. The session's age stays. Throws a 401 problem for a session that has ended. */
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

/** Sets the session's cookie in the response, as better-auth does. */
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

// Removes the session's cookie from the browser once the session is over.
import type { Context } from 'hono';
import type { AppParts } from '../app-parts.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { askProvider } from './ask-provider.ts';

/** Adds the headers that remove the cookie to the response. */
export async function forgetCookie(
  c: Context<ServerEnv>,
  parts: Pick<AppParts, 'auth' | 'origins'>,
): Promise<void> {
  const signOut = await askProvider(c, parts, '/api/auth/sign-out', {});
  for (const cookie of signOut.headers.getSetCookie()) {
    c.header('Set-Cookie', cookie, { append: true });
  }
}

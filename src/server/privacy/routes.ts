// The route that deletes an account, under better-auth's name.
import { Hono } from 'hono';
import * as v from 'valibot';
import { forgetCookie } from '../accounts/forget-cookie.ts';
import { ownPassword, requirePassword } from '../accounts/require-password.ts';
import { requireUser } from '../accounts/session.ts';
import type { AppParts } from '../app-parts.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { deleteAccount } from './delete-account.ts';

const DeleteRequest = v.object({ password: ownPassword });

type PrivacyRoutesParts = Pick<
  AppParts,
  'auth' | 'db' | 'clock' | 'limits' | 'mailer' | 'origins' | 'pictures' | 'ratings'
>;

/** Returns the route with its full path, to be mounted at '/'. */
export function privacyRoutes(parts: PrivacyRoutesParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>().post('/api/auth/delete-user', async (c) => {
    const user = await requireUser(c);
    const { password } = await readJson(c, DeleteRequest);
    await requirePassword(c, parts, { user, field: 'password', password });
    await deleteAccount(parts, user, c.get('log'));
    await forgetCookie(c, parts);
    return c.json({ status: true });
  });
}

// What the account page changes: the devices that are logged in, and the name. The paths are better-auth's, but devices
// have ids where its own routes return tokens, and a name also changes in the profile, which better-auth does not know.
import { Hono } from 'hono';
import * as v from 'valibot';
import { idField, required } from '../../shop/forms/fields.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/schema.ts';
import { requireSession, signedOut } from '../platform/http/api.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import type { AuthParts } from './auth.ts';
import type { GuessLimits } from './known-browser.ts';
import { removeSessionCookie, renewToken, sendToken } from './session.ts';
import { lockPassword, ownPassword, requirePassword, wrongPassword } from './sign-in.ts';

const NO_ID = 'Please say which device to log out.';
const RevokeRequest = v.object({
  id: idField(NO_ID),
  password: ownPassword,
});

const NameRequest = v.object({ name: required('Name', 100) });

interface AccountPageParts extends AuthParts {
  db: Database;
  clock: () => Date;
  limits: GuessLimits;
}

/** Returns the routes with their full paths, to be mounted at '/'. */
export function accountPageRoutes(parts: AccountPageParts): Hono<ServerEnv> {
  const { auth, db, clock } = parts;
  const routes = new Hono<ServerEnv>();

  routes.get('/api/auth/list-sessions', async (c) => {
    const { id, user } = await requireSession(c);
    const { internalAdapter } = await auth.$context;
    const sessions = await internalAdapter.listSessions(user.id, { onlyActiveSessions: true });
    const devices = sessions.map((session) => ({
      id: session.id,
      device: session.userAgent || 'Unknown device',
      createdAt: session.createdAt,
      // Accurate to a day: a session is only updated when it is extended.
      lastUsedAt: session.updatedAt,
      isCurrent: session.id === id,
    }));
    return c.json(devices.toSorted((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime()));
  });

  routes.post('/api/auth/revoke-session', async (c) => {
    const session = await requireSession(c);
    const { id: ownId, user } = session;
    const { id, password } = await readJson(c, RevokeRequest);
    // Somebody who found this phone must not lock its owner out of the others.
    const hash = await requirePassword(c, parts, { session, field: 'password', password });
    const token = await db.transaction().execute(async (trx) => {
      await lockPassword(trx, user.id, hash, () => wrongPassword('password'));
      await trx
        .deleteFrom('session')
        .where('id', '=', id)
        .where('userId', '=', user.id)
        .returning('id')
        .executeTakeFirstOrThrow(notLoggedIn);
      return id === ownId ? undefined : renewToken(trx, ownId);
    });
    if (token !== undefined) await sendToken(c, auth, token);
    return c.json({ status: true });
  });

  routes.post('/api/auth/revoke-sessions', async (c) => {
    const { user } = await requireSession(c);
    await db.deleteFrom('session').where('userId', '=', user.id).execute();
    await removeSessionCookie(c, parts);
    return c.json({ status: true });
  });

  routes.post('/api/auth/update-user', async (c) => {
    const { id: sessionId, user } = await requireSession(c);
    const { id } = user;
    const { name } = await readJson(c, NameRequest);
    const at = clock().toISOString();
    await db.transaction().execute(async (trx) => {
      await lockAccount(trx, id);
      // A body may take minutes to arrive.
      const session = trx.selectFrom('session').select('id').where('id', '=', sessionId);
      await session.executeTakeFirstOrThrow(signedOut);
      await trx.updateTable('user').set({ name, updatedAt: at }).where('id', '=', id).execute();
      const profile = { name, updated_at: at };
      await trx.updateTable('profile').set(profile).where('user_id', '=', id).execute();
    });
    return c.json({ status: true, name });
  });

  return routes;
}

function notLoggedIn(): ProblemError {
  return new ProblemError(404, 'This device is not logged in to your account any more.');
}

// The routes that list the devices of an account and log them out, under better-auth's names. These return ids where
// better-auth's own routes return tokens.
import type { Limits } from '../platform/http/limits.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Auth } from './auth.ts';
import { Hono } from 'hono';
import * as v from 'valibot';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { required } from '../../shop/forms/fields.ts';
import { requireSession, requireUser } from '../platform/http/api.ts';
import { removeSessionCookie, renewToken, sendToken } from './session.ts';
import { ownPassword, requirePassword } from './sign-in.ts';

const NO_ID = 'Please say which device to log out.';
const RevokeRequest = v.object({
  id: v.pipe(v.string(NO_ID), v.nonEmpty(NO_ID), v.maxLength(100, NO_ID)),
  password: ownPassword,
});

type DeviceRoutesParts = {
  auth: Auth;
  db: Database;
  limits: Limits<'signIn'>;
  origins: readonly string[];
};

/** Returns the routes with their full paths, to be mounted at '/'. */
export function deviceRoutes(parts: DeviceRoutesParts): Hono<ServerEnv> {
  const { auth, db } = parts;
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
    const { id: ownId, user } = await requireSession(c);
    const { id, password } = await readJson(c, RevokeRequest);
    // Somebody who found this phone must not lock its owner out of the others.
    await requirePassword(c, parts, { user, field: 'password', password });
    const token = await db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('session')
        .where('id', '=', id)
        .where('userId', '=', user.id)
        .returning('id')
        .executeTakeFirstOrThrow(gone);
      return id === ownId ? undefined : renewToken(trx, ownId);
    });
    if (token !== undefined) await sendToken(c, parts, token);
    return c.json({ status: true });
  });

  routes.post('/api/auth/revoke-sessions', async (c) => {
    const { user } = await requireSession(c);
    await db.deleteFrom('session').where('userId', '=', user.id).execute();
    await removeSessionCookie(c, parts);
    return c.json({ status: true });
  });

  return routes;
}

function gone(): ProblemError {
  return new ProblemError(404, 'This device is not logged in to your account any more.');
}

// Changes the name of an account. better-auth's update-user does not know the profile, which has the name too.

/** Changes the name in the account and in its profile, if it has one. */
async function changeName(
  { db, clock }: { db: Database; clock: () => Date },
  userId: string,
  name: string,
): Promise<void> {
  const at = clock().toISOString();
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('user').set({ name, updatedAt: at }).where('id', '=', userId).execute();
    await trx
      .updateTable('profile')
      .set({ name, updated_at: at })
      .where('user_id', '=', userId)
      .execute();
  });
}

// The route that changes an account's name, under better-auth's name.

const NameRequest = v.object({ name: required('Name', 100) });

type UserRoutesParts = { db: Database; clock: () => Date };

/** Returns the routes with their full paths, to be mounted at '/'. */
export function userRoutes(parts: UserRoutesParts): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/update-user', async (c) => {
    const user = await requireUser(c);
    const { name } = await readJson(c, NameRequest);
    await changeName(parts, user.id, name);
    return c.json({ status: true, name });
  });

  return routes;
}

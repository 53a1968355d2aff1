// The route that changes an account's name, under better-auth's name.
import { Hono } from 'hono';
import * as v from 'valibot';
import { required } from '../../shop/forms/fields.ts';
import type { AppParts } from '../app-parts.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { changeName } from './change-name.ts';
import { requireUser } from './session.ts';

const NameRequest = v.object({ name: required('Name', 100) });

type UserRoutesParts = Pick<AppParts, 'db' | 'clock'>;

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

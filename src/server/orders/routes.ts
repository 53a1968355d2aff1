// The API routes for the orders of an account. The session decides whose orders; the path must only match it.
import { Hono } from 'hono';
import { OrdersQuery } from '../../shop/payloads/orders.ts';
import { requireUser } from '../accounts/session.ts';
import type { AppParts } from '../app-parts.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readQuery } from '../platform/http/read-query.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { listOrders } from './list-orders.ts';
import { readDelivery } from './read-delivery.ts';

/** Returns the routes with their full paths, to be mounted at '/'. */
export function orderRoutes({ db }: Pick<AppParts, 'db'>): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/orders/:email', async (c) => {
      const user = await requireUser(c);
      if (c.req.param('email').toLowerCase() !== user.email.toLowerCase()) {
        throw new ProblemError(403, 'You can only see the orders of your own account.');
      }
      return c.json(await listOrders(db, user, readQuery(c, OrdersQuery)));
    })
    .get('/api/users/delivery', async (c) => c.json(await readDelivery(db, await requireUser(c))));
}

// The routes that confirm an e-mail address, under better-auth's names: one sends the e-mail again, one takes the
// token of its link.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { AppParts } from '../app-parts.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { confirmEmail, sendConfirmationAgain } from './confirm-email.ts';
import { linkToken } from './links.ts';
import { requireUser } from './session.ts';

const ConfirmRequest = v.object({ token: linkToken });

type ConfirmationRoutesParts = Pick<AppParts, 'db' | 'clock' | 'limits' | 'mailer'>;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function confirmationRoutes(parts: ConfirmationRoutesParts): Hono<ServerEnv> {
  const { limits } = parts;
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/send-verification-email', async (c) => {
    const user = await requireUser(c);
    await limits.confirmation.take({ account: user.email, address: c.get('clientAddress') });
    await sendConfirmationAgain(parts, user);
    return c.json({ status: true });
  });

  routes.post('/api/auth/verify-email', async (c) => {
    await limits.confirmation.take({ address: c.get('clientAddress') });
    const { token } = await readJson(c, ConfirmRequest);
    await confirmEmail(parts, token);
    return c.json({ status: true });
  });

  return routes;
}

// The routes that set a new password, under better-auth's names: with the old password, or with the link of an
// e-mail, which another route sends.
import { Hono } from 'hono';
import * as v from 'valibot';
import { email } from '../../shop/forms/fields.ts';
import type { AppParts } from '../app-parts.ts';
import { noteAccount } from '../platform/pseudonym.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { changePassword } from './change-password.ts';
import { linkToken } from './links.ts';
import { passwordToSet } from './password-to-set.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { ownPassword } from './require-password.ts';
import { resetPassword } from './reset-password.ts';
import { requireSession } from './session.ts';

const LinkRequest = v.object({ email });

const ResetRequest = v.object({
  token: linkToken,
  newPassword: passwordToSet,
});

const ChangeRequest = v.object({ currentPassword: ownPassword, newPassword: passwordToSet });

type PasswordRoutesParts = Pick<AppParts, 'auth' | 'db' | 'clock' | 'limits' | 'mailer'>;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function passwordRoutes(parts: PasswordRoutesParts): Hono<ServerEnv> {
  const { limits } = parts;
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/request-password-reset', async (c) => {
    const { email: account } = await readJson(c, LinkRequest);
    noteAccount(c, account);
    // Before anything is looked up: an unknown account is counted like a known one.
    await limits.passwordReset.take({ account, address: c.get('clientAddress') });
    await requestPasswordReset(parts, account);
    return c.json({ status: true });
  });

  routes.post('/api/auth/reset-password', async (c) => {
    const address = c.get('clientAddress');
    await limits.passwordReset.take({ address });
    const request = await readJson(c, ResetRequest);
    const account = await resetPassword(parts, request);
    noteAccount(c, account);
    // Somebody who forgot the password has tried wrong ones before, which must not lock them out now.
    await limits.signIn.forget({ account, address });
    return c.json({ status: true, email: account });
  });

  routes.post('/api/auth/change-password', async (c) => {
    const session = await requireSession(c);
    await changePassword(c, parts, session, await readJson(c, ChangeRequest));
    return c.json({ status: true });
  });

  return routes;
}

// Sign-up, sign-in, sign-out and the session, under better-auth's paths. Its other routes are not reachable. The
// shop's limits and its password rule come first.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import { email, required } from '../../shop/forms/fields.ts';
import type { AppParts } from '../app-parts.ts';
import { noteAccount } from '../platform/pseudonym.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { createAccount } from './sign-up.ts';
import { askForSession, askProvider } from './ask-provider.ts';
import { countGuess } from './count-guess.ts';
import { passwordToSet, refuseWeak } from './password-to-set.ts';
import { currentSession, hasSessionCookie } from './session.ts';

const SignUpRequest = v.object({
  name: required('Name', 100),
  email,
  password: passwordToSet,
});

const SignInRequest = v.object({
  email,
  password: v.string('Password is required'),
  rememberMe: v.optional(v.boolean(), true),
});

const SignedIn = v.object({ user: v.object({ id: v.string() }) });

type AuthRoutesParts = Pick<AppParts, 'auth' | 'db' | 'clock' | 'limits' | 'origins' | 'mailer'>;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function authRoutes(parts: AuthRoutesParts): Hono<ServerEnv> {
  const { db, limits } = parts;
  const routes = new Hono<ServerEnv>();

  /** Deletes the session of the request's cookie, if there is one. */
  async function endSession(c: Context<ServerEnv>): Promise<void> {
    const session = await currentSession(c);
    if (session) await db.deleteFrom('session').where('id', '=', session.id).execute();
  }

  routes.post('/api/auth/sign-up/email', async (c) => {
    await limits.signUp.take({ address: c.get('clientAddress') });
    const account = await readJson(c, SignUpRequest);
    noteAccount(c, account.email);
    await refuseWeak('password', account.password, account);
    const user = await createAccount(parts, account);
    return c.json({ token: null, user });
  });

  routes.post('/api/auth/sign-in/email', async (c) => {
    const credentials = await readJson(c, SignInRequest);
    noteAccount(c, credentials.email);
    const caller = { account: credentials.email, address: c.get('clientAddress') };
    const response = await countGuess(limits, caller, () =>
      askProvider(c, parts, c.req.path, credentials),
    );
    // The new cookie replaces that of the former session, which must not stay valid for anybody else.
    await endSession(c);
    const { user } = v.parse(SignedIn, await response.clone().json());
    c.set('actor', user.id);
    return response;
  });

  routes.post('/api/auth/sign-out', async (c) => {
    // First: better-auth removes the cookie and succeeds even if the session could not be deleted.
    await endSession(c);
    return askProvider(c, parts, c.req.path, {});
  });
  routes.get('/api/auth/get-session', async (c) =>
    // Most visitors have no account, so most requests need no query.
    (await hasSessionCookie(c)) ? askForSession(c, parts) : c.json(null),
  );
  return routes;
}

// /api/auth/*: the identity provider's calls that the shop uses, and no others. In front of them
// stand the shop's limits and its password rule; their errors come out as problem documents that
// keep the provider's `code` and `message`.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import { email, required } from '../../shop/forms/check-form.ts';
import type { AppParts } from '../app-parts.ts';
import { ProblemError, unavailable } from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { createAccount } from './account.ts';
import { countGuess } from './count-guess.ts';
import { passwordToSet, refuseWeak } from './password-to-set.ts';

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

type AuthRoutesParts = Pick<AppParts, 'auth' | 'db' | 'clock' | 'limits' | 'origins'>;

/** Routes with their full paths, to be mounted at '/'. */
export function authRoutes(parts: AuthRoutesParts): Hono<ServerEnv> {
  const { auth, limits, origins } = parts;
  const origin = origins[0] ?? '';
  const routes = new Hono<ServerEnv>();

  /** Asks better-auth. Nothing of the request goes on but its path, its cookies and what was checked. */
  async function ask(c: Context<ServerEnv>, payload?: object): Promise<Response> {
    const headers = new Headers({ origin, cookie: c.req.header('cookie') ?? '' });
    if (payload) headers.set('content-type', 'application/json');
    const body = payload ? JSON.stringify(payload) : null;
    const request = new Request(origin + c.req.path, { method: c.req.method, headers, body });
    const answer = await auth.handler(request);
    if (!answer.ok) throw await asProblem(answer);
    return answer;
  }

  routes.post('/api/auth/sign-up/email', async (c) => {
    await limits.signUp.take({ address: c.get('clientAddress') });
    const account = await readJson(c, SignUpRequest);
    refuseWeak('password', account.password);
    const user = await createAccount(parts, account);
    return c.json({ token: null, user });
  });

  routes.post('/api/auth/sign-in/email', async (c) => {
    const credentials = await readJson(c, SignInRequest);
    const caller = { account: credentials.email, address: c.get('clientAddress') };
    return countGuess(limits, caller, () => ask(c, credentials));
  });

  routes.post('/api/auth/sign-out', (c) => ask(c, {}));
  routes.get('/api/auth/get-session', (c) => ask(c));
  return routes;
}

async function asProblem(answer: Response): Promise<ProblemError> {
  // The provider hides what failed below it, which can only be the database.
  if (answer.status >= 500) return unavailable();
  const Refusal = v.object({ code: v.optional(v.string()), message: v.optional(v.string()) });
  const told = v.safeParse(Refusal, await answer.json().catch(() => undefined));
  const { code, message } = told.success ? told.output : {};
  const detail = message ?? 'The account service could not do this. Please try again.';
  return new ProblemError(answer.status, detail, {
    ...(code !== undefined && { code }),
    message: detail,
  });
}

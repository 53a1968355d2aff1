// What every call has in common, whichever it is: an id, a line in the log, headers, limits, no
// writes from other sites, and one way to answer errors.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { signedInCookie } from '../accounts/signed-in-cookie.ts';
import type { AppParts } from '../app-parts.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { callerAddress } from '../http/caller-address.ts';
import { clientAddress } from '../http/client-address.ts';
import { problem, ProblemError, unavailable } from '../http/problem.ts';
import { callHeaders } from '../http/security-headers.ts';
import type { ServerEnv } from '../http/server-env.ts';

export type CallsParts = Pick<
  AppParts,
  'log' | 'auth' | 'limits' | 'origins' | 'trustedProxies' | 'pseudonym'
> & {
  /** Paths whose callers sign what they send. They come from few addresses, so they are not counted by address. */
  signedPaths?: readonly string[];
};

/** An app for the calls, still without any. */
export function createCalls(parts: CallsParts): Hono<ServerEnv> {
  const calls = new Hono<ServerEnv>();
  calls.use(
    identify(parts),
    answerHeaders(parts),
    signedInCookie,
    refuseNul(),
    refuseOtherSites(parts),
    limitWrites(parts),
  );
  calls.onError(answerError);
  calls.notFound((c) => answerUnknown(calls, c));
  return calls;
}

/**
 * Gives the call its id, its caller's address and its log. Writes one line when it is done: who did what
 * from where, and what came of it. Addresses stand there as pseudonyms.
 */
function identify({
  log,
  auth,
  trustedProxies,
  pseudonym,
}: CallsParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const began = performance.now();
    const requestId = randomUUID();
    const remote = c.env?.incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    c.set('auth', auth);
    const address = clientAddress(remote, forwardedFor, trustedProxies);
    c.set('clientAddress', address);
    c.set('requestId', requestId);
    c.set('pseudonym', pseudonym);
    c.set('log', log.child({ requestId }));
    await callerAddress.run(address, next);
    c.header('X-Request-Id', requestId);
    // The route's pattern, never the path: a path may name a person.
    const call = {
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      refusal: c.get('refusal'),
      from: pseudonym(c.get('clientAddress')),
      actor: c.get('actor'),
      account: c.get('account'),
      ms: Math.round(performance.now() - began),
    };
    c.get('log').info(call, 'call');
  };
}

function answerHeaders({ origins }: CallsParts): MiddlewareHandler<ServerEnv> {
  const headers = Object.entries(callHeaders(origins[0]?.startsWith('https:') ?? false));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) {
      // A picture has a policy and a lifetime of its own.
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}

/** PostgreSQL stores no NUL and fails at one. No address of the shop has one. */
function refuseNul(): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.url.includes('%00')) {
      throw new ProblemError(400, 'The address holds a character that no address of the shop has.');
    }
    await next();
  };
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers say where a write comes from. Programs, such as the payment provider, say nothing. */
function refuseOtherSites({ origins }: CallsParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isOwn = origin !== undefined ? origins.includes(origin) : isSameOrigin(site);
    if (!reading.has(c.req.method) && !isOwn) {
      throw new ProblemError(403, 'This can only be done from the shop itself.', {
        code: 'INVALID_ORIGIN',
      });
    }
    await next();
  };
}

function isSameOrigin(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

function limitWrites({ limits, signedPaths = [] }: CallsParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const isCounted = !reading.has(c.req.method) && !signedPaths.includes(c.req.path);
    if (isCounted) await limits.write.take({ address: c.get('clientAddress') });
    await next();
  };
}

function answerError(error: Error, c: Context<ServerEnv>): Response {
  if (error instanceof ProblemError) {
    if (error.extra.code !== undefined) c.set('refusal', error.extra.code);
    return answerProblem(error);
  }
  if (error instanceof HTTPException) return problem(error.status, error.message);
  if (isDatabaseUnavailable(error)) {
    c.get('log').error({ err: error }, 'the database cannot serve');
    return answerProblem(unavailable());
  }
  c.get('log').error({ err: error }, 'a call failed');
  return problem(500, 'Something went wrong on our side. Please try again.');
}

function answerProblem({ status, detail, extra, headers }: ProblemError): Response {
  return problem(status, detail, extra, headers);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 if the path exists for another method, 404 if it does not exist. */
function answerUnknown(calls: Hono<ServerEnv>, c: Context<ServerEnv>): Response {
  const allowed = methods.filter((method) =>
    calls.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  );
  if (allowed.length === 0) return problem(404, 'There is nothing at this address.');
  const Allow = allowed
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    .join(', ');
  return problem(405, `This address answers ${Allow} only.`, {}, { Allow });
}

// What all API requests share: an id, a line in the log, headers, limits, no writes from other sites, who is signed in,
// errors, and health.
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { getPath } from 'hono/utils/url';
import { sql } from 'kysely';
import { isDatabaseUnavailable } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../log.ts';
import type { Pseudonym } from '../secrets.ts';
import { clientAddress, requestAddress } from './limits.ts';
import type { Caller, Limits } from './limits.ts';
import { apiHeaders, problem, ProblemError, unavailable } from './problem.ts';

export interface CurrentUser {
  id: string;
  /** Lower case, as the account stores it. */
  email: string;
  name: string;
  /** True once somebody has read an e-mail to this address. */
  isConfirmed?: boolean;
}

/** Returns what counts an account for the limits while nobody has proved that it has a mailbox. */
export const toNewcomer = ({ isConfirmed }: CurrentUser): Caller['newcomer'] =>
  isConfirmed ? undefined : 'newcomer';

export interface CurrentSession {
  id: string;
  user: CurrentUser;
}

/** Finds the session of a request. The platform knows no accounts: the start of the shop passes this. */
export type FindSession = (c: Context<ServerEnv>) => Promise<CurrentSession | undefined>;

/** The types of the Hono context of every API route: a route module starts with `new Hono<ServerEnv>()`. */
export interface ServerEnv {
  /** Absent under `app.request()` in tests, which has no socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** The client's address for the limits: trusted proxies resolved, IPv6 reduced to its /64. */
    clientAddress: string;
    requestId: string;
    findSession: FindSession;
    log: Logger;
    pseudonym: Pseudonym;
    limits: Limits<'account'>;
    /** Logs a warning about what anybody can send, unless there were very many within this minute. */
    warnOfStranger: (message: string) => void;
    /** For the log: the id of the signed-in account, once it is known. */
    actor?: string;
    /** For the log: the pseudonym of the e-mail address that the request names. */
    account?: string;
    /** For the log: the code of the problem. */
    refusal?: string;
  };
}

interface ApiParts {
  log: Logger;
  limits: Limits<'account'>;
  origins: readonly string[];
  trustedProxies: number;
  pseudonym: Pseudonym;
  findSession: FindSession;
  /** What changes responses whose headers are set. */
  before: readonly MiddlewareHandler[];
  /** Paths whose requests prove themselves by a signature: they may come from other sites. */
  signedPaths?: readonly string[];
}

/** Returns an app for the API routes, without any route yet. */
export function createApi(parts: ApiParts): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>({ getPath: plainApiPath });
  api.use(
    identify(parts),
    setHeaders(parts),
    ...parts.before,
    refuseNul(),
    refuseOtherSites(parts),
  );
  api.onError(respondToError);
  api.notFound((c) => respondToUnknown(api, c));
  return api;
}

/** A slash too many is ignored: a provider that was given such an address for its webhooks would lose them. */
const plainApiPath = (request: Request) =>
  getPath(request)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');

/** What Hono names as the pattern of a path without a route: that of `identify` itself. */
const NO_ROUTE = '/*';

/** Lines within a minute: journald drops what is more, and would drop lines about money with it. */
const MOST_LINES = 12_000;
/** Of these, lines that anybody can cause for nothing. */
const MOST_LINES_OF_STRANGERS = 300;

/** Returns a function that returns true `most` times within each minute, then false. */
function countPerMinute(most: number): () => boolean {
  let [minute, count] = [0, 0];
  return () => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, count] = [now, 0];
    count += 1;
    return count <= most;
  };
}

/**
 * Gives the request its id, its caller's address and its log. Logs one line when it is done: who did what
 * from where, and with which result. Addresses are logged as pseudonyms. In a flood a request has neither line nor id, and
 * is counted like a page (web/front.ts).
 */
function identify({
  log,
  limits,
  findSession,
  trustedProxies,
  pseudonym,
}: ApiParts): MiddlewareHandler<ServerEnv> {
  const mayLog = countPerMinute(MOST_LINES);
  const mayLogStranger = countPerMinute(MOST_LINES_OF_STRANGERS);
  return async (c, next) => {
    const began = performance.now();
    const requestId = randomUUID();
    const remote = c.env?.incoming?.socket.remoteAddress;
    const address = clientAddress(remote, c.req.header('x-forwarded-for'), trustedProxies);
    c.set('findSession', findSession);
    c.set('clientAddress', address);
    c.set('requestId', requestId);
    c.set('pseudonym', pseudonym);
    c.set('limits', limits);
    c.set('log', log.child({ requestId }));
    c.set('warnOfStranger', (message) => mayLogStranger() && c.get('log').warn(message));
    await requestAddress.run(address, next);
    const isNothing = routePath(c, -1) === NO_ROUTE || c.res.status === 429;
    if ((isNothing && !mayLogStranger()) || !mayLog()) return;
    c.header('X-Request-Id', requestId);
    // The route's pattern, never the path: a path may name a person.
    const line = {
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      refusal: c.get('refusal'),
      from: pseudonym(address),
      actor: c.get('actor'),
      account: c.get('account'),
      ms: Math.round(performance.now() - began),
    };
    c.get('log').info(line, 'request');
  };
}

function setHeaders({ origins }: ApiParts): MiddlewareHandler<ServerEnv> {
  const headers = Object.entries(apiHeaders(origins[0]?.startsWith('https:') ?? false));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) {
      // A picture has a policy and a lifetime of its own.
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}

/** PostgreSQL cannot store a NUL and fails at one. No address of the shop has one. */
function refuseNul(): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.url.includes('%00')) {
      throw new ProblemError(400, 'The address holds a character that no address of the shop has.');
    }
    await next();
  };
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers send the origin of a write. Programs, such as the payment provider, send none. */
function refuseOtherSites({ origins, signedPaths = [] }: ApiParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site') ?? 'none';
    const isOwn =
      origin === undefined ? /^(same-origin|none)$/.test(site) : origins.includes(origin);
    if (!reading.has(c.req.method) && !isOwn && !signedPaths.includes(c.req.path)) {
      throw new ProblemError(403, 'This can only be done from the shop itself.', {
        code: 'INVALID_ORIGIN',
      });
    }
    await next();
  };
}

function respondToError(error: Error, c: Context<ServerEnv>): Response {
  if (error instanceof HTTPException) return problem(error.status, error.message);
  const { status, detail, extra, headers } = toProblem(error, c);
  if (extra.code !== undefined) c.set('refusal', extra.code);
  return problem(status, detail, extra, headers);
}

/** Returns what a caller reads of an error, which is logged unless it is a problem itself. */
export function toProblem(error: Error, c: Context<ServerEnv>): ProblemError {
  if (error instanceof ProblemError) return error;
  const isAway = isDatabaseUnavailable(error);
  c.get('log').error({ err: error }, isAway ? 'the database cannot serve' : 'a call failed');
  if (isAway) return unavailable();
  return new ProblemError(500, 'Something went wrong on our side. Please try again.');
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns 405 if the path exists for another method, 404 if it does not exist. */
function respondToUnknown(api: Hono<ServerEnv>, c: Context<ServerEnv>): Response {
  const allowed = methods.filter((method) =>
    api.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  );
  if (allowed.length === 0) return problem(404, 'There is nothing at this address.');
  const Allow = allowed
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    .join(', ');
  return problem(405, `This address answers ${Allow} only.`, {}, { Allow });
}

// Who is signed in, from the session cookie alone: nothing in a path or a payload is trusted. Each throws a 503 problem if
// the database is unavailable.

/** Resolves to the current session, undefined when signed out. */
export async function currentSession(c: Context<ServerEnv>): Promise<CurrentSession | undefined> {
  const session = await c.get('findSession')(c);
  if (session) c.set('actor', session.user.id);
  return session;
}

/** Resolves to the account of `requireSession`, which throws the same. */
export async function requireUser(c: Context<ServerEnv>): Promise<CurrentUser> {
  return (await requireSession(c)).user;
}

/** Resolves to the current session. Throws a 401 problem when signed out, a 429 problem for an account's flood. */
export async function requireSession(c: Context<ServerEnv>): Promise<CurrentSession> {
  const session = await currentSession(c);
  if (!session) throw signedOut();
  await c.get('limits').account.consume({ account: session.user.id });
  return session;
}

/** Returns the 401 problem for requests that need a session. */
export function signedOut(): ProblemError {
  return new ProblemError(401, 'Please log in to continue.', { code: 'SIGNED_OUT' });
}

/** Adds the pseudonym of the e-mail to the log line of this request. */
export function noteAccount(c: Context<ServerEnv>, email: string): void {
  c.set('account', c.get('pseudonym')(email.toLowerCase()));
}

const HEALTH_LIMIT_MS = 1_000;

/**
 * Returns the two health routes. /healthz: the process runs. /readyz: the shop can accept an order, that is, its database
 * and its folder take writes, payments can be made, and it is not about to stop.
 */
export function healthRoutes(parts: {
  db: Database;
  canPay: () => Promise<boolean>;
  /** Of DATA_DIR. */
  canStore?: () => Promise<boolean>;
  isDraining?: () => boolean;
}): Hono<ServerEnv> {
  const { db, canPay, canStore = () => Promise.resolve(true), isDraining } = parts;
  const routes = new Hono<ServerEnv>();
  routes.get('/healthz', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    if (isDraining?.()) return problem(503, 'Not ready: the shop is stopping.');
    const [database, payments] = await Promise.all([
      // A write that changes nothing: a database that only reads can accept no order.
      inTime(
        sql`update shop_order set send_by = null where false`.execute(db).then(() => canStore()),
      ),
      inTime(canPay()),
    ]);
    if (database && payments) return c.json({ status: 'ok' });
    const missing = [!database && 'the database', !payments && 'payments'].filter(Boolean);
    const detail = `Not ready: ${missing.join(' and ')} cannot serve.`;
    return problem(503, detail, { database, payments }, { 'Retry-After': '5' });
  });
  return routes;
}

async function inTime(check: Promise<boolean>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, HEALTH_LIMIT_MS, false);
  try {
    return await Promise.race([check, tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

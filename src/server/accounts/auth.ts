// The wall around better-auth: e-mail and password on the shop's own database, and sessions in a cookie that scripts
// cannot read, under hashes. It receives and returns no more than the shop's routes let through.
import { createHash } from 'node:crypto';
import { betterAuth } from 'better-auth';
import type { BetterAuthPlugin } from 'better-auth';
import type { DBAdapter, Where } from 'better-auth/adapters';
import Bowser from 'bowser';
import type { Context } from 'hono';
import * as v from 'valibot';
import { brand } from '../../shop/brand.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../shop/forms/sign-up.ts';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { ProblemError, unavailable } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { hashPassword, verifyPassword } from './password.ts';

const DAY = 86_400;

/** From the last visit, in seconds. */
export const SESSION_LIFE = 30 * DAY;

/** Counted from the sign-in. */
const LONGEST_SESSION_MS = 90 * DAY * 1000;

interface AuthSettings {
  db: Database;
  kind: DatabaseKind;
  log: Logger;
  /** Every origin that the shop's pages may have; the first is the public one. */
  origins: readonly string[];
  /** SESSION_SECRET, or from `sessionSecret`. */
  secret: string;
}

export type Auth = ReturnType<typeof createAuth>;

type AuthContext = Awaited<Auth['$context']>;

/** What accounts use of the shop's better-auth and of the desk's: cookies, key, the hash of passwords, and reading an account. */
export interface AuthCore {
  $context: Promise<
    Pick<AuthContext, 'authCookies' | 'secret' | 'internalAdapter'> & {
      password: Pick<AuthContext['password'], 'hash' | 'verify'>;
    }
  >;
}

/** What requests to better-auth need. */
export interface AuthParts {
  auth: Auth;
  origins: readonly string[];
}

/** Creates better-auth over a migrated database. */
export function createAuth({ db, kind, log, origins, secret }: AuthSettings) {
  const origin = origins[0] ?? '';
  const secure = origin.startsWith('https:');
  return betterAuth({
    appName: brand.name,
    baseURL: origin,
    secret,
    database: { db, type: kind },
    trustedOrigins: [...origins],
    // A new account goes to the login screen: see the specification, section 2.
    emailAndPassword: { ...passwordOptions, autoSignIn: false },
    session: { expiresIn: SESSION_LIFE, updateAge: DAY },
    plugins: [sessionStore],
    ...commonOptions(log, { secure, prefix: 'maalai', sameSite: 'lax' }),
  });
}

export const passwordOptions = {
  enabled: true,
  minPasswordLength: SHORTEST_PASSWORD,
  maxPasswordLength: LONGEST_PASSWORD,
  password: { hash: hashPassword, verify: verifyPassword },
} as const;

/** Returns what the better-auth of the shop and that of the desk have in common. */
export function commonOptions(
  log: Logger,
  { secure, prefix, sameSite }: { secure: boolean; prefix: string; sameSite: 'lax' | 'strict' },
) {
  return {
    // Our own limits count by account and by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Otherwise an unavailable database would look like a refusal.
    onAPIError: { throw: true },
    logger: logInto(log),
    advanced: {
      // A session and its account are one query.
      database: { joins: true },
      ipAddress: { disableIpTracking: true },
      // `useSecureCookies` would add the prefix __Secure-; __Host- also ties the cookie to this host.
      useSecureCookies: false,
      cookiePrefix: secure ? `__Host-${prefix}` : prefix,
      defaultCookieAttributes: { httpOnly: true, sameSite, path: '/', secure },
    },
  };
}

/** Returns better-auth's logger: of the further arguments only the error, because the others contain account data. */
function logInto(log: Logger) {
  return {
    level: 'error' as const,
    log: (_level: string, message: string, ...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      log.warn({ provider: 'better-auth', ...(err && { err }) }, message);
    },
  };
}

/**
 * Stores sessions under a hash of the cookie's token, so that a copy of the database signs nobody in, and ends them after
 * ninety days however often they are extended. A better-auth plugin: `init` may replace the database adapter.
 */
export const sessionStore = {
  id: 'session-store',
  init: ({ adapter }) => ({ context: { adapter: withSessionRules(adapter) } }),
} satisfies BetterAuthPlugin;

function withSessionRules(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...sessionRules(adapter),
    transaction: (work) => adapter.transaction((trx) => work({ ...trx, ...sessionRules(trx) })),
  };
}

interface SessionRow {
  createdAt: Date;
  expiresAt: Date;
}

type Queries = Pick<
  DBAdapter,
  'create' | 'findOne' | 'findMany' | 'update' | 'delete' | 'deleteMany' | 'updateMany'
>;

/** Returns better-auth's queries with hashes in place of tokens: it uses tokens, the database has their hashes. */
function sessionRules(adapter: Queries): Queries {
  return {
    async create<T extends Record<string, unknown>, R = T>(
      query: Parameters<typeof adapter.create<T, R>>[0],
    ): Promise<R> {
      const { token }: { token?: unknown } = query.data;
      if (query.model !== 'session' || typeof token !== 'string') return adapter.create(query);
      const data = { ...query.data, token: hashToken(token) };
      return { ...(await adapter.create<T, R>({ ...query, data })), token };
    },
    async findOne(query) {
      return withToken(query, await adapter.findOne(hashed(query)));
    },
    findMany: (query) => adapter.findMany(hashed(query)),
    async update<T>(query: { model: string; where: Where[]; update: Record<string, unknown> }) {
      const { expiresAt } = query.update;
      if (query.model !== 'session' || !(expiresAt instanceof Date)) {
        return withToken(query, await adapter.update<T>(hashed(query)));
      }
      const session = await adapter.findOne<T & SessionRow>(hashed(query));
      if (!session) return null;
      const end = new Date(session.createdAt.getTime() + LONGEST_SESSION_MS);
      if (session.expiresAt >= end) return withToken(query, session);
      const update = { ...query.update, expiresAt: expiresAt < end ? expiresAt : end };
      return withToken(query, await adapter.update<T>(hashed({ ...query, update })));
    },
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
  };
}

/** Returns the query with hashes in place of tokens. */
function hashed<Q extends { model: string; where?: Where[] | undefined }>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query;
  return { ...query, where: query.where.map(hashedCondition) };
}

function hashedCondition(condition: Where): Where {
  const { field, value } = condition;
  if (field !== 'token') return condition;
  const tokens = Array.isArray(value) ? value : [value];
  const hashes = tokens.map((token) => hashToken(String(token)));
  return { ...condition, value: Array.isArray(value) ? hashes : hashes[0]! };
}

/** Returns the row with the token that the query searched for: better-auth reads it from there. */
function withToken<T>(query: { model: string; where: Where[] }, row: T | null): T | null {
  if (query.model !== 'session' || row === null) return row;
  const condition = query.where.find(({ field }) => field === 'token');
  return condition ? { ...row, token: condition.value } : row;
}

/** Returns the hash that the database stores. A token has 190 random bits, so the hash need not be slow. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Posts `payload` to `path` of better-auth, which receives the cookies and the device's name, nothing else of the request.
 * Returns its response without the tokens of sessions: only the cookie carries them. Throws its errors as problems with
 * its `code` and `message`, and a 503 problem when the database is unavailable.
 */
export async function requestAuth(
  c: Context<ServerEnv>,
  parts: AuthParts,
  path: string,
  payload: object,
): Promise<Response> {
  const headers = headersFor(c, parts);
  headers.set('content-type', 'application/json');
  const url = headers.get('origin') + path;
  const body = JSON.stringify(payload);
  return passOn(await parts.auth.handler(new Request(url, { method: 'POST', headers, body })));
}

/**
 * Returns better-auth's response on the session of the request's cookie, as `requestAuth` does. Calls the function behind
 * the path: `handler` would build a router for each of these many calls.
 */
export async function requestSession(c: Context<ServerEnv>, parts: AuthParts): Promise<Response> {
  const headers = headersFor(c, parts);
  return passOn(await parts.auth.api.getSession({ headers, asResponse: true }));
}

function headersFor(c: Context<ServerEnv>, { origins }: AuthParts): Headers {
  return new Headers({
    origin: origins[0] ?? '',
    cookie: c.req.header('cookie') ?? '',
    'user-agent': deviceName(c.req.header('user-agent')),
  });
}

async function passOn(response: Response): Promise<Response> {
  if (!response.ok) throw await toProblem(response);
  const text = await response.text();
  return new Response(JSON.stringify(JSON.parse(text, hideToken)), response);
}

function hideToken(name: string, value: unknown): unknown {
  return name === 'token' ? null : value;
}

async function toProblem(response: Response): Promise<ProblemError> {
  // better-auth hides its cause, which can only be the database.
  if (response.status >= 500) return unavailable();
  const Refusal = v.object({ code: v.optional(v.string()), message: v.optional(v.string()) });
  const parsed = v.safeParse(Refusal, await response.json().catch(() => undefined));
  const { code, message } = parsed.success ? parsed.output : {};
  const detail = message ?? 'The account service could not do this. Please try again.';
  return new ProblemError(response.status, detail, {
    ...(code !== undefined && { code }),
    message: detail,
  });
}

/** In characters. Longer than the headers of browsers; bounds the cost of parsing. */
const LONGEST_USER_AGENT = 512;

const UNKNOWN = 'Unknown device';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * Returns 'Chrome on Android' for a User-Agent header; 'Unknown device' if it is not that of a browser. Nothing else of
 * the header is stored.
 */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  // For an unknown browser, Bowser returns text of the header: only names that it defines are used.
  if (!browser.name || !system || !browsers.has(browser.name)) return UNKNOWN;
  return `${browser.name.replace(' for Android', '')} on ${system}`;
}

// The API of the shop on a test's database, composed as the shop composes it, and clients that keep their cookies.
import type { Hono } from 'hono';
import { createAuth } from '../../../src/server/accounts/auth.ts';
import type { ServerEnv } from '../../../src/server/platform/http/api.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import { ProblemError } from '../../../src/server/platform/http/problem.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { createPseudonym } from '../../../src/server/platform/secrets.ts';
import { createPictureStore } from '../../../src/server/reviews/pictures/picture-store.ts';
import { visitorKey } from '../../../src/server/reviews/votes.ts';
import { createApp } from '../../../src/server/start-shop.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import { liveProvider } from '../payments/live-provider.ts';
import { SESSION_SECRET } from './insert-session.ts';

export type AppParts = Parameters<typeof createApp>[0];
/** What a test gives of it: at least the database. */
export type GivenParts = Pick<AppParts, 'db' | 'kind'> & Partial<AppParts>;

export const ORIGIN = 'http://localhost:3000';

const away = () => Promise.reject(new ProblemError(502, 'There is no provider.'));

/** Returns the app and its parts. Those that are not given do nothing, but for accounts and limits, which are the shop's. */
export function openApp(given: GivenParts): { app: Hono<ServerEnv>; parts: AppParts } {
  const { log = createLog('silent'), origins = [ORIGIN] } = given;
  const parts: AppParts = {
    clock: () => new Date(),
    log,
    auth: createAuth({ ...given, log, origins, secret: SESSION_SECRET }),
    limits: createLimits(limitRules),
    payment: liveProvider,
    provider: new Proxy({} as never, { get: () => away }),
    canPay: async () => true,
    mailer: { kick: () => undefined },
    ratings: { kick: () => undefined },
    pictures: createPictureStore({ db: given.db, directory: '/nowhere' }),
    visitorKey: visitorKey(SESSION_SECRET),
    pseudonym: createPseudonym(SESSION_SECRET),
    origins,
    trustedProxies: 0,
    ...given,
  };
  return { app: createApp(parts), parts };
}

/** Creates a client that keeps its cookies, as a browser does, and sends these headers with each request. */
export function createClient(app: Hono<ServerEnv>, sent: Record<string, string>) {
  const cookies = new Map<string, string>();
  const cookieHeader = () => Array.from(cookies, (pair) => pair.join('=')).join('; ');

  async function fetch(method: string, path: string, body?: BodyInit, headers: object = {}) {
    const response = await app.request(path, {
      method,
      headers: { cookie: cookieHeader(), ...sent, ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  /** Requests JSON. */
  async function request(...sending: Parameters<typeof fetch>) {
    const response = await fetch(...sending);
    const text = await response.text();
    const { status, headers } = response;
    // Tests read members without checks: the body is what they assert.
    // oxlint-disable-next-line typescript/no-explicit-any
    const body: any = text === '' ? undefined : JSON.parse(text);
    return { status, headers, body };
  }

  /** Requests JSON with a payload. */
  const send = (method: string, path: string, payload?: unknown, headers: object = {}) =>
    request(method, path, typeof payload === 'string' ? payload : JSON.stringify(payload), {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });

  return { cookies, cookieHeader, fetch, request, send };
}

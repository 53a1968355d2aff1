// The account routes on a test's database, composed as in the app, and a client that keeps cookies.
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../../../src/server/platform/database/open.ts';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { createApi } from '../../../src/server/platform/http/api.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import type { LimitName } from '../../../src/server/web/limit-rules.ts';
import { createFindSession, signedInCookie } from '../../../src/server/accounts/session.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import type { LimitRules } from '../../../src/server/platform/http/limits.ts';
import { createPseudonym } from '../../../src/server/platform/secrets.ts';
import type { ServerEnv } from '../../../src/server/platform/http/api.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { authRoutes } from '../../../src/server/accounts/sign-in.ts';
import { createAuth } from '../../../src/server/accounts/auth.ts';
import type { Auth } from '../../../src/server/accounts/auth.ts';
import { passwordRoutes } from '../../../src/server/accounts/set-password.ts';
import { confirmationRoutes } from '../../../src/server/accounts/confirm-email.ts';
import { accountPageRoutes } from '../../../src/server/accounts/account-page.ts';
import { signUpRoutes } from '../../../src/server/accounts/sign-up.ts';
import { orderRoutes } from '../../../src/server/orders/routes.ts';
import { createPictureStore } from '../../../src/server/reviews/pictures/picture-store.ts';
import { requireUser } from '../../../src/server/platform/http/api.ts';
import { privacyRoutes } from '../../../src/server/privacy/delete-account.ts';
import { SESSION_SECRET } from './insert-session.ts';
import { quickHash } from './quick-hash.ts';

export interface AccountSite {
  app: Hono<ServerEnv>;
  auth: Auth;
  /** Every line of the log so far. */
  log: string[];
  /** Returns how often the mail worker was started. */
  kicks(): number;
  /** The operations on passwords so far. Each is one run of scrypt. */
  passwordWork: ('hash' | 'verify')[];
}

/**
 * Opens the site at `origin`. Its additional route `GET /me` returns the current user.
 * @param strongHashes whether to hash passwords at the shop's full cost, a third of a second each
 */
export async function openAccountSite(
  { db, kind }: { db: Kysely<Schema>; kind: DatabaseKind },
  {
    origin = 'http://localhost:3000',
    rules = {} as Partial<LimitRules<LimitName>>,
    clock = () => new Date('2026-03-08T09:00:00.000Z'),
    strongHashes = false,
    pictures = createPictureStore('/nowhere'),
    ratings = { kick: (): unknown => undefined },
  } = {},
): Promise<AccountSite> {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const origins = [origin];
  const auth = createAuth({ db, kind, log, origins, secret: SESSION_SECRET });
  const passwordWork = await countPasswordWork(auth, strongHashes);
  const limits = createLimits({ ...limitRules, ...rules });
  let kicks = 0;
  const mailer = { kick: () => (kicks += 1) };
  const pseudonym = createPseudonym(SESSION_SECRET);
  const app = createApi({
    log,
    limits,
    origins,
    trustedProxies: 0,
    pseudonym,
    findSession: createFindSession(auth),
    before: [signedInCookie],
  });
  app.route('/', authRoutes({ auth, db, limits, origins }));
  app.route('/', confirmationRoutes({ db, clock, limits, mailer }));
  app.route('/', accountPageRoutes({ auth, db, clock, limits, origins }));
  app.route('/', passwordRoutes({ auth, db, clock, limits, mailer }));
  app.route('/', signUpRoutes({ auth, db, clock, limits, mailer }));
  app.route('/', orderRoutes({ db }));
  app.route('/', privacyRoutes({ auth, db, clock, limits, mailer, origins, pictures, ratings }));
  app.get('/me', async (c) => c.json(await requireUser(c)));
  return { app, auth, log: lines, kicks: () => kicks, passwordWork };
}

async function countPasswordWork(auth: Auth, strongHashes: boolean) {
  const work: AccountSite['passwordWork'] = [];
  const { password } = await auth.$context;
  const hash = strongHashes ? password.hash : quickHash;
  const { verify } = password;
  password.hash = (text) => {
    work.push('hash');
    return hash(text);
  };
  password.verify = (input) => {
    work.push('verify');
    return verify(input);
  };
  return work;
}

export interface Reply {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test states what it expects
  body: any;
}

/** Creates a client that sends JSON from the site's origin and keeps its cookies, as a browser does. */
export function createVisitor(app: Hono<ServerEnv>, userAgent?: string) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(method: 'GET' | 'POST', path: string, payload?: unknown): Promise<Reply> {
      const headers = new Headers({
        cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      });
      const body = payload === undefined ? null : JSON.stringify(payload);
      const response = await app.request(path, { method, headers, body });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      };
    },
  };
}

export const asha = { name: 'Asha', email: 'asha@example.com', password: 'mango-lassi-42' };

export const ashasProfile = {
  ...asha,
  phoneNumber: '9876543210',
  pincode: '600004',
  dob: '1995-03-08',
  state: 'Tamil Nadu',
  address: '14, North Mada Street\nMylapore',
  confirmPassword: asha.password,
};

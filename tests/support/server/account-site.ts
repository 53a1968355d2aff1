// The shop's API with accounts, and clients that sign up and in.
import type { Hono } from 'hono';
import { expect, onTestFinished } from 'vitest';
import type { Auth } from '../../../src/server/accounts/auth.ts';
import type { Email } from '../../../src/server/mail/outbox.ts';
import type { OpenDatabase } from '../../../src/server/platform/database/open.ts';
import { requireUser } from '../../../src/server/platform/http/api.ts';
import type { ServerEnv } from '../../../src/server/platform/http/api.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import type { LimitRules } from '../../../src/server/platform/http/limits.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import type { LimitName } from '../../../src/server/web/limit-rules.ts';
import { insertAccount } from './insert-session.ts';
import { createClient, openApp, ORIGIN } from './open-app.ts';
import type { AppParts } from './open-app.ts';

export const asha = { name: 'Asha', email: 'asha@example.com', password: 'mango-lassi-42' };
export const bala = { ...asha, name: 'Bala', email: 'bala@example.com' };
/** A strong password that is nobody's yet. */
export const another = 'papaya-lassi-42';

export const ashasProfile = {
  ...asha,
  phoneNumber: '9876543210',
  pincode: '600004',
  dob: '1995-03-08',
  state: 'Tamil Nadu',
  address: '14, North Mada Street\nMylapore',
  confirmPassword: asha.password,
};

/** The time of the site, unless a test waits. */
const START = Date.parse('2026-03-08T09:00:00.000Z');

/**
 * Opens the site at `origin`. Its additional route `GET /me` returns the current user. When the test ends, no line of its
 * log may contain an address, a name, a password or the token of a link.
 * @param accounts those that exist already
 * @param more replaces parts of the app
 */
export async function openAccountSite(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  {
    origin = ORIGIN,
    rules = {} as Partial<LimitRules<LimitName>>,
    accounts = [] as readonly { name: string; email: string; password: string }[],
    more = {} as Partial<AppParts>,
  } = {},
) {
  let now = START;
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const tokens = new Set<string>();
  onTestFinished(() => {
    const written = lines.join('');
    expect(written).not.toMatch(/example\.com|lassi|Asha|cookie/i);
    for (const token of tokens) expect(written).not.toContain(token);
  });
  let kicks = 0;
  const { app, parts } = openApp({
    db,
    kind,
    clock: () => new Date(now),
    log,
    origins: [origin],
    limits: createLimits({ ...limitRules, ...rules }),
    mailer: { kick: () => (kicks += 1) },
    ...more,
  });
  const { auth } = parts;
  const { work: passwordWork, meanwhile } = await countPasswordWork(auth);
  const ids: string[] = [];
  for (const account of accounts) ids.push(await insertAccount(auth, account));
  app.get('/me', async (c) => c.json(await requireUser(c)));
  return {
    app,
    auth,
    db,
    kind,
    /** The ids of the accounts that existed already. */
    ids,
    /** Every line of the log so far. */
    log: lines,
    /** Returns how often the mail worker was started. */
    kicks: () => kicks,
    /** The operations on passwords so far. Each is one run of scrypt. */
    passwordWork,
    /** Does `work` once, as soon as a password has been found right and before anything is done with that. */
    meanwhile,
    wait: (milliseconds: number) => void (now += milliseconds),
    visitor: createVisitor(app),
    newVisitor: () => createVisitor(app),
    /** Resolves to a client that has signed in. */
    async signedIn(account = asha, userAgent?: string): Promise<Visitor> {
      const visitor = createVisitor(app, userAgent);
      expect(await visitor.signIn(account)).toMatchObject({ status: 200 });
      return visitor;
    },
    /** Resolves to the links of the e-mails, as the database has them. */
    storedLinks: () => db.selectFrom('verification').selectAll().execute(),
    /** Resolves to the e-mails of a kind in the outbox. */
    async emails<Kind extends Email['kind']>(about: Kind) {
      const mails = db.selectFrom('mail').selectAll().where('kind', '=', about);
      const rows = await mails.orderBy('created_at').execute();
      return rows.map((row) => {
        const facts = JSON.parse(row.payload) as Extract<Email, { kind: Kind }>['facts'];
        if ('token' in facts) tokens.add(facts.token);
        return { ...row, facts };
      });
    },
  };
}

async function countPasswordWork(auth: Auth) {
  const work: ('hash' | 'verify')[] = [];
  const { password } = await auth.$context;
  const { hash, verify } = password;
  let waiting: (() => Promise<unknown>) | undefined;
  password.hash = (text) => {
    work.push('hash');
    return hash(text);
  };
  password.verify = async (input) => {
    work.push('verify');
    const isRight = await verify(input);
    const first = waiting;
    waiting = undefined;
    await first?.();
    return isRight;
  };
  return { work, meanwhile: (next: () => Promise<unknown>) => void (waiting = next) };
}

export type Visitor = ReturnType<typeof createVisitor>;

/** Creates a client that sends JSON from the site's own pages. */
function createVisitor(app: Hono<ServerEnv>, userAgent?: string) {
  const { cookies, send } = createClient(app, {
    'sec-fetch-site': 'same-origin',
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  });
  const post = (path: string, payload: unknown = {}) => send('POST', path, payload);
  return {
    cookies,
    get: (path: string) => send('GET', path),
    post,
    signUp: (account: object) => post('/api/auth/sign-up/email', account),
    register: (profile: object) => post('/api/users/register', profile),
    signIn: (account: object) => post('/api/auth/sign-in/email', account),
    /** Resolves to the status of a route for signed-in accounts. */
    me: async () => (await send('GET', '/me')).status,
    /** Returns a client with the same cookies, as a thief of them has it. */
    copy() {
      const other = createVisitor(app);
      for (const [name, value] of cookies) other.cookies.set(name, value);
      return other;
    },
  };
}

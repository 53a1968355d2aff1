// Who may enter the desk: a second better-auth with tables, cookie and key of its own, and its plugin for the second
// factor. None of its routes is reachable: the desk's forms call its functions. What the plugin leaves open is guarded in
// second-factor.ts.
import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { getSignedCookie } from 'hono/cookie';
import {
  commonOptions,
  deviceName,
  passwordOptions,
  sessionStore,
} from '../../server/accounts/auth.ts';
import type { DatabaseKind } from '../../server/platform/database/open.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { Logger } from '../../server/platform/log.ts';
import { deriveKey } from '../../server/platform/secrets.ts';
import type { Desk } from '../page.tsx';
import { issuer } from './people.ts';

/** From the sign-in, in seconds. A session is not extended. */
const SESSION_LIFE = 12 * 3600;
/** From the password to the code, in seconds. */
const CODE_LIFE = 10 * 60;

export type DeskAuth = ReturnType<typeof createDeskAuth>;

interface DeskAuthParts {
  db: Database;
  kind: DatabaseKind;
  log: Logger;
  /** The desk's own address. */
  origin: string;
  /** That of the shop: the desk's key is derived from it. */
  secret: string;
}

/** Creates better-auth for the desk over a migrated database. */
export function createDeskAuth({ db, kind, log, origin, secret }: DeskAuthParts) {
  const secure = origin.startsWith('https:');
  return betterAuth({
    appName: issuer,
    baseURL: origin,
    secret: deriveKey(secret, 'maalai.desk').export().toString('base64url'),
    database: { db, type: kind },
    trustedOrigins: [origin],
    user: { modelName: 'desk_user' },
    account: { modelName: 'desk_account' },
    verification: { modelName: 'desk_verification' },
    session: {
      modelName: 'desk_session',
      expiresIn: SESSION_LIFE,
      disableSessionRefresh: true,
    },
    emailAndPassword: { ...passwordOptions, disableSignUp: true },
    plugins: [
      sessionStore,
      twoFactor({
        issuer,
        twoFactorCookieMaxAge: CODE_LIFE,
        schema: { twoFactor: { modelName: 'desk_two_factor' } },
      }),
    ],
    ...commonOptions(log, { secure, prefix: 'maalai-desk', sameSite: 'strict' }),
  });
}

/** What better-auth needs of a request. */
export function authHeaders(c: Desk, origin: string): Headers {
  return new Headers({
    origin,
    cookie: c.req.header('cookie') ?? '',
    'user-agent': deviceName(c.req.header('user-agent')),
  });
}

/** Adds the cookies of better-auth's response to the desk's. */
export function passCookies(c: Desk, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}

/** Resolves to the id of the person who has given the right password and owes the code; undefined if it is nobody. */
export async function findChallenged(c: Desk, auth: DeskAuth): Promise<string | undefined> {
  const { createAuthCookie, secret, internalAdapter } = await auth.$context;
  const { name } = createAuthCookie('two_factor');
  const identifier = await getSignedCookie(c, secret, name);
  if (!identifier) return undefined;
  const challenge = await internalAdapter.findVerificationValue(identifier);
  return challenge && challenge.expiresAt > new Date() ? challenge.value : undefined;
}

// Configures better-auth on the shop's own database: e-mail and password, sessions in a cookie that scripts cannot
// read. `auth-routes.ts` decides which of its routes exist.
import { betterAuth } from 'better-auth';
import type { Kysely } from 'kysely';
import { brand } from '../../shop/brand.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../shop/forms/new-password.ts';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { Schema } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { sessionStore } from './session-store.ts';

export interface AuthParts {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  log: Logger;
  /** Every origin that the shop's pages may have; the first is the public one. */
  origins: readonly string[];
  /** SESSION_SECRET, or from `sessionSecret`. */
  secret: string;
}

const DAY = 86_400;

export type Auth = ReturnType<typeof createAuth>;

declare module 'hono' {
  interface ContextVariableMap {
    /** In the context of every API route; see `session.ts`. */
    auth: Auth;
  }
}

/** Creates better-auth over a migrated database. */
export function createAuth({ db, kind, log, origins, secret }: AuthParts) {
  const origin = origins[0] ?? '';
  const secure = origin.startsWith('https:');
  return betterAuth({
    appName: brand.name,
    baseURL: origin,
    secret,
    database: { db, type: kind },
    trustedOrigins: [...origins],
    emailAndPassword: {
      enabled: true,
      // A new account goes to the login screen: see the specification, section 2.
      autoSignIn: false,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    plugins: [sessionStore],
    // The shop's own limits count by account and by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Otherwise an unavailable database would look like a refusal.
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      // Logs only the error of the further arguments: the others contain account data.
      log: (_level, message, ...details: unknown[]) => {
        const err = details.find((detail) => detail instanceof Error);
        log.warn({ provider: 'better-auth', ...(err && { err }) }, message);
      },
    },
    advanced: {
      ipAddress: { disableIpTracking: true },
      // `useSecureCookies` would add the prefix __Secure-; __Host- also ties the cookie to this host.
      useSecureCookies: false,
      cookiePrefix: secure ? '__Host-maalai' : 'maalai',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
    },
  });
}

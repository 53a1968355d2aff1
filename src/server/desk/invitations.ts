// Links that open the desk to a person: for the first time, or again after a lost phone. Each works once. The database has
// only their hashes. Knows nothing of better-auth, so that the command and the start of a demo load little.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { brand } from '../../shop/brand.ts';
import type { Database } from '../platform/database/schema.ts';

const DAY_MS = 86_400_000;

/** The address of a demo's owner, whose link opens the desk without a password: nobody can invite it. */
export const DEMO_OWNER = 'demo';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Stores a link for a person, who has no other that works from now on. Resolves to its path on the desk. */
export async function invite(db: Database, now: Date, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    token_hash: hash(token),
    expires_at: new Date(now.getTime() + DAY_MS).toISOString(),
  };
  await db
    .insertInto('desk_invitation')
    .values({ ...row, email })
    .onConflict((same) => same.column('email').doUpdateSet(row))
    .execute();
  return `/${email === DEMO_OWNER ? 'first' : 'invite'}/${token}`;
}

export interface Invitation {
  email: string;
  /** ISO-8601. */
  expiresAt: string;
}

/** Resolves to the invitation of a link; undefined if it was used, has expired or never was. */
export async function findInvitation(
  db: Database,
  now: Date,
  token: string,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('desk_invitation')
    .select(['email', 'expires_at'])
    .where('token_hash', '=', hash(token.slice(0, 200)))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { email: row.email, expiresAt: row.expires_at };
}

/** Ends a link. Resolves to false if it had ended before: of two uses at once, only one is the first. */
export async function endInvitation(db: Database, token: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('desk_invitation')
    .where('token_hash', '=', hash(token.slice(0, 200)))
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

/** Resolves to whether somebody has finished an invitation. */
export async function hasPeople(db: Database): Promise<boolean> {
  const person = await db
    .selectFrom('desk_user')
    .select('id')
    .where('twoFactorEnabled', '=', sql<boolean>`true`)
    .limit(1)
    .executeTakeFirst();
  return person !== undefined;
}

/** What authenticator apps call the desk. */
export const issuer = `${brand.name} desk`;

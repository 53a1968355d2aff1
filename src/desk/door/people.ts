// Who may open the desk, and the links that open it to a person: for the first time, or again after a lost phone. Each link
// works once; the database has only its hash. Knows nothing of better-auth, so that the command and a demo's start load little.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '../../server/platform/database/schema.ts';
import { brand } from '../../shop/brand.ts';

const DAY_MS = 86_400_000;

/** The address of a demo's owner, whose link opens the desk without a password: nobody can invite it. */
export const DEMO_OWNER = 'demo';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Invites a person who may have been at the desk before: what they signed in with ends at once. Resolves to the path of the
 * link.
 */
export async function inviteAgain(
  trx: Transaction<Schema>,
  now: Date,
  email: string,
): Promise<string> {
  await endFactors(trx, email);
  return invite(trx, now, email);
}

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

interface Invitation {
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

export interface Person {
  id: string;
  email: string;
  /** When a session of theirs began or a code was given last, in ISO 8601; undefined if neither is known. */
  lastUse: string | undefined;
}

/** How long a code of an authenticator app is the same: better-auth's own. */
export const STEP_SECONDS = 30;

/** Resolves to the people of the desk, by e-mail. */
export async function listPeople(db: Database): Promise<Person[]> {
  const rows = await db
    .selectFrom('desk_user')
    .leftJoin('desk_two_factor', 'desk_two_factor.userId', 'desk_user.id')
    .leftJoin('desk_session', 'desk_session.userId', 'desk_user.id')
    .select(['desk_user.id', 'email', 'last_step'])
    .select(({ fn }) => [
      fn.max('desk_session.createdAt').as('begun'),
      fn.max('desk_session.proven_at').as('proven'),
    ])
    .groupBy(['desk_user.id', 'email', 'last_step'])
    .orderBy('email')
    .execute();
  return rows.map(({ id, email, last_step, begun, proven }) => {
    // PostgreSQL's driver returns a Date for the first.
    const times = [begun, proven].flatMap((time) =>
      time === null ? [] : [new Date(time).getTime()],
    );
    const last = Math.max((last_step ?? 0) * STEP_SECONDS * 1000, ...times);
    return { id, email, lastUse: last > 0 ? new Date(last).toISOString() : undefined };
  });
}

/** Ends the sessions of a person. */
export async function endSessions(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('desk_session').where('userId', '=', id).execute();
}

/** Removes a person, whose sessions and invitation end at once. Resolves to false if nobody has this e-mail. */
export async function removePerson(trx: Transaction<Schema>, email: string): Promise<boolean> {
  const id = await endFactors(trx, email);
  if (id !== undefined) await trx.deleteFrom('desk_user').where('id', '=', id).execute();
  const link = trx.deleteFrom('desk_invitation').where('email', '=', email);
  return (await link.executeTakeFirst()).numDeletedRows > 0n || id !== undefined;
}

/** Ends what a person signs in with, but for the password. Resolves to the person's id. */
export async function endFactors(
  trx: Transaction<Schema>,
  email: string,
): Promise<string | undefined> {
  const person = await trx
    .updateTable('desk_user')
    .set({ twoFactorEnabled: sql<boolean>`false` })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst();
  if (person === undefined) return undefined;
  for (const table of ['desk_session', 'desk_two_factor'] as const) {
    await trx.deleteFrom(table).where('userId', '=', person.id).execute();
  }
  // Sign-ins that wait for their code
  await trx.deleteFrom('desk_verification').where('value', '=', person.id).execute();
  return person.id;
}

/** What authenticator apps call the desk. */
export const issuer = `${brand.name} desk`;

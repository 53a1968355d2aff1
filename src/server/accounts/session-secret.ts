// The secret that signs session cookies: made once for a database, so that sessions survive a restart
// and count in every process on that database.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Reads the session secret; the first process to ask makes it. */
export async function sessionSecret(db: Kysely<Schema>): Promise<string> {
  const name = 'session';
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

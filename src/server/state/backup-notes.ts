// What a command leaves for the desk: the last backup, and the last trial of a restore.
import * as v from 'valibot';
import type { Database } from '../platform/database/schema.ts';

const Backup = v.object({ at: v.string(), file: v.string() });
const Drill = v.object({ at: v.string(), isGood: v.boolean(), report: v.string() });
const facts = { backup: Backup, drill: Drill };
export type BackupNotes = { [Name in keyof typeof facts]: v.InferOutput<(typeof facts)[Name]> };

/** Stores what was done last: a backup, or the trial of a restore. */
export async function storeFact<Name extends keyof BackupNotes>(
  db: Database,
  name: Name,
  fact: BackupNotes[Name],
): Promise<void> {
  const row = { value: JSON.stringify(fact), updated_at: fact.at, updated_by: 'command line' };
  await db
    .insertInto('shop_state')
    .values({ ...row, name, revision: 1 })
    .onConflict((same) => same.column('name').doUpdateSet(row))
    .execute();
}

/** Resolves to what was done last; undefined if nothing was. */
export async function readFact<Name extends keyof BackupNotes>(
  db: Database,
  name: Name,
): Promise<BackupNotes[Name] | undefined> {
  const row = await db
    .selectFrom('shop_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  const parsed = row && v.safeParse(v.pipe(v.string(), v.parseJson(), facts[name]), row.value);
  return parsed?.success ? (parsed.output as BackupNotes[Name]) : undefined;
}

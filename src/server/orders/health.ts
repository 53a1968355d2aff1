// Facts by which the owner sees whether the shop lives: webhooks, e-mails, payments, backups.
import { sql } from 'kysely';
import * as v from 'valibot';
import type { AttemptState, Database } from '../platform/database/schema.ts';
import { countFlagged } from './today.ts';

const Backup = v.object({ at: v.string(), file: v.string() });
const Drill = v.object({ at: v.string(), isGood: v.boolean(), report: v.string() });
const facts = { backup: Backup, drill: Drill };
type Facts = { [Name in keyof typeof facts]: v.InferOutput<(typeof facts)[Name]> };

/** Stores what was done last: a backup, or the trial of a restore. */
export async function storeFact<Name extends keyof Facts>(
  db: Database,
  name: Name,
  fact: Facts[Name],
): Promise<void> {
  const row = { value: JSON.stringify(fact), updated_at: fact.at, updated_by: 'command line' };
  await db
    .insertInto('shop_state')
    .values({ ...row, name, revision: 1 })
    .onConflict((same) => same.column('name').doUpdateSet(row))
    .execute();
}

async function readFact<Name extends keyof Facts>(
  db: Database,
  name: Name,
): Promise<Facts[Name] | undefined> {
  const row = await db
    .selectFrom('shop_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  const parsed = row && v.safeParse(v.pipe(v.string(), v.parseJson(), facts[name]), row.value);
  return parsed?.success ? (parsed.output as Facts[Name]) : undefined;
}

export interface HealthFacts {
  lastWebhook: { at: string; kind: string } | undefined;
  waiting: number;
  /** When the oldest e-mail that waits was written. */
  waitingSince: string | undefined;
  givenUp: number;
  /** When the oldest payment that was seen and is not settled was begun. */
  unsettledSince: string | undefined;
  /** Payments that need a person. */
  flagged: number;
  /** When the newest order was placed. */
  newestOrder: string | undefined;
  backup: Facts['backup'] | undefined;
  drill: Facts['drill'] | undefined;
}

const A_WEEK_MS = 7 * 86_400_000;

/** Resolves to the facts of the database. Each query reads an index. */
export async function readHealth(db: Database, now: Date): Promise<HealthFacts> {
  const lastWebhook = await db
    .selectFrom('provider_event')
    .select(['received_at', 'kind'])
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const waiting = await db
    .selectFrom('mail')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('created_at').as('since')])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const givenUp = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('failed_at', 'is not', null)
    .where('recipient', '<>', sql.lit(''))
    .where('failed_at', '>=', new Date(now.getTime() - A_WEEK_MS).toISOString())
    .executeTakeFirstOrThrow();
  const unsettled = await db
    .selectFrom('payment_attempt')
    .select((eb) => eb.fn.min('payment_seen_at').as('since'))
    // Literals, or SQLite would not use the partial index.
    .where('state', 'in', [sql.lit<AttemptState>('paying'), sql.lit<AttemptState>('expired')])
    .where('payment_seen_at', 'is not', null)
    .where('next_check_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom('shop_order')
    .select('placed_at')
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    lastWebhook: lastWebhook && { at: lastWebhook.received_at, kind: lastWebhook.kind },
    waiting: Number(waiting.count),
    waitingSince: waiting.since ?? undefined,
    givenUp: Number(givenUp.count),
    unsettledSince: unsettled.since ?? undefined,
    flagged: await countFlagged(db),
    newestOrder: newest?.placed_at,
    backup: await readFact(db, 'backup'),
    drill: await readFact(db, 'drill'),
  };
}

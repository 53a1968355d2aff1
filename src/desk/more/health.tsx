// Whether the shop lives: webhooks, e-mails, payments, backups, the disk.
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { countFlagged } from '../../server/payments/surplus.ts';
import type { DatabaseKind } from '../../server/platform/database/open.ts';
import type { AttemptState, Database } from '../../server/platform/database/schema.ts';
import { projectFolder } from '../../server/platform/programs.ts';
import { readFact } from '../../server/state/backup-notes.ts';
import type { BackupNotes } from '../../server/state/backup-notes.ts';
import { timeInIndia } from '../../shop/dates.ts';
import { Icon, Message } from '../parts.tsx';
import { count, timeWords } from '../texts.ts';

export interface HealthParts {
  db: Database;
  kind: DatabaseKind;
  dataDir: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Full by this part: pictures and the database need room to grow. */
const FULL = 0.9;

/** One fact. `look`: what to do about it. */
interface HealthRow {
  fact: string;
  detail: string;
  look?: string | undefined;
  /** What to type on the server. */
  command?: string | undefined;
}

interface HealthFacts {
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
  backup: BackupNotes['backup'] | undefined;
  drill: BackupNotes['drill'] | undefined;
}

/** Resolves to the facts of the database. Each query reads an index. */
async function readHealth(db: Database, now: Date): Promise<HealthFacts> {
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
    .where('failed_at', '>=', new Date(now.getTime() - 7 * DAY_MS).toISOString())
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

/** Resolves to the part of the page about the shop's health: what is wrong first, each with what to do. */
export async function healthPart({ db, kind, dataDir }: HealthParts, now: Date) {
  const facts = await readHealth(db, now);
  const rows: HealthRow[] = [
    ...listRows(facts, kind, now),
    diskRow(await statfs(dataDir)),
    versionRow(now),
  ];
  const faults = rows.filter(({ look }) => look !== undefined);
  const sorted = [...faults, ...rows.filter(({ look }) => look === undefined)];
  return (
    <section className="sec" aria-labelledby="health">
      <h2 id="health">Health</h2>
      {faults.length === 0 ? (
        <Message tone="done" title="All is well.">
          Payments, e-mails, backups and the disk.
        </Message>
      ) : (
        <Message tone="warn" title={`${count(faults.length, 'thing')} to look at.`}>
          Each says what to do.
        </Message>
      )}
      <ul className="list">
        {sorted.map(({ fact, detail, look, command }) => (
          <li key={fact} className="fact">
            <span className={look === undefined ? 'ok' : 'no'}>
              <Icon name={look === undefined ? 'ok' : 'bad'} />
            </span>
            <b>{fact}</b>
            <p className="soft">
              {look === undefined ? 'Fine. ' : <strong>Needs a look. </strong>}
              {look ?? detail}
              {command !== undefined && (
                <>
                  {' '}
                  On the server: <code>{command}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <p className="soft">
        {`Looked at ${timeInIndia(now)}. `}
        <a className="quiet" href="/more">
          Look again
        </a>
      </p>
    </section>
  );
}

/** `look`: false if there is nothing to do. */
const row = (fact: string, detail: string, look: string | false = false, command?: string) => ({
  fact,
  detail,
  ...(look !== false && { look, command }),
});

function listRows(facts: HealthFacts, kind: DatabaseKind, now: Date): HealthRow[] {
  const words = (time: string) => timeWords(time, now);
  const isOlder = (time: string | undefined, milliseconds: number) =>
    time !== undefined && now.getTime() - Date.parse(time) > milliseconds;
  const { lastWebhook, waiting, givenUp, unsettledSince, flagged, newestOrder, backup, drill } =
    facts;
  const isLate = isOlder(facts.waitingSince, 30 * MINUTE_MS);
  // The shop asks the provider itself meanwhile, so no order is lost.
  const isSilent =
    isOlder(newestOrder, 60 * MINUTE_MS) &&
    (lastWebhook === undefined ||
      Date.parse(newestOrder ?? '') - Date.parse(lastWebhook.at) > 60 * MINUTE_MS);
  const isOpen = isOlder(unsettledSince, 60 * MINUTE_MS);
  const isOld = backup === undefined || isOlder(backup.at, 2 * DAY_MS);
  const isUntried = drill === undefined || !drill.isGood || isOlder(drill.at, 31 * DAY_MS);
  const toMails = givenUp > 0 && 'Those about orders are on Today, under Needs you.';
  return [
    row(
      lastWebhook ? `Last webhook ${words(lastWebhook.at)}` : 'No webhook yet',
      lastWebhook
        ? `The payment provider said ${lastWebhook.kind}.`
        : 'The first payment brings one. Without any, the shop asks the provider itself.',
      isSilent &&
        'An order was paid since without one: is the address of the webhook right at the provider?',
    ),
    row(
      `E-mails: ${waiting} ${waiting === 1 ? 'waits' : 'wait'}, ${givenUp} given up`,
      'They leave within seconds, or when an undo is over.',
      isLate ? 'One waits for more than half an hour: is SMTP_URL right?' : toMails,
    ),
    row(
      unsettledSince ? `A payment is open since ${words(unsettledSince)}` : 'No unsettled payment',
      'Each is asked for at the provider until it is settled.',
      isOpen &&
        'The provider has not confirmed it for an hour. The shop asks on; look at its dashboard.',
    ),
    row(
      flagged === 0 ? 'No payment needs you' : `${count(flagged, 'payment')} for you to look at`,
      'All money has its order.',
      flagged > 0 && 'Each stands on Today, under Needs you, with its button.',
    ),
    ...(kind === 'postgres'
      ? [row('Backups are PostgreSQL’s own', 'By pg_dump or an archive, outside of the shop.')]
      : [
          row(
            backup ? `Last backup ${words(backup.at)}` : 'No backup yet',
            backup ? `In ${backup.file}.` : '',
            isOld && 'A broken disk would lose what came since.',
            'npm run backup -- FILE',
          ),
          row(
            drill ? `Restore tried ${words(drill.at)}` : 'Restore not tried yet',
            drill?.report ?? '',
            isUntried &&
              (drill && !drill.isGood ? drill.report : 'A backup is worth what its restore is.'),
            'npm run drill',
          ),
        ]),
  ];
}

function diskRow({ blocks, bavail, bsize }: { blocks: number; bavail: number; bsize: number }) {
  const gigabytes = (number: number) => ((number * bsize) / 1024 ** 3).toFixed(1);
  const used = 1 - bavail / blocks;
  return row(
    `Disk ${Math.round(used * 100)}% full`,
    `${gigabytes(bavail)} GB of ${gigabytes(blocks)} GB free.`,
    used > FULL && 'It is nearly full: remove old backups and logs.',
  );
}

function versionRow(now: Date): HealthRow {
  const since = new Date(now.getTime() - process.uptime() * 1000).toISOString();
  const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const detail = `Running since ${timeWords(since, now)}, with ${megabytes} MB of memory.`;
  return row(`Version ${readVersion()}`, detail);
}

function readVersion(): string {
  const file = readFileSync(join(projectFolder, 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

// Empties the outbox: leases a few letters, sends them, marks them. Several processes may share one
// outbox; a letter whose process died is sent again once its lease has run out, under the same id.
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { MailTable, Schema } from '../database/schema.ts';
import { SHOP } from './mail.ts';
import type { Letter } from './mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { writeLetter } from './write-letter.ts';

export interface MailWorkerParts {
  db: Kysely<Schema>;
  clock: () => Date;
  log: Logger;
  transport: MailTransport;
  /** The shop's own address: where notices go and where answers to a receipt arrive. */
  shop: string;
  /** Public origin, for links. */
  origin: string;
  /** Runs something again and again; returns how to end that. For tests, which have no time. */
  every?: (milliseconds: number, run: () => void) => () => void;
}

export interface MailWorker {
  /** Sends what is due. Resolves when nothing due is left; nobody needs to wait for it. */
  kick(): Promise<void>;
  /** Takes no further letters and resolves when those under way are done. */
  stop(): Promise<void>;
}

const POLL = 5_000;
const BATCH = 4;
/** Longer than any transport takes for one letter. */
const LEASE = 60_000;
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 60 * 60_000;
/** From this try on somebody should look: about ten minutes of failures. */
const WORRYING_TRY = 8;

/** Starts sending at once, then whenever kicked, then every few seconds for whatever was missed. */
export function startMailWorker(parts: MailWorkerParts): MailWorker {
  const { db, clock, log, transport, every = byInterval } = parts;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  function kick(): Promise<void> {
    again = !stopped;
    running ??= drain().finally(() => (running = undefined));
    return running;
  }

  async function drain(): Promise<void> {
    while (again) {
      again = false;
      try {
        let leased = await lease();
        while (leased.length > 0) {
          await Promise.all(leased.map(deliver));
          leased = stopped ? [] : await lease();
        }
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read; the next round tries again');
      }
    }
  }

  async function lease(): Promise<Selectable<MailTable>[]> {
    const now = clock();
    const at = now.toISOString();
    const due = db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('next_try_at', '<=', at)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
      .orderBy('next_try_at')
      .limit(BATCH);
    return (
      db
        .updateTable('mail')
        .set({ leased_until: later(now, LEASE), tries: sql<number>`tries + 1` })
        .where('id', 'in', due)
        // Asked again on the row itself: another process may have taken it since the inner select.
        .where('sent_at', 'is', null)
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
        .returningAll()
        .execute()
    );
  }

  async function deliver(row: Selectable<MailTable>): Promise<void> {
    try {
      await transport.send(compose(row));
      const sent = { sent_at: clock().toISOString(), leased_until: null, last_error: null };
      await db.updateTable('mail').set(sent).where('id', '=', row.id).execute();
      log.info({ mail: row.dedupe_key }, 'mail sent');
    } catch (error) {
      await postpone(row, error);
    }
  }

  async function postpone(row: Selectable<MailTable>, error: unknown): Promise<void> {
    const level = row.tries >= WORRYING_TRY ? 'error' : 'warn';
    log[level]({ err: error, mail: row.dedupe_key, tries: row.tries }, 'mail not sent');
    const pause = Math.min(FIRST_PAUSE * 2 ** (row.tries - 1), LONGEST_PAUSE);
    await db
      .updateTable('mail')
      .set({
        next_try_at: later(clock(), pause),
        leased_until: null,
        last_error: String(error).slice(0, 500),
      })
      .where('id', '=', row.id)
      .where('sent_at', 'is', null)
      .execute();
  }

  function compose(row: Selectable<MailTable>) {
    const letter = { kind: row.kind, facts: JSON.parse(row.payload) } as Letter;
    const to = row.recipient === SHOP ? parts.shop : row.recipient;
    const replyTo = row.recipient === SHOP ? letter.facts.email : parts.shop;
    const date = new Date(row.created_at);
    return { key: row.dedupe_key, to, replyTo, date, ...writeLetter(letter, parts.origin) };
  }

  const endPolling = every(POLL, () => void kick());
  void kick();
  return {
    kick,
    async stop() {
      stopped = true;
      again = false;
      endPolling();
      await running;
    },
  };
}

function later(from: Date, milliseconds: number): string {
  return new Date(from.getTime() + milliseconds).toISOString();
}

function byInterval(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}

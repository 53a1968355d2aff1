// Empties the outbox: leases a few e-mails, sends them, marks them as sent or, once there is no hope, as failed. Several
// processes may share one outbox; an e-mail whose process died is sent again once its lease has expired, with the same id.
import { sql } from 'kysely';
import type { Selectable, Updateable } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { Database, MailTable } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { FIRST_TURN, LAST_TURN, SHOP } from './outbox.ts';
import type { Email, LinkFacts } from './outbox.ts';
import { triedFor } from './transport.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';
import { writeEmail } from './write-email.ts';
import type { FindMailPicture } from './write-email.ts';

export interface MailWorkerParts {
  db: Database;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  transport: Pick<MailTransport, 'send'>;
  /** The shop's own address: for notices, and for replies to a receipt. */
  shop: string;
  /** Public origin, for links. */
  origin: string;
  /** Public address of the owner's desk, if it has one: the owner's e-mails link to it. */
  desk?: string | undefined;
  /** Pictures of the catalogue for e-mails; without it they have none. */
  findPicture?: FindMailPicture;
  /** No other process shares the outbox: e-mails leased at the start belong to a process that died. */
  alone?: boolean;
  /** Replaces the timer in tests. */
  every?: Every;
}

const withToken = new Set<Email['kind']>(['password-reset', 'email-confirmation']);

const POLL = 5_000;
const BATCH = 4;
/** Renewed at every poll while the e-mail is under way: only a process that died delays one. */
const LEASE = 3 * POLL;
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 60 * 60_000;
/** From this try on somebody should look: about ten minutes of failures. No e-mail fails for its age before. */
const WORRYING_TRY = 8;

/**
 * Starts sending at once, then whenever kicked, then every few seconds for whatever was missed. A kick resolves when
 * nothing due is left; nobody needs to wait for it.
 */
export function startMailWorker(parts: MailWorkerParts): Rounds {
  const { db, clock, log, transport, every } = parts;
  const underWay = new Set<string>();
  let isFirstRoundAlone = parts.alone ?? false;

  async function round(isStopping: () => boolean): Promise<void> {
    if (isFirstRoundAlone) await endAllLeases();
    isFirstRoundAlone = false;
    let turn = FIRST_TURN;
    while (turn <= LAST_TURN && !isStopping()) {
      const leased = await lease(turn);
      await Promise.all(leased.map(deliver));
      // A part of a batch was the last of its turn.
      turn = leased.length === BATCH ? FIRST_TURN : turn + 1;
    }
  }

  async function lease(turn: number): Promise<Selectable<MailTable>[]> {
    const now = clock();
    const at = now.toISOString();
    const due = db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('turn', '=', turn)
      .where('next_try_at', '<=', at)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
      .orderBy('next_try_at')
      .limit(BATCH)
      // Rows that the owner rewrites or another process leases are not waited for: whoever waits with locks can deadlock.
      .$if(parts.kind === 'postgres', (query) => query.forUpdate().skipLocked());
    return (
      db
        // As a subquery of the update it could be evaluated more than once, and return other rows each time.
        .with(
          (cte) => cte('due').materialized(),
          () => due,
        )
        .updateTable('mail')
        .set({ leased_until: later(now, LEASE), tries: sql<number>`tries + 1`, turn: LAST_TURN })
        .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
        .returningAll()
        .execute()
    );
  }

  async function endAllLeases(): Promise<void> {
    await db
      .updateTable('mail')
      .set({ leased_until: null })
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .execute();
  }

  async function renewLeases(): Promise<void> {
    // One by one: a statement that has locked one row waits for no other.
    for (const id of underWay) {
      await db
        .updateTable('mail')
        .set({ leased_until: later(clock(), LEASE) })
        .where('id', '=', id)
        .where('leased_until', 'is not', null)
        .execute();
    }
  }

  async function deliver(row: Selectable<MailTable>): Promise<void> {
    crashAt('mail:after-lease');
    underWay.add(row.id);
    let isSent = false;
    try {
      if (hasExpired(row)) return await fail(row, new Error('its link expired before it was sent'));
      await transport.send(compose(row));
      isSent = true;
      crashAt('mail:after-send');
      const sent = {
        sent_at: clock().toISOString(),
        leased_until: null,
        last_error: null,
        ...withoutToken(row),
      };
      await db.updateTable('mail').set(sent).where('id', '=', row.id).execute();
      crashAt('mail:after-mark');
      log.info({ mail: row.dedupe_key }, 'mail sent');
    } catch (error) {
      await (isSent || !isOver(row, error) ? postpone(row, error, isSent) : fail(row, error));
    } finally {
      underWay.delete(row.id);
    }
  }

  function hasExpired({ kind, payload }: Selectable<MailTable>): boolean {
    if (!withToken.has(kind)) return false;
    const { expiresAt } = JSON.parse(payload) as LinkFacts;
    return Date.parse(expiresAt) <= clock().getTime();
  }

  function isOver({ created_at, tries }: Selectable<MailTable>, error: unknown): boolean {
    const time = triedFor(error);
    const age = clock().getTime() - Date.parse(created_at);
    return time === 0 || (tries >= WORRYING_TRY && age >= time);
  }

  async function postpone(
    row: Selectable<MailTable>,
    error: unknown,
    isSent: boolean,
  ): Promise<void> {
    const level = isSent || row.tries >= WORRYING_TRY ? 'error' : 'warn';
    const event = isSent
      ? 'mail sent but not marked as sent: it will be sent again under the same key'
      : 'mail not sent';
    log[level]({ err: error, mail: row.dedupe_key, tries: row.tries }, event);
    const pause = Math.min(FIRST_PAUSE * 2 ** (row.tries - 1), LONGEST_PAUSE);
    await endTry(row, error, { next_try_at: later(clock(), pause) });
  }

  async function fail(row: Selectable<MailTable>, error: unknown): Promise<void> {
    log.error({ err: error, mail: row.dedupe_key, tries: row.tries }, 'mail failed for good');
    await endTry(row, error, { failed_at: clock().toISOString(), ...withoutToken(row) });
  }

  async function endTry(
    row: Selectable<MailTable>,
    error: unknown,
    change: Updateable<MailTable>,
  ): Promise<void> {
    await db
      .updateTable('mail')
      .set({ ...change, leased_until: null, last_error: String(error).slice(0, 500) })
      .where('id', '=', row.id)
      .where('sent_at', 'is', null)
      .execute();
  }

  function compose(row: Selectable<MailTable>): OutgoingMail {
    const email = { kind: row.kind, facts: JSON.parse(row.payload) } as Email;
    const isToShop = row.recipient === SHOP;
    return {
      key: row.dedupe_key,
      to: isToShop ? parts.shop : row.recipient,
      replyTo: (isToShop && email.facts.email) || parts.shop,
      date: new Date(row.created_at),
      ...writeEmail(email, parts.origin, parts.findPicture, parts.desk),
    };
  }

  const report = (error: unknown) =>
    log.error({ err: error }, 'the outbox cannot be used; the next round tries again');
  return workInRounds({
    pause: POLL,
    round,
    onPause: () => void renewLeases().catch(report),
    onError: report,
    ...(every && { every }),
  });
}

/** A token gives access to an account, so it is erased once its e-mail is sent or failed. */
function withoutToken({ kind }: Selectable<MailTable>): { payload?: string } {
  return withToken.has(kind) ? { payload: '{}' } : {};
}

function later(from: Date, milliseconds: number): string {
  return new Date(from.getTime() + milliseconds).toISOString();
}

// Erases expired personal data at the start and once a day, a few rows at a time, so that requests are not delayed.
// docs/security.md, 'Data', lists the retention times.
import { sql } from 'kysely';
import type { Expression, SqlBool, Transaction } from 'kysely';
import { readSnapshot, withoutLines, withoutPerson } from '../../shop/order.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';

const DAY = 86_400_000;

/** So that the shop can look up what became of an e-mail. */
export const MAIL_DAYS = 30;
/** Until then an order may be in delivery, and a bank may dispute a card payment. */
export const DELIVERY_DAYS = 120;
/** A price holds for five days, and a bank may send the money five days later. A payment after that is refunded. */
export const QUOTE_DAYS = 30;
/** Longer than income tax and GST law require. */
export const BOOK_YEARS = 8;

/** What is left of an e-mail. The error of its last try may contain its recipient. */
export const erasedMail = { recipient: '', payload: '{}', last_error: null };

/** Rows per statement or transaction. */
const AT_ONCE = 50;

/** Must equal the condition of the partial index in the migrations, or the index is not used. `amount` is in paise. */
const isUnneeded = sql<boolean>`email <> '' and (state = 'expired'
  or (account_erased_at is not null and state in ('paid', 'refunded') and amount < 5000000))`;

/** Must equal the condition of the partial index in the migrations. An attempt without lines has no hash either. */
const isUnpayable = sql<boolean>`state = 'expired' and request_hash <> ''`;

interface SweeperParts {
  db: Database;
  clock: () => Date;
  log: Logger;
  /** Replaces the timer in tests. */
  every?: Every;
}

/** Starts the first round and repeats it daily. */
export function startSweeper({ db, clock, log, every }: SweeperParts): Rounds {
  async function round(isStopping: () => boolean): Promise<void> {
    const erased: Record<string, number> = {};
    for (const [what, erase] of Object.entries(steps)) {
      let rows = AT_ONCE;
      while (rows === AT_ONCE && !isStopping()) {
        rows = await erase();
        erased[what] = (erased[what] ?? 0) + rows;
      }
    }
    if (Object.values(erased).some((rows) => rows > 0)) log.info(erased, 'expired data erased');
  }

  const before = (days: number) => new Date(clock().getTime() - days * DAY).toISOString();

  const steps = {
    sessions: () => deleteEnded('session'),
    links: () => deleteEnded('verification'),
    deskSessions: () => deleteEnded('desk_session'),
    deskCodes: () => deleteEnded('desk_verification'),
    invitations: deleteInvitations,

    mails: () => eraseMails('sent_at'),
    failedMails: () => eraseMails('failed_at'),

    async quotes() {
      const due = await db
        .selectFrom('payment_attempt')
        .select('id')
        .where('created_at', '<=', before(QUOTE_DAYS))
        .where(isUnpayable)
        .limit(AT_ONCE)
        .execute();
      await eraseLines(due.map(({ id }) => id));
      return due.length;
    },
    async attempts() {
      const due = await db
        .selectFrom('payment_attempt')
        .select('id')
        .where('created_at', '<=', before(DELIVERY_DAYS))
        .where(isUnneeded)
        // One that is made again still has to arrive.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('shop_order')
                .select('shop_order.id')
                .whereRef('shop_order.attempt_id', '=', 'payment_attempt.id')
                .where('send_by', 'is not', null),
            ),
          ),
        )
        .limit(AT_ONCE)
        .execute();
      await erasePerson(
        due.map(({ id }) => id),
        isUnneeded,
      );
      return due.length;
    },
    async refunds() {
      // Of payments that became no order. There are few.
      const due = await db
        .selectFrom('surplus_payment')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'surplus_payment.attempt_id')
        .leftJoin('shop_order', 'shop_order.attempt_id', 'payment_attempt.id')
        .select('payment_attempt.id')
        .where('payment_attempt.state', '=', 'refunded')
        .where('payment_attempt.email', '<>', '')
        .where('payment_attempt.created_at', '<=', before(DELIVERY_DAYS))
        .where('shop_order.id', 'is', null)
        .limit(AT_ONCE)
        .execute();
      await erasePerson(
        due.map(({ id }) => id),
        sql.lit(true),
      );
      return due.length;
    },

    async orders() {
      const closed = clock();
      closed.setUTCFullYear(closed.getUTCFullYear() - BOOK_YEARS);
      const due = await db
        .selectFrom('shop_order')
        .select('attempt_id')
        .where('placed_at', '<=', closed.toISOString())
        .where('email', '<>', sql.lit(''))
        .limit(AT_ONCE)
        .execute();
      await erasePerson(
        due.map((order) => order.attempt_id),
        sql.lit(true),
      );
      return due.length;
    },
  };

  async function eraseMails(since: 'sent_at' | 'failed_at'): Promise<number> {
    const old = db
      .selectFrom('mail')
      .select('id')
      .where(since, '<=', before(MAIL_DAYS))
      .where('recipient', '<>', sql.lit(''))
      .limit(AT_ONCE);
    const erased = db.updateTable('mail').set(erasedMail).where('id', 'in', old);
    return (await erased.returning('id').execute()).length;
  }

  async function deleteEnded(
    table: 'session' | 'verification' | 'desk_session' | 'desk_verification',
  ): Promise<number> {
    const ended = db
      .selectFrom(table)
      .select('id')
      .where('expiresAt', '<=', before(0))
      .limit(AT_ONCE);
    return (await db.deleteFrom(table).where('id', 'in', ended).returning('id').execute()).length;
  }

  async function deleteInvitations(): Promise<number> {
    const ended = db
      .selectFrom('desk_invitation')
      .select('email')
      .where('expires_at', '<=', before(0))
      .limit(AT_ONCE);
    const deleted = db.deleteFrom('desk_invitation').where('email', 'in', ended);
    // Not one that was made anew meanwhile.
    return (await deleted.where('expires_at', '<=', before(0)).returning('email').execute()).length;
  }

  /** Erases what was ordered from attempts that nobody paid: a payment that still comes is flagged, to be refunded. */
  async function eraseLines(attemptIds: readonly string[]): Promise<void> {
    if (attemptIds.length === 0) return;
    await db.transaction().execute(async (trx) => {
      // Locks the rows and checks the condition again: an attempt may have been paid meanwhile.
      const attempts = await trx
        .updateTable('payment_attempt')
        .set({ request_hash: '' })
        .where('id', 'in', attemptIds)
        .where(isUnpayable)
        .returning(['id', 'snapshot'])
        .execute();
      for (const { id, snapshot } of attempts) {
        const left = { snapshot: withoutLines(readSnapshot(snapshot)) };
        await trx.updateTable('payment_attempt').set(left).where('id', '=', id).execute();
      }
    });
  }

  /** Erases personal data from the attempts and their orders. */
  async function erasePerson(
    attemptIds: readonly string[],
    condition: Expression<SqlBool>,
  ): Promise<void> {
    if (attemptIds.length === 0) return;
    await db.transaction().execute(async (trx) => {
      // Locks the rows and checks the condition again: an attempt may have been paid meanwhile.
      const attempts = await trx
        .updateTable('payment_attempt')
        .set({ email: '', request_hash: '' })
        .where('id', 'in', attemptIds)
        .where(condition)
        .returning(['id', 'snapshot'])
        .execute();
      for (const { id, snapshot } of attempts) {
        const anonymous = { email: '', snapshot: withoutPerson(readSnapshot(snapshot)) };
        await trx.updateTable('payment_attempt').set(anonymous).where('id', '=', id).execute();
        await eraseOrder(trx, id);
      }
    });
  }

  return workInRounds({
    pause: DAY,
    round,
    onError: (err) =>
      log.error({ err }, 'expired data cannot be erased; the next round tries again'),
    ...(every && { every }),
  });
}

/** Erases the person from the order of an attempt, and from what the owner did with its payments. */
async function eraseOrder(trx: Transaction<Schema>, attemptId: string): Promise<void> {
  const order = await trx
    .updateTable('shop_order')
    .set({ email: '', note: '', phone: '' })
    .where('attempt_id', '=', attemptId)
    .returning(['id', 'snapshot'])
    .executeTakeFirst();
  if (order) {
    // Not the attempt's: the owner may have corrected the state, on which the tax depends.
    const snapshot = withoutPerson(readSnapshot(order.snapshot));
    await trx.updateTable('shop_order').set({ snapshot }).where('id', '=', order.id).execute();
    await eraseTracking(trx, order.id);
  }
  const surplus = await trx
    .selectFrom('surplus_payment')
    .select('payment_id')
    .where('attempt_id', '=', attemptId)
    .execute();
  const about = [...(order ? [order.id] : []), ...surplus.map(({ payment_id }) => payment_id)];
  if (about.length === 0) return;
  await trx
    .updateTable('desk_act')
    // The digest too: what a short note said could be found from it.
    .set({ result: 'null', digest: '' })
    .where('subject', 'in', about)
    .execute();
}

/** With its number, anybody could look up on the site of the courier where the parcel went. */
async function eraseTracking(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx
    .updateTable('order_event')
    .set({ tracking_number: null, tracking_url: null })
    .where('order_id', '=', orderId)
    .where('type', '=', 'sent')
    .execute();
}

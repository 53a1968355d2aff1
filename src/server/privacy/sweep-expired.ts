// Nothing personal stays for longer than it is needed: docs/security.md, 'Data', has the table. What is due is
// erased when the shop starts and once a day, a few rows at a time, so that other calls have their turn.
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import { readSnapshot, withoutPerson } from '../orders/snapshot.ts';
import { workInRounds } from '../runtime/work-in-rounds.ts';
import type { Every, Rounds } from '../runtime/work-in-rounds.ts';

const DAY = 86_400_000;

/** To answer whoever asks what became of an e-mail. */
const MAIL_DAYS = 30;
/** Until then an order may be on its way, and a bank may dispute a payment by card. */
const DELIVERY_DAYS = 120;
/** Longer than the laws on income tax and GST ask for. */
const BOOK_YEARS = 8;

/** Rows that one statement or one transaction touches. */
const AT_ONCE = 50;

/** Word for word that of the index, see migration 0011, or it is not used. */
const isUnneeded = sql<boolean>`email <> '' and (state = 'expired'
  or (account_erased_at is not null and state in ('paid', 'refunded') and amount < 5000000))`;

type Parts = Pick<AppParts, 'db' | 'clock' | 'log'>;

/** Begins the first round. `every` is for tests, which have no time. */
export function startSweeper(parts: Parts & { every?: Every }): Rounds {
  const { db, clock, log, every } = parts;

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
    async sessions() {
      const ended = db
        .selectFrom('session')
        .select('id')
        .where('expiresAt', '<=', before(0))
        .limit(AT_ONCE);
      const gone = db.deleteFrom('session').where('id', 'in', ended);
      return (await gone.returning('id').execute()).length;
    },

    async links() {
      const ended = db
        .selectFrom('verification')
        .select('id')
        .where('expiresAt', '<=', before(0))
        .limit(AT_ONCE);
      const gone = db.deleteFrom('verification').where('id', 'in', ended);
      return (await gone.returning('id').execute()).length;
    },

    async mails() {
      const sent = db
        .selectFrom('mail')
        .select('id')
        .where('sent_at', '<=', before(MAIL_DAYS))
        .where('recipient', '<>', sql.lit(''))
        .limit(AT_ONCE);
      const forgotten = db
        .updateTable('mail')
        .set({ recipient: '', payload: '{}' })
        .where('id', 'in', sent);
      return (await forgotten.returning('id').execute()).length;
    },

    async attempts() {
      const due = await db
        .selectFrom('payment_attempt')
        .select('id')
        .where('created_at', '<=', before(DELIVERY_DAYS))
        .where(isUnneeded)
        .limit(AT_ONCE)
        .execute();
      await erasePerson(
        due.map(({ id }) => id),
        isUnneeded,
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

  /** Out of the attempts and the orders that they became. */
  async function erasePerson(
    attemptIds: readonly string[],
    condition: Expression<SqlBool>,
  ): Promise<void> {
    if (attemptIds.length === 0) return;
    await db.transaction().execute(async (trx) => {
      // Locks them, and asks again: one may just have been paid.
      const attempts = await trx
        .updateTable('payment_attempt')
        .set({ email: '', request_hash: '' })
        .where('id', 'in', attemptIds)
        .where(condition)
        .returning(['id', 'snapshot'])
        .execute();
      for (const { id, snapshot } of attempts) {
        const nobodys = { email: '', snapshot: withoutPerson(readSnapshot(snapshot)) };
        await trx.updateTable('payment_attempt').set(nobodys).where('id', '=', id).execute();
        await trx.updateTable('shop_order').set(nobodys).where('attempt_id', '=', id).execute();
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

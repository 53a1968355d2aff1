// The e-mail of the morning to the owner: what is to be sent, and what waits for a person.
import { dayInIndia, hourInIndia } from '../../shop/dates.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { countOpenOrders } from './open-orders.ts';

/** Before the owner begins to work, in India. */
const MAIL_FROM_HOUR = 7;
const MAIL_POLL = 60_000;

interface MorningParts {
  db: Database;
  clock: () => Date;
  log: Logger;
  mailer: { kick(): unknown };
  /** Resolve to how many payments wait to go back, and how many disputes for an answer. */
  countFlagged(db: Database): Promise<number>;
  countOpenDisputes(db: Database, now: Date): Promise<number>;
  /** Replaces the timer in tests. */
  every?: Every;
}

/**
 * Looks every minute whether the owner's e-mail of the day is due. It also comes when there is nothing to do, so that its
 * absence shows that the shop does not run. Several processes may share a database: the key is one a day.
 */
export function startMorningMail({
  db,
  clock,
  log,
  mailer,
  every,
  ...counts
}: MorningParts): Rounds {
  let last: string | undefined;

  async function round(): Promise<void> {
    const now = clock();
    const day = dayInIndia(now);
    if (day === last || hourInIndia(now) < MAIL_FROM_HOUR) return;
    const facts = {
      day,
      ...(await countOpenOrders(db, now)),
      flagged: await counts.countFlagged(db),
      disputed: await counts.countOpenDisputes(db, now),
    };
    const mail = { kind: 'daily', dedupeKey: `daily:${day}`, recipient: SHOP, facts } as const;
    await db.transaction().execute((trx) => enqueueMail(trx, now, [mail]));
    last = day;
    mailer.kick();
  }

  return workInRounds({
    pause: MAIL_POLL,
    round,
    onError: (err) => log.error({ err }, 'the morning e-mail waits for its next round'),
    ...(every && { every }),
  });
}

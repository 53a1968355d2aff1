// The owner's e-mail each morning: what is to be made today, what is late. It also comes when there is nothing to do, so
// that its absence shows that the shop does not run. Several processes may share a database: the key is one a day.
import { dayInIndia, hourInIndia } from '../../shop/dates.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { countFlagged, countOpenOrders } from './today.ts';

/** Before the owner begins to work, in India. */
const FROM_HOUR = 7;
const POLL = 60_000;

interface MorningParts {
  db: Database;
  clock: () => Date;
  log: Logger;
  mailer: { kick(): unknown };
  /** Replaces the timer in tests. */
  every?: Every;
}

/** Looks every minute whether the e-mail of the day is due. */
export function startMorningMail({ db, clock, log, mailer, every }: MorningParts): Rounds {
  let last: string | undefined;

  async function round(): Promise<void> {
    const now = clock();
    const day = dayInIndia(now);
    if (day === last || hourInIndia(now) < FROM_HOUR) return;
    const facts = { day, ...(await countOpenOrders(db, now)), flagged: await countFlagged(db) };
    const mail = { kind: 'daily', dedupeKey: `daily:${day}`, recipient: SHOP, facts } as const;
    await db.transaction().execute((trx) => enqueueMail(trx, now, [mail]));
    last = day;
    mailer.kick();
  }

  return workInRounds({
    pause: POLL,
    round,
    onError: (err) => log.error({ err }, 'the morning e-mail waits for its next round'),
    ...(every && { every }),
  });
}

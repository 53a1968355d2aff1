// Mail workers that send the e-mails of an outbox to a real SMTP server. The test controls the clock.
import { afterEach, beforeEach } from 'vitest';
import type { DatabaseKind } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import type { Rounds } from '../../../src/server/platform/rounds.ts';
import { enqueueMail, SHOP } from '../../../src/server/mail/outbox.ts';
import { createMailTransport } from '../../../src/server/mail/transport.ts';
import type { MailTransport } from '../../../src/server/mail/transport.ts';
import { startMailWorker } from '../../../src/server/mail/worker.ts';
import type { MailWorkerParts } from '../../../src/server/mail/worker.ts';
import { orderFacts } from './order-facts.ts';
import { openPostOffice } from './post-office.ts';
import type { PostOffice } from './post-office.ts';

export const from = 'Maalai <orders@maalai.example>';

/**
 * Registers the hooks for the block that calls it.
 * @param kind of the databases that the workers get, unless `start` names another
 */
export function mailStage(kind: DatabaseKind) {
  const time = { now: 0 };
  const clock = () => new Date(time.now);
  const workers: Rounds[] = [];
  let postOffice: PostOffice;
  let smtp: MailTransport;

  beforeEach(async () => {
    postOffice = await openPostOffice();
    smtp = createMailTransport({ smtpUrl: postOffice.url, directory: '/nowhere', from });
    time.now = Date.parse('2026-11-14T12:45:00.000Z');
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    smtp.close();
    await postOffice.close();
  });

  return {
    time,
    clock,
    get postOffice() {
      return postOffice;
    },
    /** The transport to the SMTP server. */
    get smtp() {
      return smtp;
    },

    start(db: Database, replace: Partial<MailWorkerParts> = {}): Rounds {
      const worker = startMailWorker({
        db,
        kind,
        clock,
        log: createLog('silent'),
        transport: smtp,
        shop: 'hello@maalai.example',
        origin: 'https://maalai.example',
        every: () => () => undefined,
        ...replace,
      });
      workers.push(worker);
      return worker;
    },

    /** Enqueues the two e-mails of each order. */
    enqueue: (db: Database, ...orderIds: string[]) =>
      db.transaction().execute(async (trx) => {
        for (const orderId of orderIds) {
          const [facts, key] = [orderFacts({ orderId }), `order:${orderId}`];
          const [receipt, notice] = [
            { kind: 'order-receipt', facts },
            { kind: 'order-notice', facts },
          ] as const;
          await enqueueMail(trx, clock(), [
            { ...receipt, dedupeKey: `${key}:receipt`, recipient: facts.email },
            { ...notice, dedupeKey: `${key}:notice`, recipient: SHOP },
          ]);
        }
      }),

    /** Returns the Message-IDs of the e-mails that have arrived. */
    arrived: () => postOffice.received.map(({ email }) => email.messageId).toSorted(),
  };
}

/** Resolves to all e-mails of the outbox. */
export const outbox = (db: Database) =>
  db.selectFrom('mail').selectAll().orderBy('dedupe_key').execute();

/** Returns the Message-IDs of both e-mails of each order. */
export const emailIds = (...orderIds: string[]) =>
  orderIds
    .flatMap((id) => ['notice', 'receipt'].map((what) => `<order.${id}.${what}@maalai.example>`))
    .toSorted();

// Mail workers that send the e-mails of an outbox to a real SMTP server. The test controls the clock.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import type { Rounds } from '../../../src/server/platform/rounds.ts';
import { enqueueMail, SHOP } from '../../../src/server/mail/outbox.ts';
import { createMailTransport } from '../../../src/server/mail/transport.ts';
import { startMailWorker } from '../../../src/server/mail/worker.ts';
import type { MailWorkerParts } from '../../../src/server/mail/worker.ts';
import { orderFacts } from './order-facts.ts';
import { openPostOffice } from './post-office.ts';
import type { PostOffice } from './post-office.ts';

export const from = 'Maalai <orders@maalai.example>';

/** Registers the hooks for the block that calls it. */
export function mailStage() {
  const time = { now: 0 };
  const clock = () => new Date(time.now);
  const workers: Rounds[] = [];
  let postOffice: PostOffice;
  let directory: string;

  beforeEach(async () => {
    postOffice = await openPostOffice();
    directory = mkdtempSync(join(tmpdir(), 'maalai-outbox-'));
    time.now = Date.parse('2026-11-14T12:45:00.000Z');
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await postOffice.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const smtp = () => createMailTransport({ smtpUrl: postOffice.url, directory, from });
  return {
    time,
    clock,
    get postOffice() {
      return postOffice;
    },
    /** The directory for e-mails that are written to files. */
    get directory() {
      return directory;
    },
    /** Creates a transport to the SMTP server. */
    smtp,

    start(db: Kysely<Schema>, replace: Partial<MailWorkerParts> = {}): Rounds {
      const worker = startMailWorker({
        db,
        clock,
        log: createLog('silent'),
        transport: smtp(),
        shop: 'hello@maalai.example',
        origin: 'https://maalai.example',
        every: () => () => undefined,
        ...replace,
      });
      workers.push(worker);
      return worker;
    },

    /** Enqueues the two e-mails of each order. */
    enqueue: (db: Kysely<Schema>, ...orderIds: string[]) =>
      db.transaction().execute((trx) =>
        enqueueMail(
          trx,
          clock(),
          orderIds.flatMap((orderId) => [
            {
              kind: 'order-receipt',
              dedupeKey: `order:${orderId}:receipt`,
              recipient: 'kavya@shopper.example',
              facts: orderFacts({ orderId }),
            },
            {
              kind: 'order-notice',
              dedupeKey: `order:${orderId}:notice`,
              recipient: SHOP,
              facts: orderFacts({ orderId }),
            },
          ]),
        ),
      ),

    /** Returns the Message-IDs of the e-mails that have arrived. */
    ids: () => postOffice.received.map(({ email }) => email.messageId).toSorted(),
  };
}

export const outbox = (db: Kysely<Schema>) =>
  db.selectFrom('mail').selectAll().orderBy('dedupe_key').execute();
export const receiptId = (orderId: string) => `<order.${orderId}.receipt@maalai.example>`;
export const noticeId = (orderId: string) => `<order.${orderId}.notice@maalai.example>`;

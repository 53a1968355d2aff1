// The outbox, sent to a real SMTP server. The test sets the time.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { hasWaiting } from '#support/databases/meanwhile.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { emailIds, mailStage, outbox } from '#support/server/mail-stage.ts';
import { orderFacts } from '#support/server/order-facts.ts';
import type { DatabaseKind, OpenDatabase } from '../platform/database/open.ts';
import { createLog } from '../platform/log.ts';
import { enqueueMail, SHOP } from './outbox.ts';
import type { MailWorkerParts } from './worker.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** Registers the hooks for the block that calls it. */
function mailWorkers(open: () => Promise<OpenDatabase>, kind: DatabaseKind) {
  const stage = mailStage(kind);
  const later = (milliseconds: number) => new Date(stage.time.now + milliseconds).toISOString();
  return {
    ...stage,
    stage,
    later,
    /** Enqueues the e-mails of an order as a process leaves them that died on its first try. */
    async abandoned(leasedFor: number) {
      const { db } = await open();
      await stage.enqueue(db, 'MA-1');
      const leased_until = later(leasedFor);
      await db.updateTable('mail').set({ leased_until, tries: 1 }).execute();
      return db;
    },
  };
}

onBoth('the mail worker', (open, kind) => {
  const { abandoned, arrived, enqueue, start, time } = mailWorkers(open, kind);

  it('shares the outbox between processes: no e-mail is sent twice', async () => {
    const { db } = await open();
    const orders = Array.from({ length: 20 }, (_, index) => `MA-${index}`);
    await enqueue(db, ...orders);
    await Promise.all([start(db), start(db), start(db)].map((worker) => worker.kick()));
    expect(arrived()).toEqual(emailIds(...orders));
  });

  it('takes over the e-mail of a process that died once its lease has expired', async () => {
    const worker = start(await abandoned(60 * SECOND));
    await worker.kick();
    expect(arrived()).toEqual([]);
    time.now += 60 * SECOND;
    await worker.kick();
    expect(arrived()).toEqual(emailIds('MA-1'));
  });

  it.each([
    ['leases', SECOND, 0],
    ['keeps', 0, 2],
  ])('cannot deadlock while it %s e-mails that the owner rewrites', async (_, early, leased) => {
    const { db } = await open();
    const logged: string[] = [];
    const log = createLog('error', (line) => void logged.push(JSON.parse(line).msg));
    for (const order of ['MA-1', 'MA-2']) {
      await enqueue(db, order);
      time.now -= early;
      const sending = Promise.withResolvers<void>();
      const transport = { send: () => sending.promise };
      let poll = () => {};
      const every = (_pause: number, run: () => void) => {
        poll = run;
        return () => undefined;
      };
      let ended = 0;
      const workersDb = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          ended += 1;
          return result;
        },
      });
      const worker = start(workersDb, { log, transport, every });
      const rows = () => db.selectFrom('mail').selectAll().where('order_id', '=', order).execute();
      const underWay = async () => (await rows()).filter((row) => row.leased_until !== null);
      await expect.poll(underWay).toHaveLength(leased);
      const ids = (await rows()).map(({ id }) => id).toSorted();
      // Whichever the worker would lock first
      if (order === 'MA-2') ids.reverse();
      await db.transaction().execute(async (trx) => {
        for (const id of ids) {
          await trx.updateTable('mail').set({ payload: '{}' }).where('id', '=', id).execute();
          if (id === ids[1]) continue;
          time.now += early;
          const before = ended;
          poll();
          // SQLite lets nobody else write meanwhile.
          if (kind === 'sqlite') continue;
          // It has reached the locked row, or passed it.
          await expect.poll(async () => ended > before || (await hasWaiting(db))).toBe(true);
        }
      });
      sending.resolve();
      await worker.kick();
      await worker.stop();
    }
    expect(logged.filter((msg) => msg.includes('outbox'))).toEqual([]);
  });
});

onDatabase('the mail worker', (open, kind) => {
  const { abandoned, arrived, clock, enqueue, later, stage, start, time } = mailWorkers(open, kind);

  it('sends each e-mail once, however often it is enqueued or the worker is kicked', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    const worker = start(db);
    await Promise.all([worker.kick(), worker.kick(), enqueue(db, 'MA-1', 'MA-2'), worker.kick()]);
    await worker.kick();
    await enqueue(db, 'MA-1');
    await worker.kick();
    expect(arrived()).toEqual(emailIds('MA-1', 'MA-2'));
  });

  it('tries again after growing pauses, with the same Message-ID', async () => {
    const { db } = await open();
    stage.postOffice.refuseNext(6);
    await enqueue(db, 'MA-1');
    const worker = start(db);
    await worker.kick();
    const last_error = expect.stringContaining('Come again later');
    const refused = { sent_at: null, leased_until: null, last_error };
    expect(await outbox(db)).toMatchObject([refused, refused]);
    for (const [pause, tries] of [
      [5 * SECOND - 1, 1],
      [1, 2],
      [10 * SECOND, 3],
      [20 * SECOND, 4],
    ] as const) {
      expect(arrived()).toEqual([]);
      time.now += pause;
      await worker.kick();
      expect((await outbox(db)).map((row) => row.tries)).toEqual([tries, tries]);
    }
    expect(arrived()).toEqual(emailIds('MA-1'));
    expect(await outbox(db)).toMatchObject([{ last_error: null }, { last_error: null }]);
  });

  it('sends e-mails about money that were never tried before all others', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const enqueueChanges = (...names: string[]) => {
      const mails = names.map((name) => {
        const facts = { email: `${name}@b.in`, changedAt: later(0) };
        return {
          kind: 'password-changed',
          dedupeKey: name,
          recipient: facts.email,
          facts,
        } as const;
      });
      return db.transaction().execute((trx) => enqueueMail(trx, clock(), mails));
    };
    await enqueueChanges(...Array.from({ length: 12 }, (_, index) => `poisoned-${index}`));
    const sent: string[] = [];
    const send: MailWorkerParts['transport']['send'] = async ({ key }) => {
      sent.push(key);
      if (key.startsWith('poisoned')) throw new Error('451 Come again later');
    };
    const worker = start(db, { transport: { send } });
    await worker.kick();
    time.now += 5 * SECOND;
    await enqueue(db, 'MA-1');
    await db.updateTable('mail').set({ tries: 1, turn: 1 }).where('recipient', '=', SHOP).execute();
    time.now += 1;
    await enqueueChanges('honest');
    await enqueue(db, 'MA-2');
    sent.length = 0;
    await worker.kick();
    const first = ['order:MA-1:receipt', 'order:MA-2:notice', 'order:MA-2:receipt'];
    expect(sent.slice(0, 3).toSorted()).toEqual(first);
    expect(sent).toContain('order:MA-1:notice');
    expect(sent).toContain('honest');
    expect(sent).toHaveLength(17);
    // PostgreSQL reads a small table whole: only SQLite shows the plan that it would use for a large one.
    if (kind === 'postgres') return;
    const lease = [...queries.values()].find(({ sql }) => sql.includes('limit'))!;
    const plan = await explain(database, lease);
    expect(plan).toContain('INDEX mail_due (turn=? AND next_try_at<?)');
    expect(plan).not.toMatch(/SCAN mail|TEMP B-TREE/);
  });

  it('sends one e-mail to the shopper and one to the shop, each with the other as Reply-To [found-9]', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    await start(db, { findPicture: () => Buffer.from('jpeg') }).kick();
    const { received } = stage.postOffice;
    const sentTo = (address: string) => received.find(({ to }) => to.join() === address)!.email;
    const notice = sentTo('hello@maalai.example');
    expect(notice.replyTo).toMatchObject([{ address: 'kavya@shopper.example' }]);
    expect(notice.subject).toContain('₹2,037.45');
    const receipt = sentTo('kavya@shopper.example');
    expect(receipt.replyTo).toMatchObject([{ address: 'hello@maalai.example' }]);
    expect(receipt.subject).toBe('Yay! Order placed: MA-1');
    expect(receipt.text).toContain('Amount paid: ₹2,037.45');
    expect(receipt.html).toContain('https://maalai.example/your-orders');
    const pictures = receipt.attachments.map(({ filename }) => filename);
    expect(pictures).toEqual(['wordmark.jpg', 'dairymilk-3-kids.jpg', 'crown-1-hero.jpg']);
    const row = { sent_at: later(0), leased_until: null, tries: 1 };
    expect(await outbox(db)).toMatchObject([row, row]);
  });

  /** Enqueues an e-mail with a link that works so long. */
  async function enqueueLink(kindOfLink: 'password-reset' | 'email-confirmation', life = HOUR) {
    const { db } = await open();
    const facts = { email: 'a@b.in', token: 'dG9rZW4', expiresAt: later(life) };
    const link = { kind: kindOfLink, dedupeKey: 'link', recipient: 'a@b.in', facts };
    await db.transaction().execute((trx) => enqueueMail(trx, clock(), [link]));
    return db;
  }

  it.each([
    ['password-reset', '/reset-password#dG9rZW4'],
    ['email-confirmation', '/confirm-email#dG9rZW4'],
  ] as const)('erases the link of %s once it is sent', async (about, link) => {
    const db = await enqueueLink(about);
    stage.postOffice.refuseNext(1);
    const worker = start(db);
    await worker.kick();
    expect((await outbox(db))[0]?.payload).toContain('dG9rZW4');
    time.now += 10 * SECOND;
    await worker.kick();
    expect(stage.postOffice.received[0]?.email.text).toContain(link);
    expect(await outbox(db)).toMatchObject([{ payload: '{}', sent_at: later(0) }]);
  });

  it('drops a link that expired while it waited', async () => {
    const db = await enqueueLink('password-reset', SECOND);
    time.now += SECOND;
    await start(db).kick();
    expect(arrived()).toEqual([]);
    const last_error = expect.stringContaining('expired before it was sent');
    expect(await outbox(db)).toMatchObject([{ failed_at: later(0), payload: '{}', last_error }]);
  });

  it('sends nothing that was rolled back', async () => {
    const { db } = await open();
    const mail = { kind: 'order-notice', dedupeKey: 'k', recipient: SHOP } as const;
    const failed = db.transaction().execute(async (trx) => {
      await enqueueMail(trx, clock(), [{ ...mail, facts: orderFacts() }]);
      throw new Error('the order was not written');
    });
    await expect(failed).rejects.toThrow('the order was not written');
    await start(db).kick();
    expect(arrived()).toEqual([]);
  });

  it('fails an e-mail that the server refuses for good, once, and erases its link', async () => {
    const db = await enqueueLink('password-reset', 2 * HOUR);
    stage.postOffice.refuseNext(1, '550 5.1.1 No such user here', 'RCPT');
    const worker = start(db, { alone: true });
    await worker.kick();
    const last_error = expect.stringContaining('No such user here');
    const failed = { sent_at: null, failed_at: later(0), tries: 1, payload: '{}', last_error };
    time.now += HOUR;
    await worker.kick();
    expect(await outbox(db)).toMatchObject([failed]);
    expect(arrived()).toEqual([]);
  });

  it.each([
    ['451 Come again later', 5],
    ['535 5.7.8 Authentication credentials invalid', 30],
  ])(
    'tries an e-mail that is refused with %s for %i days, if not for the first time, and at least once an hour',
    async (reply, days) => {
      const { db } = await open();
      await enqueue(db, 'MA-1');
      const at = reply.startsWith('535') ? 'MAIL' : 'DATA';
      stage.postOffice.refuseNext(2, reply, at);
      const worker = start(db);
      await worker.kick();
      for (const [tries, wait, pause] of [
        [90, days * DAY - 1, HOUR],
        [3, 1, 40 * SECOND],
        [90, 0, undefined],
      ] as const) {
        time.now += wait;
        stage.postOffice.refuseNext(2, reply, at);
        const due = { tries, next_try_at: later(0) };
        await db.updateTable('mail').set(due).execute();
        await worker.kick();
        const row = pause
          ? { failed_at: null, next_try_at: later(pause) }
          : { failed_at: later(0) };
        expect(await outbox(db)).toMatchObject([row, row]);
      }
    },
  );

  it('logs what it is when an e-mail was sent and cannot be marked, and sends it again as the same', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    await db.deleteFrom('mail').where('recipient', '=', SHOP).execute();
    const logged: string[] = [];
    const send: MailWorkerParts['transport']['send'] = async (mail) => {
      await stage.smtp.send(mail);
      if (arrived().length === 1) await db.schema.alterTable('mail').renameTo('gone').execute();
    };
    const log = createLog('error', (line) => void logged.push(JSON.parse(line).msg));
    const worker = start(db, { transport: { send }, log });
    await worker.kick();
    expect(logged[0]).toBe(
      'mail sent but not marked as sent: it will be sent again under the same key',
    );
    await db.schema.alterTable('gone').renameTo('mail').execute();
    time.now += 60 * SECOND;
    await worker.kick();
    const [id] = arrived();
    expect(arrived()).toEqual([id, id]);
    expect(await outbox(db)).toMatchObject([{ sent_at: later(0), failed_at: null, tries: 2 }]);
  });

  it('takes over leased e-mails at once if no other process shares the outbox', async () => {
    const db = await abandoned(30 * SECOND);
    const worker = start(db, { alone: true });
    await worker.kick();
    await enqueue(db, 'MA-2');
    await worker.kick();
    expect(arrived()).toEqual(emailIds('MA-1', 'MA-2'));
  });

  it('does not let one e-mail that cannot be written delay the others', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1', 'MA-2');
    const broken = 'order:MA-1:receipt';
    await db.updateTable('mail').set({ payload: '{}' }).where('dedupe_key', '=', broken).execute();
    await start(db).kick();
    expect(arrived()).toHaveLength(3);
    const left = (await outbox(db)).filter(({ sent_at }) => sent_at === null);
    const last_error = expect.stringMatching(/Error/);
    expect(left).toMatchObject([{ dedupe_key: broken, last_error }]);
  });

  it('polls every few seconds, and survives an unavailable database', async () => {
    const { db } = await open();
    const rounds: { milliseconds: number; run: () => void }[] = [];
    let ended = 0;
    const every: MailWorkerParts['every'] = (milliseconds, run) => {
      rounds.push({ milliseconds, run });
      return () => (ended += 1);
    };
    const worker = start(db, { every });
    await worker.kick();
    expect(rounds[0]?.milliseconds).toBeLessThanOrEqual(10 * SECOND);
    await db.schema.alterTable('mail').renameTo('gone').execute();
    await worker.kick();
    await db.schema.alterTable('gone').renameTo('mail').execute();
    await enqueue(db, 'MA-1');
    rounds[0]?.run();
    await expect.poll(arrived).toEqual(emailIds('MA-1'));
    await worker.stop();
    expect(ended).toBe(1);
  });

  it('finishes the e-mails under way when stopped, and starts no others', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1', 'MA-2', 'MA-3');
    const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const send: MailWorkerParts['transport']['send'] = async (mail) => {
      begun.resolve();
      await gate.promise;
      await stage.smtp.send(mail);
    };
    const worker = start(db, { transport: { send } });
    await begun.promise;
    const stopped = worker.stop();
    gate.resolve();
    await stopped;
    await worker.kick();
    const sent = (await outbox(db)).filter(({ sent_at }) => sent_at !== null);
    expect([arrived().length, sent.length]).toEqual([4, 4]);
  });
});

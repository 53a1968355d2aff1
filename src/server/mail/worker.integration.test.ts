// The outbox on both databases, sent to a real SMTP server. The test sets the time.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { from, mailStage, noticeId, outbox, receiptId } from '#support/server/mail-stage.ts';
import { orderFacts } from '#support/server/order-facts.ts';
import { enqueueMail, SHOP } from './outbox.ts';
import { createMailTransport } from './transport.ts';
import type { MailWorkerParts } from './worker.ts';

/** For a busy machine, which delivers late. */
const patiently = { timeout: 10_000 };

const SECOND = 1_000;

describeOnBothDatabases('the mail worker', (open) => {
  const stage = mailStage();
  const { clock, enqueue, ids, smtp, start, time } = stage;

  it(
    'sends one e-mail to the shopper and one to the shop, each with the other as Reply-To',
    covers('found-9'),
    async () => {
      const { db } = await open();
      await enqueue(db, 'MA-1');
      await start(db, { findPicture: () => Buffer.from('jpeg') }).kick();
      const [notice, receipt] = stage.postOffice.received.toSorted((a, b) =>
        (a.to[0] ?? '').localeCompare(b.to[0] ?? ''),
      );
      expect(notice?.to).toEqual(['hello@maalai.example']);
      expect(notice?.email.replyTo).toMatchObject([{ address: 'kavya@shopper.example' }]);
      expect(notice?.email.subject).toContain('₹2,037.45');
      expect(receipt?.to).toEqual(['kavya@shopper.example']);
      expect(receipt?.email.replyTo).toMatchObject([{ address: 'hello@maalai.example' }]);
      expect(receipt?.email.subject).toBe('Yay! Order placed: MA-1');
      expect(receipt?.email.text).toContain('Amount paid: ₹2,037.45');
      expect(receipt?.email.html).toContain('https://maalai.example/your-orders');
      expect(receipt?.email.attachments.map(({ filename }) => filename)).toEqual([
        'dairymilk-3-kids.jpg',
        'crown-1-hero.jpg',
      ]);
      for (const row of await outbox(db)) {
        expect(row).toMatchObject({ sent_at: clock().toISOString(), leased_until: null, tries: 1 });
      }
    },
  );

  it('sends each e-mail once, however often it is enqueued or the worker is kicked', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    const worker = start(db);
    await Promise.all([worker.kick(), worker.kick(), enqueue(db, 'MA-1', 'MA-2'), worker.kick()]);
    await worker.kick();
    await enqueue(db, 'MA-1');
    await worker.kick();
    const expected = ['MA-1', 'MA-2'].flatMap((id) => [noticeId(id), receiptId(id)]);
    expect(ids()).toEqual(expected.toSorted());
  });

  it.each([
    ['password-reset', '/reset-password#dG9rZW4'],
    ['email-confirmation', '/confirm-email#dG9rZW4'],
  ] as const)('erases the link of %s once it is sent', async (kind, link) => {
    const { db } = await open();
    const facts = { email: 'a@b.in', token: 'dG9rZW4', expiresAt: '2026-11-14T13:45:00.000Z' };
    await db
      .transaction()
      .execute((trx) =>
        enqueueMail(trx, clock(), [{ kind, dedupeKey: `${kind}:1`, recipient: 'a@b.in', facts }]),
      );
    stage.postOffice.refuseNext(1);
    const worker = start(db);
    await worker.kick();
    expect((await outbox(db))[0]?.payload).toContain('dG9rZW4');
    time.now += 10 * SECOND;
    await worker.kick();
    expect(stage.postOffice.received[0]?.email.text).toContain(link);
    expect((await outbox(db))[0]).toMatchObject({ payload: '{}', sent_at: clock().toISOString() });
  });

  it('sends nothing that was rolled back', async () => {
    const { db } = await open();
    const failed = db.transaction().execute(async (trx) => {
      const facts = orderFacts();
      const mail = { kind: 'order-notice', dedupeKey: 'k', recipient: SHOP, facts } as const;
      await enqueueMail(trx, clock(), [mail]);
      throw new Error('the order was not written');
    });
    await expect(failed).rejects.toThrow('the order was not written');
    await start(db).kick();
    expect(stage.postOffice.received).toEqual([]);
  });

  it('tries again after growing pauses, with the same Message-ID', async () => {
    const { db } = await open();
    stage.postOffice.refuseNext(6);
    await enqueue(db, 'MA-1');
    const worker = start(db);
    await worker.kick();
    expect(stage.postOffice.received).toEqual([]);
    for (const row of await outbox(db)) {
      expect(row).toMatchObject({ sent_at: null, tries: 1, leased_until: null });
      expect(row.last_error).toContain('Come again later');
      expect(row.next_try_at).toBe(new Date(time.now + 5 * SECOND).toISOString());
    }
    time.now += 5 * SECOND - 1;
    await worker.kick();
    expect((await outbox(db)).map(({ tries }) => tries)).toEqual([1, 1]);
    time.now += 1;
    await worker.kick();
    expect((await outbox(db)).map(({ tries }) => tries)).toEqual([2, 2]);
    time.now += 10 * SECOND;
    await worker.kick();
    expect((await outbox(db)).map(({ tries }) => tries)).toEqual([3, 3]);
    expect(stage.postOffice.received).toEqual([]);
    time.now += 20 * SECOND;
    await worker.kick();
    expect(ids()).toEqual([noticeId('MA-1'), receiptId('MA-1')]);
    for (const row of await outbox(db)) expect(row).toMatchObject({ tries: 4, last_error: null });
  });

  it('never waits longer than an hour between two tries', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    await db.updateTable('mail').set({ tries: 90 }).execute();
    stage.postOffice.refuseNext(2);
    await start(db).kick();
    for (const { next_try_at } of await outbox(db)) {
      expect(next_try_at).toBe(new Date(time.now + 3_600 * SECOND).toISOString());
    }
  });

  it('shares the outbox between processes: no e-mail is sent twice', async () => {
    const { db } = await open();
    const orders = Array.from({ length: 20 }, (_, index) => `MA-${index}`);
    await enqueue(db, ...orders);
    const both = [start(db), start(db), start(db)];
    await Promise.all(both.map((worker) => worker.kick()));
    const expected = orders.flatMap((id) => [noticeId(id), receiptId(id)]);
    expect(ids()).toEqual(expected.toSorted());
  });

  it('takes over the e-mail of a process that died once its lease has expired', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    const leased_until = new Date(time.now + 60 * SECOND).toISOString();
    await db.updateTable('mail').set({ leased_until, tries: 1 }).execute();
    const worker = start(db);
    await worker.kick();
    expect(stage.postOffice.received).toEqual([]);
    time.now += 60 * SECOND;
    await worker.kick();
    expect(ids()).toEqual([noticeId('MA-1'), receiptId('MA-1')]);
  });

  it('takes it over at once if no other process shares the outbox', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    const leased_until = new Date(time.now + 30 * SECOND).toISOString();
    await db.updateTable('mail').set({ leased_until, tries: 1 }).execute();
    const worker = start(db, { alone: true });
    await worker.kick();
    await enqueue(db, 'MA-2');
    await worker.kick();
    const expected = ['MA-1', 'MA-2'].flatMap((id) => [noticeId(id), receiptId(id)]);
    expect(ids()).toEqual(expected.toSorted());
  });

  it('sends an e-mail again, under the same key, if it was sent but not marked', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1');
    const files = createMailTransport({ directory: stage.directory, from });
    let lost = 2;
    const transport: MailWorkerParts['transport'] = {
      async send(mail) {
        await files.send(mail);
        // The e-mail is sent, but the reply is lost.
        if (lost-- > 0) throw new Error('connection lost');
      },
    };
    const worker = start(db, { transport });
    await worker.kick();
    time.now += 5 * SECOND;
    await worker.kick();
    expect((await outbox(db)).map(({ tries }) => tries)).toEqual([2, 2]);
    expect(readdirSync(stage.directory).toSorted()).toEqual([
      'order.MA-1.notice.eml',
      'order.MA-1.receipt.eml',
    ]);
  });

  it('does not let one e-mail that cannot be written delay the others', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1', 'MA-2');
    const broken = 'order:MA-1:receipt';
    await db.updateTable('mail').set({ payload: '{}' }).where('dedupe_key', '=', broken).execute();
    await start(db).kick();
    expect(ids()).toEqual([noticeId('MA-1'), noticeId('MA-2'), receiptId('MA-2')].toSorted());
    const left = (await outbox(db)).filter(({ sent_at }) => sent_at === null);
    expect(left).toMatchObject([
      { dedupe_key: broken, last_error: expect.stringMatching(/Error/) },
    ]);
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
    await expect.poll(ids, patiently).toEqual([noticeId('MA-1'), receiptId('MA-1')]);
    await worker.stop();
    expect(ended).toBe(1);
  });

  it('finishes the e-mails under way when stopped, and starts no others', async () => {
    const { db } = await open();
    await enqueue(db, 'MA-1', 'MA-2', 'MA-3');
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { promise: begun, resolve: markBegun } = Promise.withResolvers<void>();
    const real = smtp();
    const transport: MailWorkerParts['transport'] = {
      async send(mail) {
        markBegun();
        await gate;
        await real.send(mail);
      },
    };
    const worker = start(db, { transport });
    await begun;
    const stopped = worker.stop();
    openGate();
    await stopped;
    await worker.kick();
    const sent = (await outbox(db)).filter(({ sent_at }) => sent_at !== null);
    expect(stage.postOffice.received).toHaveLength(4);
    expect(sent).toHaveLength(4);
  });
});

// Erases expired personal data: which rows, when, and no others.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import type { AttemptState } from '../platform/database/schema.ts';
import { createLog } from '../platform/log.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { Email } from '../mail/outbox.ts';
import { writeEmail } from '../mail/write-email.ts';
import { recordRefund } from '../payments/record-refund.ts';
import { settlePayment } from '../payments/settle.ts';
import { readSnapshot, writeSnapshot } from '../../shop/order.ts';
import { startSweeper } from './sweep-expired.ts';

const NOW = Date.parse('2026-11-22T09:00:00.000Z');
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();

const kavya = { id: 'u', email: 'kavya@shopper.example' };
const garland = { productId: '3', selectedVersion: 'adult', quantity: 1 } as const;
const wishes = { giftNote: 'Dear Amma', neededBy: '2026-12-03' };
const KERALA = 'Kerala';

interface AttemptOptions {
  days?: number;
  isErased?: boolean;
  amount?: number;
  isOrder?: boolean;
  /** The order waits to leave, perhaps once more. */
  isOpen?: boolean;
  /** A payment of it went back that was not the order's. */
  isReturned?: boolean;
}

async function sweep({ db }: Pick<OpenDatabase, 'db'>, at = NOW): Promise<string> {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const every = () => () => undefined;
  const sweeper = startSweeper({ db, clock: () => new Date(at), log, every });
  onTestFinished(() => sweeper.stop());
  await sweeper.kick();
  return lines.join();
}

/** Inserts an attempt. Resolves to its id and what was agreed. */
async function insertAttempt(
  { db }: OpenDatabase,
  state: AttemptState,
  { days = 0, isErased, amount = 99_900, isOrder, isOpen, isReturned }: AttemptOptions = {},
) {
  const at = ago(days);
  const id = await insertOrder(db, kavya, garland, new Date(at), { wishes });
  const changes = { state, amount, account_erased_at: isErased ? at : null };
  const { snapshot } = await db
    .updateTable('payment_attempt')
    .set(changes)
    .where('id', '=', id)
    .returning('snapshot')
    .executeTakeFirstOrThrow();
  const { quote, delivery } = readSnapshot(snapshot);
  if (isReturned) {
    const payment = { payment_id: `${id}-2`, attempt_id: id, amount, currency: 'INR' };
    const flag = { reason: 'Too late', state: 'refunded' as const, flagged_at: at };
    await db
      .insertInto('surplus_payment')
      .values({ ...payment, ...flag, refunded_at: at })
      .execute();
  }
  if (!isOrder) {
    await db.deleteFrom('shop_order').where('id', '=', id).execute();
    return { id, quote, delivery };
  }
  // As the owner has corrected it
  const corrected = writeSnapshot({ quote, delivery: { ...delivery, state: KERALA } });
  await db
    .updateTable('shop_order')
    .set({ amount, snapshot: corrected, note: 'Ring Kavya', ...(!isOpen && { send_by: null }) })
    .execute();
  const act = { id: randomUUID(), at, kind: 'correct address', actor: 'meena@maalai.example' };
  await db
    .insertInto('desk_act')
    .values({ ...act, subject: id, digest: 'd', result: '{"outcome":"corrected"}' })
    .execute();
  const parcel = { courier: 'DTDC', tracking_number: 'D1', tracking_url: 'https://dtdc.example' };
  const sent = { key: `order:${id}:sent`, order_id: id, type: 'sent', at } as const;
  await db
    .insertInto('order_event')
    .values({ ...sent, ...parcel })
    .execute();
  return { id, quote, delivery };
}

onBoth('the daily sweep', (open) => {
  it('leaves enough to refund a payment that comes after what was ordered was erased', async () => {
    const database = await open();
    const { db } = database;
    const { id } = await insertAttempt(database, 'expired', { days: 30 });
    await db.updateTable('payment_attempt').set({ provider_order_id: 'order_1' }).execute();
    await sweep(database);
    const clock = () => new Date(NOW);
    const money = { id: 'pay_1', orderId: 'order_1', amount: 99_900, currency: 'INR' };
    const settled = await settlePayment(db, clock, { ...money, status: 'captured' });
    const reason = expect.stringContaining('the shop has erased what was ordered');
    expect(settled).toEqual({ outcome: 'attention', reason });
    const attempts = db.selectFrom('payment_attempt').select('state').where('id', '=', id);
    expect(await attempts.execute()).toEqual([{ state: 'needs_attention' }]);
    expect(await recordRefund(db, clock, money)).toEqual({ outcome: 'refunded', fresh: true });
    const mails = await db.selectFrom('mail').selectAll().orderBy('kind').execute();
    expect(mails.map(({ kind: about, recipient }) => [about, recipient])).toEqual([
      ['payment-attention', 'shop'],
      ['payment-refund', kavya.email],
    ]);
    for (const { kind: about, payload } of mails) {
      const mail = { kind: about, facts: JSON.parse(payload) } as Email;
      const { text } = writeEmail(mail, 'https://maalai.example');
      expect(text).toContain('₹999.00');
      expect(text).not.toMatch(/undefined|(?:Wanted|For): *\n/);
    }
  });
});

onDatabase('the daily sweep', (open) => {
  const deleted = { isErased: true, isOrder: true };

  it.each<[string, AttemptState, AttemptOptions, boolean]>([
    ['an unpaid attempt after 120 days', 'expired', { days: 120 }, true],
    ['but not before', 'expired', { days: 119 }, false],
    ['but what was ordered after 30 days', 'expired', { days: 30 }, false],
    ['and not before', 'expired', { days: 29 }, false],
    ['an order of a deleted account after 120 days', 'paid', { days: 120, ...deleted }, true],
    ['but not before', 'paid', { days: 119, ...deleted }, false],
    ['but not while it is made again', 'paid', { days: 130, ...deleted, isOpen: true }, false],
    ['but not one of ₹50,000 or more', 'paid', { days: 120, ...deleted, amount: 50_000_00 }, false],
    ['an unpaid attempt of ₹50,000', 'expired', { days: 120, amount: 50_000_00 }, true],
    ['but not an order of an existing account', 'paid', { days: 2_900, isOrder: true }, false],
    ['any order after eight years', 'paid', { days: 2_922, isOrder: true }, true],
    ['one of ₹50,000, too', 'paid', { days: 2_922, ...deleted, amount: 50_000_00 }, true],
    ['a refunded payment of a deleted account', 'refunded', { days: 120, isErased: true }, true],
    ['a payment that went back', 'refunded', { days: 120, isReturned: true }, true],
    ['but not before', 'refunded', { days: 119, isReturned: true }, false],
    ['but not of an order', 'refunded', { days: 120, isReturned: true, isOrder: true }, false],
    ['but not one that needs attention', 'needs_attention', { days: 400, isErased: true }, false],
    ['but not a payment under way', 'paying', { days: 400 }, false],
  ])(
    'erases personal data that the shop no longer needs: %s',
    async (_what, state, options, isDue) => {
      const database = await open();
      const { db } = database;
      const { id, quote, delivery } = await insertAttempt(database, state, options);
      await sweep(database);
      const attempts = db.selectFrom('payment_attempt').selectAll().where('id', '=', id);
      const attempt = await attempts.executeTakeFirstOrThrow();
      const order = await db.selectFrom('shop_order').selectAll().executeTakeFirst();
      const isQuoteDue = state === 'expired' && options.days! >= 30;
      for (const row of [attempt, ...(order ? [order] : [])]) {
        expect(row.email).toBe(isDue ? '' : kavya.email);
        expect(row.amount).toBe(options.amount ?? 99_900);
        const left = readSnapshot(row.snapshot);
        expect(left.quote.amount).toBe(99_900);
        expect(left.quote.lines).toEqual(isQuoteDue ? [] : quote.lines);
        const nobody = { customerName: '', email: '', phoneNumber: '', pincode: '', address: '' };
        const { state: place } = row === attempt ? delivery : { state: KERALA };
        expect(left.delivery).toEqual({ ...(isDue ? nobody : delivery), state: place });
      }
      const [note, phone] = isDue ? ['', ''] : ['Ring Kavya', delivery.phoneNumber];
      const actor = 'meena@maalai.example';
      const act = isDue
        ? { actor, digest: '', result: 'null' }
        : { actor, digest: 'd', result: '{"outcome":"corrected"}' };
      const event = isDue
        ? { courier: 'DTDC', tracking_number: null, tracking_url: null }
        : { courier: 'DTDC', tracking_number: 'D1', tracking_url: 'https://dtdc.example' };
      const stored = [
        await db.selectFrom('shop_order').select(['note', 'phone']).execute(),
        await db.selectFrom('desk_act').select(['actor', 'digest', 'result']).execute(),
        await db
          .selectFrom('order_event')
          .select(['courier', 'tracking_number', 'tracking_url'])
          .execute(),
      ];
      expect(stored).toEqual(order ? [[{ note, phone }], [act], [event]] : [[], [], []]);
      expect(attempt.request_hash).toBe(isDue || isQuoteDue ? '' : 'h');
    },
  );

  it('deletes expired sessions and links, and no others', async () => {
    const { db } = await open();
    const at = ago(0);
    const user = { name: 'Asha', email: 'asha@example.com', createdAt: at, updatedAt: at };
    await db
      .insertInto('user')
      .values(({ lit }) => ({ ...user, id: 'u', emailVerified: lit(true) }))
      .execute();
    const ends = [ago(1), ago(0), ago(-1)];
    const stamps = { createdAt: at, updatedAt: at };
    for (const [index, expiresAt] of ends.entries()) {
      const id = String(index);
      const session = { id, token: id, userId: 'u', userAgent: '', expiresAt, ...stamps };
      const link = { id, identifier: id, value: 'u', expiresAt, ...stamps };
      await db.insertInto('session').values(session).execute();
      await db.insertInto('verification').values(link).execute();
    }
    expect(await sweep({ db })).toMatch(/"sessions":2,"links":2.*expired data erased/);
    expect(await db.selectFrom('session').select('id').execute()).toEqual([{ id: '2' }]);
    expect(await db.selectFrom('verification').select('id').execute()).toEqual([{ id: '2' }]);
    expect(await sweep({ db })).toBe('');
  });

  it('erases the recipient and the content of an e-mail thirty days after it was sent or failed', async () => {
    const { db } = await open();
    const mail = (id: string, sent_at: string | null, failed_at: string | null = null) => ({
      id,
      dedupe_key: id,
      recipient: kavya.email,
      kind: 'order-receipt' as const,
      payload: '{"email":"kavya@shopper.example"}',
      created_at: ago(60),
      tries: 1,
      next_try_at: ago(60),
      sent_at,
      failed_at,
      last_error: 'Error: 550 <kavya@shopper.example>',
    });
    const mails = [
      mail('1-old', ago(30)),
      mail('2-failed', null, ago(30)),
      mail('3-young', ago(29)),
      mail('4-waiting', null),
      mail('5-failed-lately', null, ago(29)),
    ];
    await db.insertInto('mail').values(mails).execute();
    await sweep({ db });
    const columns = ['id', 'recipient', 'payload', 'last_error'] as const;
    const rows = await db.selectFrom('mail').select(columns).orderBy('id').execute();
    const erased = { recipient: '', payload: '{}', last_error: null };
    expect(rows.slice(0, 2)).toEqual([
      { id: '1-old', ...erased },
      { id: '2-failed', ...erased },
    ]);
    expect(mails.slice(2)).toMatchObject(rows.slice(2));
  });

  it('deletes sessions, waiting sign-ins and invitations of the desk that have ended, and no others', async () => {
    const { db } = await open();
    const yes = sql<boolean>`true`;
    const at = ago(2);
    const dates = { createdAt: at, updatedAt: at };
    const meena = { id: 'meena', name: 'Meena', email: 'meena@maalai.example' };
    await db
      .insertInto('desk_user')
      .values({ ...meena, emailVerified: yes, ...dates })
      .execute();
    for (let count = 0; count < 120; count += 1) {
      const [id, ends] = [String(count), ago(count === 0 ? -1 : 1)];
      const session = { id, userId: 'meena', token: id, userAgent: '', expiresAt: ends, ...dates };
      await db.insertInto('desk_session').values(session).execute();
      const challenge = { id, identifier: id, value: 'meena', expiresAt: ends, ...dates };
      await db.insertInto('desk_verification').values(challenge).execute();
      const link = { token_hash: id, email: `${id}@maalai.example`, expires_at: ends };
      await db.insertInto('desk_invitation').values(link).execute();
    }
    expect(await sweep({ db })).toContain('"deskSessions":119,"deskCodes":119,"invitations":119');
    const left = [
      await db.selectFrom('desk_session').select('id').execute(),
      await db.selectFrom('desk_verification').select('id').execute(),
      await db.selectFrom('desk_invitation').select('token_hash as id').execute(),
    ];
    expect(left).toEqual([[{ id: '0' }], [{ id: '0' }], [{ id: '0' }]]);
    expect(await db.selectFrom('desk_user').select('id').execute()).toHaveLength(1);
  });

  it('leaves no recipient: an e-mail without one is not enqueued', async () => {
    const { db } = await open();
    const mail = { kind: 'password-changed', facts: { email: '', changedAt: ago(0) } } as const;
    const none = { ...mail, dedupeKey: 'none', recipient: '' };
    const one = { ...mail, dedupeKey: 'one', recipient: kavya.email };
    await db.transaction().execute((trx) => enqueueMail(trx, new Date(NOW), [none, one]));
    const keys = await db.selectFrom('mail').select('dedupe_key').execute();
    expect(keys).toEqual([{ dedupe_key: 'one' }]);
  });

  it('processes any number of rows in batches, and reads only those that are due', async () => {
    const database = await open();
    for (let count = 0; count < 120; count += 1) {
      await insertAttempt(database, 'expired', { days: 121 });
    }
    const { db, queries } = watch(database.db);
    await sweep({ db });
    const left = database.db.selectFrom('payment_attempt').select('id').where('email', '<>', '');
    expect(await left.execute()).toEqual([]);
    // PostgreSQL's plans depend on the number of rows.
    if (database.kind === 'postgres') return;
    // Of the desk there are few: they have no index by their end.
    const reads = [...queries.values()].filter(({ sql: text }) =>
      /^(?!.*"desk_).* limit /s.test(text),
    );
    expect(reads.length).toBeGreaterThanOrEqual(6);
    for (const query of reads) {
      expect(await explain(database, query)).toMatch(
        /INDEX (?:session_expires|verification_expires|mail_sent|mail_failed|payment_attempt_(?:quote|person)|surplus_payment_attempt|shop_order_person)/,
      );
    }
  });

  it('logs an error when the database is unavailable', async () => {
    const { db } = await open();
    await db.schema.alterTable('session').renameTo('session_away').execute();
    expect(await sweep({ db })).toContain('expired data cannot be erased');
  });
});

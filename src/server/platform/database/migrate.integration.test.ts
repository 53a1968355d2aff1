import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { onBoth, onDatabase, openEmptyDatabase } from '#support/databases/databases.ts';
import { LONGEST_SEARCH_TEXT } from '../../../shop/reviews.ts';
import { migrate, MigrationError, readMigrations } from './migrate.ts';

const clock = () => new Date('2026-03-08T09:00:00.000Z');

onBoth('migrations', (open, kind) => {
  const shipped = readMigrations(kind);
  const withNote = (text: string) => [...shipped, { name: '0900-note.sql', text }];
  const NOTE = 'create table note (id text);\n';

  it('are applied once by concurrent processes', async () => {
    const { db } = await open();
    const text = `
      -- A comment; with a semicolon
      create table note (id text not null primary key, body text);
      insert into note (id, body) values ('1', 'a; b');
    `;
    await Promise.all(Array.from({ length: 6 }, () => migrate(db, kind, clock, withNote(text))));
    const { rows } = await sql`select id, body from note`.execute(db);
    expect(rows).toEqual([{ id: '1', body: 'a; b' }]);
  });

  it('leave nothing behind when they fail', async () => {
    const { db } = await open();
    const text = 'create table note (id text);\ncreate table nonsense (;\n';
    await expect(migrate(db, kind, clock, withNote(text))).rejects.toThrow(/syntax|incomplete/);
    await expect(sql`select * from note`.execute(db)).rejects.toThrow(/note/);
    await migrate(db, kind, clock, withNote(NOTE));
    expect((await sql`select * from note`.execute(db)).rows).toEqual([]);
  });

  it('are refused if an applied one was changed or is missing, but not on a database of a newer version', async () => {
    const { db } = await open();
    await migrate(db, kind, clock, withNote(NOTE));
    const changed = migrate(db, kind, clock, withNote('create table note (id bigint);\n'));
    await expect(changed).rejects.toThrow(MigrationError);
    await expect(changed).rejects.toThrow('0900-note.sql was changed');
    const windows = migrate(db, kind, clock, withNote(NOTE.replace('\n', '\r\n')));
    await expect(windows).resolves.toEqual([]);
    await expect(migrate(db, kind, clock)).resolves.toEqual(['0900-note.sql']);
    const other = migrate(db, kind, clock, [...shipped, { name: '0800-other.sql', text: NOTE }]);
    await expect(other).rejects.toThrow(/0900-note\.sql, which this version/);
  });

  it('create all tables and columns that better-auth needs', async () => {
    const { db } = await open();
    const { toBeCreated, toBeAdded } = await getMigrations({
      database: { db, type: kind },
      secret: 'x'.repeat(40),
      emailAndPassword: { enabled: true },
    });
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  it('return an amount as the exact number that was stored', async () => {
    const { db } = await open();
    const large = 900_719_925_474_099;
    await sql`create table purse (amount bigint)`.execute(db);
    await sql`insert into purse values (${large})`.execute(db);
    expect((await sql`select amount from purse`.execute(db)).rows).toEqual([{ amount: large }]);
    await sql`update purse set amount = 9007199254740993`.execute(db);
    await expect(sql`select amount from purse`.execute(db)).rejects.toThrow(RangeError);
  });
});

onDatabase('migrations', (open, kind) => {
  const shipped = readMigrations(kind);
  /** Opens a database with the migrations before `name`. */
  async function openBefore(name: string) {
    const { db, close } = await openEmptyDatabase(kind);
    onTestFinished(close);
    await migrate(
      db,
      kind,
      clock,
      shipped.filter((each) => each.name < name),
    );
    return db;
  }

  it('are recorded with the time, and not applied twice', async () => {
    const { db } = await open();
    const before = await db.selectFrom('migration').selectAll().orderBy('name').execute();
    expect(before.map((row) => row.name)).toEqual(shipped.map((migration) => migration.name));
    await Promise.all([1, 2, 3].map(() => migrate(db, kind, clock)));
    expect(await db.selectFrom('migration').selectAll().orderBy('name').execute()).toEqual(before);
  });

  it('make two orders for one payment impossible', async () => {
    const { db } = await open();
    const at = clock().toISOString();
    const common = { user_id: 'u', email: 'e', amount: 99_900, currency: 'INR', snapshot: '{}' };
    const times = { created_at: at, updated_at: at };
    const insertAttempt = (id: string, more = {}) => {
      const own = { id, receipt: id, request_hash: 'h', state: 'created' as const };
      const row = { ...common, ...times, ...own, ...more };
      return db.insertInto('payment_attempt').values(row).execute();
    };
    await insertAttempt('a1', { idempotency_key: 'k' });
    await insertAttempt('a2');
    await insertAttempt('a3');
    await expect(insertAttempt('a4', { idempotency_key: 'k' })).rejects.toThrow(/unique/i);
    await expect(insertAttempt('a5', { amount: 0 })).rejects.toThrow(/check/i);
    await expect(insertAttempt('a6', { state: 'done' })).rejects.toThrow(/check/i);

    const insertOrder = (id: string, attempt_id: string, order: string, payment: string) => {
      const ids = { id, attempt_id, provider_order_id: order, provider_payment_id: payment };
      const row = { ...common, ...ids, placed_at: at };
      return db.insertInto('shop_order').values(row).execute();
    };
    await insertOrder('MA-1', 'a1', 'order_1', 'pay_1');
    await expect(insertOrder('MA-2', 'a1', 'order_2', 'pay_2')).rejects.toThrow(/unique/i);
    await expect(insertOrder('MA-2', 'a2', 'order_1', 'pay_2')).rejects.toThrow(/unique/i);
    await expect(insertOrder('MA-2', 'a2', 'order_2', 'pay_1')).rejects.toThrow(/unique/i);
    await expect(insertOrder('MA-2', 'none', 'order_2', 'pay_2')).rejects.toThrow(/foreign key/i);
  });

  it('count the existing reviews, and truncate their search texts', async () => {
    const db = await openBefore('0005');
    const texts = { user_id: 'u', name: '', title: '', comment: '', images: '[]', verified: 0 };
    const review = (id: string, product_id: string, rating: number, search = 'x') => ({
      ...texts,
      id,
      product_id,
      rating,
      search,
      helpful_votes: 0,
      created_at: clock().toISOString(),
    });
    const reviews = [
      review('1', '3', 5, 'ஆ'.repeat(90_000)),
      review('2', '3', 5),
      review('3', '3', 1),
      review('4', '6', 5),
    ];
    await db.insertInto('review').values(reviews).execute();
    await migrate(db, kind, clock);
    const counts = db.selectFrom('review_count').selectAll();
    expect(await counts.orderBy('product_id').orderBy('rating').execute()).toEqual([
      // All are of one account, whose newest counts for search engines.
      { product_id: '3', rating: 1, reviews: 1, authors: 1 },
      { product_id: '3', rating: 5, reviews: 2, authors: 0 },
      { product_id: '6', rating: 5, reviews: 1, authors: 1 },
    ]);
    const searched = await db.selectFrom('review').select('search').orderBy('id').execute();
    expect(searched.map(({ search }) => search.length)).toEqual([LONGEST_SEARCH_TEXT, 1, 1, 1]);
  });

  it('end the sessions with tokens in plain text, and drop the key that signed them', async () => {
    const db = await openBefore('0006');
    const at = clock().toISOString();
    await sql`insert into secret values ('session', 'the-key')`.execute(db);
    await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values ('u', 'Asha', 'asha@example.com', false, ${at}, ${at})`.execute(db);
    await sql`insert into session ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId")
      values ('s', ${at}, 'the-token', ${at}, ${at}, 'u')`.execute(db);
    await migrate(db, kind, clock);
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('user').select('id').execute()).toEqual([{ id: 'u' }]);
    await expect(sql`select * from secret`.execute(db)).rejects.toThrow(/secret/);
  });

  it('record earlier refunds as events of their orders, and leave the other orders open', async () => {
    const db = await openBefore('0012');
    const snapshot = '{"delivery":{"phoneNumber":"9876543210"}}';
    const common = { user_id: 'u', email: 'e', amount: 99_900, currency: 'INR', snapshot };
    // 18:30 UTC is the next day in India.
    for (const [id, state, placed_at] of [
      ['1', 'paid', '2026-11-14T18:29:59.000Z'],
      ['2', 'paid', '2026-11-14T18:30:00.000Z'],
      ['3', 'refunded', '2026-11-14T12:00:00.000Z'],
    ] as const) {
      const times = { created_at: placed_at, updated_at: `2026-11-20T0${id}:00:00.000Z` };
      const attempt = { ...common, ...times, id, receipt: id, request_hash: '', state };
      await db.insertInto('payment_attempt').values(attempt).execute();
      const ids = { attempt_id: id, provider_order_id: id, provider_payment_id: `pay_${id}` };
      const order = { ...common, ...ids, id: `MA-${id}`, placed_at };
      await db.insertInto('shop_order').values(order).execute();
    }
    const part = { amount: 10_000, recorded_at: '2026-11-16T00:00:00.000Z' };
    const refunds = ['1', '3'].map((id) => ({ ...part, refund_id: id, payment_id: `pay_${id}` }));
    await db.insertInto('partial_refund').values(refunds).execute();
    await migrate(db, kind, clock);
    const orders = db.selectFrom('shop_order').select(['id', 'send_by', 'phone']).orderBy('id');
    const phone = '9876543210';
    expect(await orders.execute()).toEqual([
      { id: 'MA-1', send_by: '2026-11-18', phone },
      { id: 'MA-2', send_by: '2026-11-19', phone },
      { id: 'MA-3', send_by: null, phone },
    ]);
    const events = db.selectFrom('order_event').select(['key', 'order_id', 'at', 'amount']);
    const parts = { at: part.recorded_at, amount: 10_000 };
    // Those that are paid are checked for further refunds.
    const checks = db.selectFrom('payment_attempt').select('next_check_at').orderBy('id');
    expect((await checks.execute()).map(({ next_check_at }) => next_check_at)).toEqual([
      '2026-11-14T18:29:59.000Z',
      '2026-11-14T18:30:00.000Z',
      null,
    ]);
    expect(await events.orderBy('key').execute()).toEqual([
      {
        key: 'payment:pay_3:refund',
        order_id: 'MA-3',
        at: '2026-11-20T03:00:00.000Z',
        amount: 89_900,
      },
      { key: 'refund:1:part', order_id: 'MA-1', ...parts },
      { key: 'refund:3:part', order_id: 'MA-3', ...parts },
    ]);
  });
});

it('the shipped migrations are the same for both databases, but for accounts and where the SQL differs', () => {
  const names = (kind: 'sqlite' | 'postgres') => readMigrations(kind).map(({ name }) => name);
  const own = [
    '0001-accounts',
    '0008-unknown-payments',
    '0013-send-by',
    '0019-desk-accounts',
    '0020-find-orders',
    '0024-review-pictures',
  ];
  for (const kind of ['sqlite', 'postgres'] as const) {
    expect(names(kind)).toEqual(
      [
        ...own.map((name) => `${name}.${kind}.sql`),
        '0002-shop.sql',
        '0003-reviews.sql',
        '0004-settlement.sql',
        '0005-review-counts.sql',
        '0006-sessions.sql',
        '0009-refunds-and-looks.sql',
        '0010-verification-indexes.sql',
        '0011-erasure.sql',
        '0012-order-events.sql',
        '0014-undelivered-and-unheard.sql',
        '0015-moderation.sql',
        '0016-parcel-corrections.sql',
        '0017-disk-and-mail-order.sql',
        '0018-desk.sql',
        '0021-exports.sql',
        '0022-disputes.sql',
        '0023-sums.sql',
        '0026-review-key.sql',
        '0027-partial-refunds.sql',
        '0028-act-digests.sql',
        // Only several processes count together.
        ...(kind === 'postgres' ? ['0025-limits.postgres.sql'] : []),
      ].toSorted(),
    );
  }
});

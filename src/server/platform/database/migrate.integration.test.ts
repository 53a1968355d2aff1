import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
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
    const applied = await db.selectFrom('migration').select('name').orderBy('name').execute();
    expect(applied).toEqual(withNote(text).map(({ name }) => ({ name })));
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
    const first = sql`update migration set name = '0001-accounts.sql' where name = '0001-shop.sql'`;
    await first.execute(db);
    await expect(migrate(db, kind, clock)).rejects.toThrow('belongs to a version before 1.0.0.');
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

onDatabase('migrations', (open) => {
  it('create no account, neither in the shop nor at the desk', async () => {
    const { db } = await open();
    const shop = ['user', 'account', 'session'] as const;
    const desk = ['desk_user', 'desk_account', 'desk_session', 'desk_invitation'] as const;
    for (const table of [...shop, ...desk]) {
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    }
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
    await expect(insertAttempt('a4', { idempotency_key: 'k' })).rejects.toThrow(/unique/i);
    await expect(insertAttempt('a5', { amount: 0 })).rejects.toThrow(/check/i);
    await expect(insertAttempt('a6', { state: 'done' })).rejects.toThrow(/check/i);

    const insertOrder = (id: string, attempt_id: string, order: string, payment: string) => {
      const ids = { id, attempt_id, provider_order_id: order, provider_payment_id: payment };
      return db
        .insertInto('shop_order')
        .values({ ...common, ...ids, placed_at: at })
        .execute();
    };
    await insertOrder('MA-1', 'a1', 'order_1', 'pay_1');
    await expect(insertOrder('MA-2', 'a1', 'order_2', 'pay_2')).rejects.toThrow(/unique/i);
    await expect(insertOrder('MA-2', 'a2', 'order_1', 'pay_2')).rejects.toThrow(/unique/i);
    await expect(insertOrder('MA-2', 'a2', 'order_2', 'pay_1')).rejects.toThrow(/unique/i);
    await expect(insertOrder('MA-2', 'none', 'order_2', 'pay_2')).rejects.toThrow(/foreign key/i);
  });
});

it('the shipped migrations are the same for both databases, but for what each writes in its own way', () => {
  const names = (kind: 'sqlite' | 'postgres') => readMigrations(kind).map(({ name }) => name);
  const later = ['0003-received.sql', '0004-again.sql'];
  for (const kind of ['sqlite', 'postgres'] as const) {
    expect(names(kind)).toEqual(['0001-shop.sql', `0002-engine.${kind}.sql`, ...later]);
  }
});

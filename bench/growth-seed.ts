// Fills a database with orders and reviews, by SQL: ten orders per account, and all reviews for one product.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { quote } from '../src/shop/price.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { openDatabase } from '../src/server/platform/database/open.ts';
import type { DatabaseKind, DatabaseSettings } from '../src/server/platform/database/open.ts';
import { withoutTimeLimit } from '../src/server/platform/database/postgres.ts';
import { writeSnapshot } from '../src/shop/order.ts';

export const ORDERS_OF_AN_ACCOUNT = 10;
export const REVIEWED = '3';

/** Returns the account `index`, from 0. */
export const accountOf = (index: number) => ({
  id: `growth-${index}`,
  email: `growth-${index}@shopper.example`,
});

/** The time of row `i`, every half minute since November 2023. */
const times: Record<DatabaseKind, string> = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 30, 'unixepoch')`,
  postgres: `to_char(to_timestamp(1700000000 + i * 30) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

function snapshot(): string {
  const priced = quote([{ productId: '4', selectedVersion: 'adult', quantity: 1 }]);
  if (!priced.ok) throw new Error(priced.message);
  const delivery = {
    customerName: 'Kavya Raman',
    // The same in all orders: it is only displayed.
    email: accountOf(0).email,
    phoneNumber: '9876543210',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '14, North Mada Street, Mylapore, Chennai',
  };
  return writeSnapshot({ quote: priced.quote, delivery });
}

/** Returns the statements, in order. `i` counts from 1. */
function statements(kind: DatabaseKind, count: number): RawBuilder<unknown>[] {
  const rows = (most: number) =>
    sql.raw(
      `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) select i from n) rows`,
    );
  const account = sql.raw(`'growth-' || ((i - 1) / ${ORDERS_OF_AN_ACCOUNT})`);
  const email = sql`${account} || '@shopper.example'`;
  const [at, id] = [sql.raw(times[kind]), sql.raw(`'MA-' || i`)];
  const words = 'A garland that the bride wore twice, and the children ate in an evening.';
  return [
    sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      select 'growth-' || (i - 1), 'Kavya Raman', 'growth-' || (i - 1) || '@shopper.example', 1 = 0,
        current_timestamp, current_timestamp from ${rows(count / ORDERS_OF_AN_ACCOUNT)}`,
    sql`insert into payment_attempt (id, user_id, email, idempotency_key, request_hash, state, amount, currency,
        receipt, provider_order_id, snapshot, created_at, updated_at)
      select ${id}, ${account}, ${email}, ${id}, 'h', 'paid', 99900, 'INR', ${id}, ${id}, ${snapshot()}, ${at}, ${at}
      from ${rows(count)}`,
    sql`insert into shop_order (id, attempt_id, provider_order_id, provider_payment_id, user_id, email, amount,
        currency, snapshot, placed_at)
      select id, id, id, id, user_id, email, amount, currency, snapshot, created_at from payment_attempt`,
    sql`insert into order_event (key, order_id, type, at, courier)
      select 'order:' || id || ':sent', id, 'sent', placed_at, 'Delhivery' from shop_order`,
    // As after the sweep: without recipient and content.
    ...['receipt', 'notice'].map(
      (
        mail,
      ) => sql`insert into mail (id, dedupe_key, recipient, kind, order_id, payload, created_at, next_try_at, sent_at)
      select id || ${sql.lit(mail)}, 'order:' || id || ${sql.lit(`:${mail}`)}, '', ${sql.lit(`order-${mail}`)}, id,
        '{}', placed_at, placed_at, placed_at from shop_order`,
    ),
    sql`insert into review (id, product_id, user_id, name, rating, title, comment, search, images, verified,
        helpful_votes, created_at)
      select 'review-' || i, ${REVIEWED}, ${account}, 'Kavya', 1 + (i * 7) % 5, 'Lovely', ${words}, lower(${words}),
        '[]', 1, (i * 5) % 13, ${at} from ${rows(count)}`,
    sql`insert into review_count (product_id, rating, reviews)
      select product_id, rating, count(*) from review group by product_id, rating`,
  ];
}

/** Migrates an empty database and fills it with `count` orders and as many reviews. */
export async function seed(settings: DatabaseSettings, count: number): Promise<void> {
  const { db, kind, close } = await openDatabase(settings);
  try {
    await migrate(db, kind, () => new Date());
    // If this fails, nothing is kept anyway, and the shop sets its own values when it opens the file.
    if (kind === 'sqlite') {
      await sql`pragma synchronous = off`.execute(db);
      await sql`pragma journal_mode = off`.execute(db);
      await sql`pragma cache_size = -500000`.execute(db);
    }
    await db.connection().execute(async (connection) => {
      if (kind === 'postgres') await sql`set statement_timeout = 0`.execute(connection);
      const fill = async () => {
        for (const statement of statements(kind, count)) await statement.execute(connection);
        if (kind === 'postgres') await sql`vacuum analyze`.execute(connection);
      };
      await withoutTimeLimit(fill);
    });
  } finally {
    await close();
  }
}

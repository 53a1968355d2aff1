// Measures every page of the owner's desk in a shop that has sold for two years, on both databases.
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { freePort } from '#support/free-port.ts';
import { startRealShop } from '#support/shop.ts';
import type { DatabaseKind } from '../src/server/platform/database/open.ts';
import { addDays, dayInIndia } from '../src/shop/dates.ts';
import type { Bench, Figure, Part } from './run.ts';
import { countTo, fillDatabase, openFolder, snapshot, formatSeconds } from './growth.ts';
import { browserHeaders, sendRequest } from './shop-process.ts';

/** BENCH_ROWS=20000 is a quick look. */
const ORDERS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const OPEN = 60;
const REVIEWS = 2_000;
const [WARM_UPS, TURNS, DOWNLOADS] = [3, 20, 3];
/** Milliseconds, and kilobytes with everything that the page loads. */
const REACH = { ms: 100, kilobytes: 30 };

/** Of an order in the middle of those that a search by name reads. */
const rare = 'Zubeida Farooqui';
const people = ['Kavya Raman', 'Kavya Raman', 'Priya D’Souza', 'Arun Menon', 'Meera Iyer'];

/** Returns the statements that fill the database, in order. The last orders are open. */
function statements(kind: DatabaseKind, now: Date): RawBuilder<unknown>[] {
  const second = Math.floor(now.getTime() / 1_000);
  const step = Math.floor((2 * 365 * 86_400) / ORDERS);
  const at = formatSeconds(kind, `${second} - (${ORDERS} - i) * ${step} - 60`);
  const day = (days: number) => sql.lit(addDays(dayInIndia(now), days));
  // Ids do not come in the order of time.
  const id = sql.raw(`'MA-K' || (100000000 + cast(i as bigint) * 48271 % 900000000)`);
  const account = sql.raw(`'growth-' || ((i - 1) / 10)`);
  const agreed = people.map((customerName, which) => {
    const giftNote =
      which % 2 === 0 ? 'Happy birthday, Amma. With love from all of us.' : undefined;
    const delivery = {
      customerName,
      ...(giftNote && { giftNote, neededBy: addDays(dayInIndia(now), 9) }),
    };
    return snapshot(delivery, { productId: which < 3 ? '3' : '4', quantity: 1 + (which % 2) });
  });
  const agreedBy = sql.join(
    agreed.map(
      (text, which) => sql`when i % ${sql.lit(people.length)} = ${sql.lit(which)} then ${text}`,
    ),
    sql` `,
  );
  const from = (first: number, of = 'placed_at') =>
    sql`select *, row_number() over (order by ${sql.ref(of)}) as i from shop_order limit ${sql.lit(first)}`;
  const mail = (name: string) => sql`
    insert into mail (id, dedupe_key, recipient, kind, order_id, payload, created_at, tries, next_try_at, sent_at)
    select id || ${sql.lit(name)}, 'order:' || id || ${sql.lit(`:${name}`)}, '', ${sql.lit(`order-${name}`)}, id,
      '{}', placed_at, 1, placed_at, placed_at from shop_order`;
  const words = 'A garland that the bride wore twice, and the children ate in an evening.';
  return [
    sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      select 'growth-' || (i - 1), 'Kavya Raman', 'growth-' || (i - 1) || '@shopper.example', 1 = 0,
        current_timestamp, current_timestamp from ${countTo(ORDERS / 10)}`,
    sql`insert into payment_attempt (id, user_id, email, idempotency_key, request_hash, state, amount, currency,
        receipt, provider_order_id, snapshot, created_at, updated_at)
      select ${id}, ${account}, ${account} || '@shopper.example', ${id}, 'h', 'paid', 99900, 'INR', ${id}, ${id},
        case when i = ${sql.lit(ORDERS - 1_000)} then ${snapshot({ customerName: rare })} ${agreedBy} end, ${at}, ${at}
      from ${countTo(ORDERS)}`,
    sql`insert into shop_order (id, attempt_id, provider_order_id, provider_payment_id, user_id, email, amount,
        currency, snapshot, placed_at, phone, promised_by)
      select id, id, id, 'pay_' || id, user_id, email, amount, currency, snapshot, created_at,
        '9' || substr(id, 5), substr(created_at, 1, 10) from payment_attempt`,
    // Ten are late, then what leaves today, tomorrow, and later.
    sql`update shop_order set send_by = (select case when i <= 10 then ${day(-2)} when i <= 22 then ${day(0)}
          when i <= 36 then ${day(1)} else ${day(5)} end
        from (select id, row_number() over (order by placed_at) as i
          from (select id, placed_at from shop_order order by placed_at desc limit ${sql.lit(OPEN)}) newest) open
        where open.id = shop_order.id)
      where id in (select id from shop_order order by placed_at desc limit ${sql.lit(OPEN)})`,
    sql`insert into order_event (key, order_id, type, at, courier, tracking_number)
      select 'order:' || id || ':sent', id, 'sent', placed_at, 'Delhivery', substr(id, 5) from shop_order
      where send_by is null`,
    // Every fiftieth got some money back, every second of these all of it.
    sql`insert into order_event (key, order_id, type, at, amount, refund_id)
      select 'order:' || id || ':refunded', id, 'refunded', placed_at, amount / (1 + i % 100 / 50), 'rfnd_' || id
      from (${from(ORDERS)}) numbered where i % 50 = 0`,
    sql`insert into desk_act (id, at, actor, kind, subject, result)
      select 'act-' || id, placed_at, 'owner@example.com', 'send', id, '{"sent":{"courier":"Delhivery"}}'
      from shop_order where send_by is null`,
    sql`insert into surplus_payment (payment_id, amount, currency, reason, state, flagged_at, refunded_at)
      select 'more_' || id, amount, 'INR', 'It was paid twice.', case when i % 1000 = 0 then 'flagged' else 'refunded' end,
        placed_at, case when i % 1000 = 0 then null else placed_at end
      from (${from(ORDERS)}) numbered where i % 200 = 0 and i > ${sql.lit(ORDERS / 2)}`,
    mail('receipt'),
    mail('notice'),
    mail('sent'),
    sql`update mail set failed_at = created_at, sent_at = null, last_error = 'The mailbox is full'
      where id like 'MA-K%00notice' or id like 'MA-K%17receipt'`,
    sql`update mail set recipient = 'lost@shopper.example' where id in (select id from mail where failed_at is not null
      order by failed_at desc limit 40)`,
    sql`insert into provider_event (event_id, kind, received_at) select 'e-' || id, 'order.paid', placed_at from shop_order`,
    sql`insert into review (id, product_id, user_id, name, rating, title, comment, search, images, verified,
        helpful_votes, created_at, hidden_at, hidden_reason, hidden_by)
      select 'review-' || i, '' || (1 + i % 9), ${account}, 'Kavya', 1 + (i * 7) % 5, 'Lovely', ${words},
        lower(${words}), '[]', 1, (i * 5) % 13, ${at}, case when i % 50 = 0 then ${at} end,
        case when i % 50 = 0 then 'an advertisement' end, case when i % 50 = 0 then 'owner@example.com' end
      from ${countTo(REVIEWS)}`,
  ];
}

type Read = (path: string) => Promise<{ ms: number; bytes: number; text: string }>;

/** Opens the desk by its link. Resolves to a function that reads one of its addresses. */
async function openDesk(firstSignIn: string): Promise<Read> {
  const { port, pathname } = new URL(firstSignIn);
  const request = (path: string, headers = {}) =>
    sendRequest(Number(port), {
      path,
      headers: { ...browserHeaders, Host: `localhost:${port}`, ...headers },
    });
  const opened = await request(pathname);
  const cookie = opened.headers['set-cookie']?.map((each) => each.split(';', 1)[0]).join('; ');
  await buffer(opened);
  return async (path) => {
    const began = performance.now();
    const response = await request(path, { Cookie: cookie });
    const body = await buffer(response);
    const ms = performance.now() - began;
    if (response.statusCode !== 200) throw new Error(`${path}: status ${response.statusCode}`);
    const isPacked = response.headers['content-encoding'] === 'gzip';
    return { ms, bytes: body.length, text: String(isPacked ? gunzipSync(body) : body) };
  };
}

/** Returns the addresses by what they are called. */
async function listPages(read: Read, now: Date): Promise<Record<string, string>> {
  const { text } = await read('/orders/several');
  const ids = [...new Set(text.match(/MA-K\d{9}/g))];
  const [open = ''] = ids;
  const sent =
    /MA-K\d{9}/.exec((await read(`/orders?q=${encodeURIComponent(rare)}`)).text)?.[0] ?? '';
  const [from, until] = [addDays(dayInIndia(now), -365), dayInIndia(now)];
  const find = (what: string) => `/orders?q=${encodeURIComponent(what)}`;
  return {
    Today: '/',
    'the Sent form': `/orders/${open}/sent`,
    several: '/orders/several',
    'Orders, the newest': '/orders',
    'Orders, older': `/orders?before=${sent}`,
    'Orders by number': find(sent),
    'Orders by part of a number': find(sent.slice(4, 9)),
    'Orders by phone': find(`9${sent.slice(4)}`),
    'Orders by e-mail': find('growth-17@shopper.example'),
    'Orders by a rare name': find(rare),
    'Orders by a common name': find('Kavya'),
    'Orders by what nobody has': find('nobody has this'),
    'an open order': `/orders/${open}`,
    'a sent order': `/orders/${sent}`,
    'correct tracking': `/orders/${sent}/correct`,
    'slips of 40': `/slips?ids=${ids.slice(0, 40).join(',')}`,
    'labels of 40': `/labels?ids=${ids.slice(0, 40).join(',')}`,
    Reviews: '/reviews',
    Shop: '/shop',
    'More, last month': '/more',
    'More, a year': `/more?from=${from}&until=${until}`,
  };
}

/** Resolves to the compressed bytes of a page and of all that it loads. */
async function weigh(read: Read, path: string): Promise<number> {
  const page = await read(path);
  const files = [...page.text.matchAll(/(?:src|href)="(\/(?:assets|pictures|favicon)[^"]*)"/g)];
  const sizes = [page.bytes];
  for (const file of new Set(files.map(([, each]) => each ?? '')))
    sizes.push((await read(file)).bytes);
  return sizes.reduce((sum, size) => sum + size) / 1_000;
}

async function measureDatabase(kind: DatabaseKind, { report }: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const now = new Date();
  const { dataDir, database, env } = await openFolder(stack, kind);
  report(`${kind}: filling a database`);
  await fillDatabase(database, statements(kind, now));
  const settings = { LOG_LEVEL: 'warn', DESK_PORT: String(await freePort()), ...env };
  const shop = stack.adopt(await startRealShop(settings, dataDir), ({ remove }) => remove());
  const read = await openDesk(shop.firstSignIn());
  const figures: Figure[] = [];
  const time = async (name: string, path: string, turns: number, reach?: number) => {
    const measured: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) measured.push((await read(path)).ms);
    figures.push({ what: `${kind} ${name}`, unit: 'ms', measured, reach });
  };
  for (const [name, path] of Object.entries(await listPages(read, now))) {
    for (let turn = 0; turn < WARM_UPS; turn += 1) await read(path);
    await time(name, path, TURNS, REACH.ms);
    if (kind === 'postgres') continue;
    const measured = [await weigh(read, path)];
    figures.push({ what: name, unit: 'KB', measured, reach: REACH.kilobytes });
  }
  const [month, year] = [30, 365].map((days) => {
    return `from=${addDays(dayInIndia(now), -days)}&until=${dayInIndia(now)}`;
  });
  await time('open-orders.csv', '/exports/open-orders.csv', DOWNLOADS);
  await time('orders.csv of a month', `/exports/orders.csv?${month}`, DOWNLOADS);
  await time('orders.csv of a year', `/exports/orders.csv?${year}`, DOWNLOADS);
  await time('refunds.csv of a year', `/exports/refunds.csv?${year}`, DOWNLOADS);
  return figures;
}

export const desk: Part = {
  about: `each page of the owner’s desk with ${ORDERS} orders, ${OPEN} of them open: ${TURNS} times.`,
  async measure(bench) {
    return [
      ...(await measureDatabase('sqlite', bench)),
      ...(await measureDatabase('postgres', bench)),
    ];
  },
};

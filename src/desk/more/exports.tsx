// Tables for a spreadsheet: what is open, and the orders and refunds of a period.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { recordAct } from '../../server/acts/acts.ts';
import { countOpenOrders } from '../../server/orders/open-orders.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { readQuery, readUrlEncoded } from '../../server/platform/http/request.ts';
import { addDays, dayInIndia, formatDay, isDay, timeInIndia } from '../../shop/dates.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { Confirm } from '../door/confirm.tsx';
import { bad, done, LONGEST_FORM, readDoneAct } from '../form.ts';
import { goTo } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { Field, Icon, nothingTyped, NoticeMessage } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { count } from '../texts.ts';
import { openOrdersTable, placedOrdersTable, refundsTable, sumPeriod } from './tables.ts';
import type { Period } from './tables.ts';

export interface ExportParts {
  db: Database;
  clock: () => Date;
  confirm: Confirm;
}

/**
 * Returns the routes of the tables. They hold names and addresses, so each asks who it is. To have said so is an act; after
 * it, for as long as it is not asked again, a link downloads its table and writes nothing.
 */
export function exportRoutes(parts: ExportParts): Hono<ServerEnv> {
  const { db } = parts;
  const both = ['GET', 'POST'];
  return new Hono<ServerEnv>()
    .on(both, '/exports/open-orders.csv', (c) =>
      send(
        c,
        parts,
        { name: 'open-orders', what: 'Download all open orders with their addresses.' },
        () => openOrdersTable(db),
      ),
    )
    .on(both, '/exports/orders.csv', (c) => {
      const period = readPeriod(c, parts.clock());
      const name = `orders-${period.from}-${period.until}`;
      const what = `Download the orders of ${inWords(period)} with names and addresses.`;
      return send(c, parts, { name, what }, () => placedOrdersTable(db, period));
    })
    .on(both, '/exports/refunds.csv', (c) => {
      const period = readPeriod(c, parts.clock());
      const name = `refunds-${period.from}-${period.until}`;
      const what = `Download the refunds of ${inWords(period)}.`;
      return send(c, parts, { name, what }, () => refundsTable(db, period));
    });
}

const day = v.optional(v.fallback(v.pipe(v.string(), v.maxLength(10)), ''), '');
const PeriodQuery = v.object({ from: day, until: day });

/** Longer than a financial year; bounds the cost of the sums. */
const MOST_DAYS = 400;

/** Returns the period of the query, the last month if it has none or no valid one, and then what is wrong, by field. */
function readPeriod(c: Desk, now: Date): Period & Pick<Typed, 'errors'> {
  const { from, until } = readQuery(c, PeriodQuery);
  const { from: start, until: end } = usualPeriods(now)[1];
  const lastMonth = { from: start, until: end };
  if (from === '' && until === '') return { ...lastMonth, errors: {} };
  if (!isDay(from)) return { ...lastMonth, errors: { from: 'Choose a day that exists' } };
  if (!isDay(until)) return { ...lastMonth, errors: { until: 'Choose a day that exists' } };
  if (until < from) return { ...lastMonth, errors: { until: 'Choose a day after the first one' } };
  if (addDays(from, MOST_DAYS) < until) {
    return { ...lastMonth, errors: { until: `At most ${MOST_DAYS} days after the first one` } };
  }
  return { from, until, errors: {} };
}

/** Returns the periods that owners want: the financial year begins in April. */
function usualPeriods(now: Date) {
  const today = dayInIndia(now);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfBefore = addDays(firstOfMonth, -1);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  return [
    { label: 'This month', from: firstOfMonth, until: today },
    { label: 'Last month', from: `${lastOfBefore.slice(0, 7)}-01`, until: lastOfBefore },
    { label: 'Since April', from: `${year}-04-01`, until: today },
  ] as const;
}

const inWords = ({ from, until }: Period) =>
  `${formatDay(from, 'short')} - ${formatDay(until, 'short')}`;

async function send(
  c: Desk,
  { db, clock, confirm }: ExportParts,
  { name, what }: { name: string; what: string },
  open: () => AsyncGenerator<string>,
): Promise<Response> {
  const lists =
    c.req.method === 'POST' ? await readUrlEncoded(c, LONGEST_FORM) : new URLSearchParams();
  const question = await confirm(c, { what, lists, back: '/more#exports' });
  if (question) return question;
  if (c.req.method === 'POST') {
    const act = { kind: 'export', actor: c.get('person').email, digest: '' } as const;
    const id = randomUUID();
    await db
      .transaction()
      .execute((trx) => recordAct(trx, clock(), { ...act, id }, { table: name }));
    const { search } = new URL(c.req.url);
    return goTo(c, `/more${search}#exports`, id);
  }
  const table = open();
  // Before the status is sent: an error gets its own.
  const first = await table.next();
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`);
  return stream(c, async (out) => {
    if (!first.done) await out.write(first.value);
    for await (const piece of table) await out.write(piece);
  });
}

const confirmed = done(
  'It is you.',
  'Now tap the table that you want. You are not asked again for 10 minutes.',
);

/** Resolves to the part of the page about tables, and to its status. */
export async function exportsPart(c: Desk, { db, clock }: ExportParts) {
  const now = clock();
  const { errors, ...period } = readPeriod(c, now);
  const { from, until } = period;
  const isWrong = Object.keys(errors).length > 0;
  const typed = isWrong ? { values: readQuery(c, PeriodQuery), errors } : nothingTyped;
  const { late, today, tomorrow, later } = await countOpenOrders(db, now);
  const open = late + today + tomorrow + later;
  const { orders, others, refunds } = await sumPeriod(db, period);
  const doneAct = await readDoneAct(c, db);
  const query = `?from=${from}&until=${until}`;
  const words = ({ count: number, amount }: { count: number; amount: number }, one: string) =>
    `${inWords(period)}: ${count(number, one)}, ${formatRupeesExact(amount)}`;
  const { count: number, amount } = others;
  const more =
    number === 0 ? '' : `; ${count(number, 'other payment')}, ${formatRupeesExact(amount)}`;
  const part = (
    <section className="sec" aria-labelledby="exports">
      <h2 id="exports">Exports</h2>
      {doneAct?.kind === 'export' && <NoticeMessage {...confirmed} />}
      {isWrong && <NoticeMessage {...bad('Not these days: below is the last month.')} />}
      <ul className="list ex">
        <Table href="/exports/open-orders.csv" name="Open orders">
          {`${count(open, 'order')} with addresses, as of ${timeInIndia(now)}`}
        </Table>
        <Table href={`/exports/orders.csv${query}`} name="Orders of a period">
          {words(orders, 'order')}
          {more}
        </Table>
        <Table href={`/exports/refunds.csv${query}`} name="Refunds of a period">
          {words(refunds, 'refund')}
        </Table>
      </ul>
      <form className="card" action="/more#exports">
        <div className="chips">
          {usualPeriods(now).map(({ label, ...days }) => (
            <a
              key={label}
              href={`/more?from=${days.from}&until=${days.until}#exports`}
              aria-current={days.from === from && days.until === until ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </div>
        <div className="pair">
          <Field name="from" label="From" type="date" typed={typed} defaultValue={from} />
          <Field name="until" label="Until" type="date" typed={typed} defaultValue={until} />
        </div>
        <button className="btn line">Use these days</button>
      </form>
      <p className="soft">
        CSV for any spreadsheet. Days in India, both days included. They hold names and addresses,
        so you confirm it is you. Amounts of orders, less those of refunds, are what the shop has.
      </p>
    </section>
  );
  return { part, status: isWrong ? (400 as const) : (200 as const) };
}

function Table({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <li>
      <a className="hit" href={href}>
        <span className="w big">{name}</span>
        <span className="r">
          <Icon name="exports" />
        </span>
        <span className="l soft">{children}</span>
      </a>
    </li>
  );
}

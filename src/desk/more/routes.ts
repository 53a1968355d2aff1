// The routes of the tables for a spreadsheet. They hold names and addresses, so each asks who it is, and is an act.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import * as v from 'valibot';
import { exportsPage } from './exports.tsx';
import { nothingTyped } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { addDays, dayInIndia, formatDay, timeInIndia } from '../../shop/dates.ts';
import { recordAct } from '../../server/acts/acts.ts';
import { openOrdersTable, placedOrdersTable, refundsTable, sumPeriod } from './tables.ts';
import type { Period } from './tables.ts';
import { countOpenOrders } from '../../server/orders/open-orders.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { readQuery, readUrlEncoded } from '../../server/platform/http/request.ts';
import type { Confirm } from '../door/confirm.ts';
import { bad, LONGEST_FORM } from '../form.ts';
import { sendPage } from '../send-page.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';

interface ExportParts {
  db: Database;
  clock: () => Date;
  confirm: Confirm;
}

/** Returns the routes with their full paths. */
export function exportRoutes(parts: ExportParts): Hono<ServerEnv> {
  const { db } = parts;
  const both = ['GET', 'POST'];
  return new Hono<ServerEnv>()
    .get('/exports', (c) => showExports(c, parts))
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

const day = v.optional(v.fallback(v.pipe(v.string(), v.isoDate()), ''), '');
const PeriodQuery = v.object({ from: day, until: day });

/** Longer than a financial year; bounds the cost of the sums. */
const MOST_DAYS = 400;

/** Returns the period of the query, the last month if it has none or no valid one, and then what is wrong, by field. */
function readPeriod(c: Context<ServerEnv>, now: Date): Period & Pick<Typed, 'errors'> {
  const { from, until } = readQuery(c, PeriodQuery);
  const { lastMonth } = usualPeriods(now);
  if (from === '' && until === '') return { ...lastMonth, errors: {} };
  if (from === '') return { ...lastMonth, errors: { from: 'Choose a day' } };
  if (until === '') return { ...lastMonth, errors: { until: 'Choose a day' } };
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
  return {
    thisMonth: { from: firstOfMonth, until: today },
    lastMonth: { from: `${lastOfBefore.slice(0, 7)}-01`, until: lastOfBefore },
    sinceApril: { from: `${year}-04-01`, until: today },
  };
}

const inWords = ({ from, until }: Period) =>
  `${formatDay(from, 'short')} - ${formatDay(until, 'short')}`;

async function showExports(c: Context<ServerEnv>, { db, clock }: ExportParts) {
  const now = clock();
  const { errors, ...period } = readPeriod(c, now);
  const isWrong = Object.keys(errors).length > 0;
  const { thisMonth, lastMonth, sinceApril } = usualPeriods(now);
  const toLink = (label: string, { from, until }: Period) => ({
    label,
    href: `/exports?from=${from}&until=${until}`,
    isCurrent: from === period.from && until === period.until,
  });
  const { late, today, tomorrow, later } = await countOpenOrders(db, now);
  const body = exportsPage({
    open: late + today + tomorrow + later,
    time: timeInIndia(now),
    ...period,
    days: inWords(period),
    periods: [
      toLink('This month', thisMonth),
      toLink('Last month', lastMonth),
      toLink('Since April', sinceApril),
    ],
    ...(await sumPeriod(db, period)),
    typed: isWrong ? { values: readQuery(c, PeriodQuery), errors } : nothingTyped,
  });
  const shown = isWrong
    ? ({ notice: bad('Not these days: below is the last month.'), status: 400 } as const)
    : {};
  return sendPage(c, { ...shown, title: 'Exports', current: 'exports', main: 'one', body });
}

async function send(
  c: Context<ServerEnv>,
  { db, clock, confirm }: ExportParts,
  { name, what }: { name: string; what: string },
  open: () => AsyncGenerator<string>,
): Promise<Response> {
  const lists =
    c.req.method === 'POST' ? await readUrlEncoded(c, LONGEST_FORM) : new URLSearchParams();
  const question = await confirm(c, { what, lists, back: '/exports' });
  if (question) return question;
  const actor = c.get('person').email;
  await db
    .transaction()
    .execute((trx) =>
      recordAct(
        trx,
        clock(),
        { id: randomUUID(), kind: 'export', actor, digest: '' },
        { table: name },
      ),
    );
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

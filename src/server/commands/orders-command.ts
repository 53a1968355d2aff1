// `npm run orders`: what must be made and sent, by promised day. `--csv` writes it for a spreadsheet, `-- MA-…` shows
// all about one order. The shop may be running.
import type { Database } from '../platform/database/schema.ts';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dayInIndia } from '../../shop/dates.ts';
import { CommandError } from '../platform/failures.ts';
import { listOpenOrders } from '../orders/open-orders.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { readOrderStory } from '../orders/order-story.ts';
import { inShop } from './main.ts';
import { openOrdersText, storyText } from './order-texts.ts';
import { ordersCsv } from './orders-csv.ts';
import { readOrdersArguments } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** As many orders as a person reads at once. */
const SHOWN = 50;
const AT_ONCE = 200;

await runCommand(async () => {
  const wish = readOrdersArguments(process.argv.slice(2));
  return inShop(async ({ db }) => {
    switch (wish.show) {
      case 'open':
        return showOpen(db, wish.isAll);
      case 'table':
        return exportOrders(db, wish.file);
      case 'story':
        return showStory(db, wish.orderId);
    }
  });
});

async function showOpen(db: Database, isAll: boolean): Promise<string> {
  const orders = isAll ? await readAll(db) : await listOpenOrders(db, { limit: SHOWN + 1 });
  const hasMore = !isAll && orders.length > SHOWN;
  const today = dayInIndia(new Date());
  return openOrdersText(hasMore ? orders.slice(0, SHOWN) : orders, { today, hasMore });
}

/** Writes the table into a file, or resolves to it without its last line break. */
async function exportOrders(db: Database, file: string | undefined): Promise<string> {
  const orders = await readAll(db);
  const csv = ordersCsv(orders);
  if (file === undefined) return csv.slice(0, -1);
  const target = resolve(file);
  await writeFile(target, csv).catch((error: unknown) => {
    throw new CommandError(`${target} cannot be written (${String(error)}).`);
  });
  const count = orders.length === 1 ? '1 open order' : `${orders.length} open orders`;
  return `Wrote ${count} into ${target}.`;
}

async function showStory(db: Database, orderId: string): Promise<string> {
  const story = await readOrderStory(db, orderId);
  if (story === undefined) throw new CommandError(`There is no order ${orderId}.`);
  return storyText(story);
}

async function readAll(db: Database): Promise<OpenOrder[]> {
  const orders: OpenOrder[] = [];
  for (;;) {
    const page = await listOpenOrders(db, { limit: AT_ONCE, after: orders.at(-1) });
    orders.push(...page);
    if (page.length < AT_ONCE) return orders;
  }
}

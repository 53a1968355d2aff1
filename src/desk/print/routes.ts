// The routes of what is printed: slips and labels of one order or several.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import { labelsPage, slipsPage } from './slips.tsx';
import type { Database } from '../../server/platform/database/schema.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readQuery } from '../../server/platform/http/request.ts';
import { isOrderId, readDeskOrders } from '../orders/order-rows.ts';
import { readOrderId } from '../orders/routes.ts';
import { sendDocument } from '../send-page.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';

interface PaperParts {
  db: Database;
  /** The desk's own address. */
  origin: string;
}

/** Orders in one print. */
const SHEETS = 40;

/** Returns the routes with their full paths. */
export function paperRoutes({ db, origin }: PaperParts): Hono<ServerEnv> {
  const print = async (
    c: Context<ServerEnv>,
    draw: typeof slipsPage,
    title: string,
    ids: string[],
  ) => {
    const orders = await readDeskOrders(db, ids);
    if (orders.length === 0) {
      throw new ProblemError(404, 'There is no order to print. Please choose it on Today.');
    }
    const back = ids.length === 1 ? `/orders/${ids[0]}` : '/';
    return sendDocument(c, { title, look: 'paper' }, draw({ orders, origin, back }));
  };
  return new Hono<ServerEnv>()
    .get('/slips', (c) => print(c, slipsPage, 'Slips', readIds(c)))
    .get('/labels', (c) => print(c, labelsPage, 'Labels', readIds(c)))
    .get('/orders/:id/slip', (c) => print(c, slipsPage, 'Slip', [readOrderId(c)]))
    .get('/orders/:id/label', (c) => print(c, labelsPage, 'Label', [readOrderId(c)]));
}

const IdsQuery = v.object({ ids: v.optional(v.pipe(v.string(), v.maxLength(1_000)), '') });

/** Returns the ids of the query, `?ids=MA-1,MA-2`, the first ones if there are many. */
function readIds(c: Context<ServerEnv>): string[] {
  const ids = readQuery(c, IdsQuery).ids.split(',');
  return [...new Set(ids)].filter(isOrderId).slice(0, SHEETS);
}

// The routes for the list of orders and for one order: being made, note, address, and its receipt once more.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import { ordersPage } from './order-list.tsx';
import { orderPage } from './order-page.tsx';
import { nothingTyped } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import type { ActKind } from '../../server/acts/acts.ts';
import { findOrders } from './find-orders.ts';
import { sumRefunds } from '../../server/orders/order-events.ts';
import { readOrderStory } from './read-order.ts';
import type { OrderStory } from './read-order.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readQuery } from '../../server/platform/http/request.ts';
import { drawForm, readDoneAct } from '../form.ts';
import { isOrderId, noOrder, readDeskOrders, toDeskOrder, toRecorded } from './order-rows.ts';
import { sendPage } from '../send-page.ts';
import type { DeskPage } from '../send-page.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { describeLast, describeMails, listChapters } from './story.ts';

type Desk = Context<ServerEnv>;

export interface OrderParts {
  db: Database;
  clock: () => Date;
  /** Returns the address of a small picture of a product. */
  findPicture: (name: string) => string | undefined;
}

/** Returns the routes with their full paths. */
export function orderRoutes(parts: OrderParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/orders', (c) => showOrders(c, parts))
    .get('/orders/:id', (c) => showOrder(c, parts, readOrderId(c)));
}

const TOO_LONG = 'Please search for at most 200 characters: a number, an e-mail or a name.';

const OrdersQuery = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(200, TOO_LONG)), ''),
  before: v.optional(v.pipe(v.string(), v.check(isOrderId, 'There is no such order.')), undefined),
});

/** The orders, newest first, or those that match the text. */
async function showOrders(c: Desk, { db }: OrderParts) {
  const { q, before } = readQuery(c, OrdersQuery);
  const sought = q.trim();
  const found = await findOrders(db, sought, before);
  const orders = await readDeskOrders(db, found.orderIds);
  const query = new URLSearchParams({ ...(sought && { q: sought }), before: found.before ?? '' });
  const older = found.before === undefined ? undefined : `/orders?${query.toString()}`;
  const body = ordersPage({ orders, sought, older });
  const main = orders.length === 0 ? 'one' : undefined;
  const page = { title: 'Orders', current: 'orders', look: 'body-find', body } as const;
  return sendPage(c, { ...page, sought, ...(main && { main }) });
}

/** Returns the id in the path. Throws a 404 problem if there can be no such order. */
export function readOrderId(c: Desk): string {
  const id = c.req.param('id') ?? '';
  if (!isOrderId(id)) throw new ProblemError(404, 'There is no order with this number.');
  return id;
}

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: Typed;
  /** The act of the form that was refused. */
  refused?: ActKind | undefined;
  isChanged?: boolean;
}

/** The page of an order, by default with what its last form did. Throws a 404 problem. */
export async function showOrder(
  c: Desk,
  { db, clock, findPicture }: OrderParts,
  id: string,
  shown: Shown = {},
) {
  const { typed = nothingTyped, isChanged = false } = shown;
  const now = clock();
  const story = await readOrderStory(db, id, now);
  if (story === undefined) throw noOrder(id);
  const { quote, delivery, events } = story;
  const order = toDeskOrder(story.order, { quote, delivery }, sumRefunds(events));
  const recorded = toRecorded(events, story.undoUntil);
  const rev = order.revision;
  const draw = (kind: ActKind) => drawForm(rev, kind === shown.refused ? typed : undefined);
  const forms = {
    making: drawForm(rev),
    undo: drawForm(rev),
    address: draw('correct address'),
    note: draw('note'),
    resend: drawForm(),
    refund: draw('refund'),
  };
  const doneAct = await readDoneAct(c, db);
  const body = orderPage({
    order,
    note: story.order.note,
    recorded,
    story: listChapters(story),
    mails: describeMails(story.mails, now),
    forms,
    typed,
    isChanged,
    disputed: sumDisputes(story, ({ ended_at }) => ended_at === null),
    lost: sumDisputes(story, ({ state }) => state === 'lost'),
    erase: story.hasAccount ? drawForm() : undefined,
    findPicture,
    now,
  });
  const {
    notice = describeLast(
      doneAct?.subject === id ? doneAct : undefined,
      order,
      recorded,
      forms.undo,
    ),
    status,
  } = shown;
  return sendPage(c, { title: id, current: 'orders', main: 'order', notice, body, status });
}

/** Returns the sum of these disputes of the order's own payment, in paise. */
function sumDisputes(
  { disputes, order }: OrderStory,
  isOne: (dispute: OrderStory['disputes'][number]) => boolean,
): number {
  return disputes
    .filter((each) => each.payment_id === order.provider_payment_id && isOne(each))
    .reduce((sum, { amount }) => sum + amount, 0);
}

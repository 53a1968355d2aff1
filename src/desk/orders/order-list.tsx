// The list of orders, newest first, and what was found of them.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { readQuery } from '../../server/platform/http/request.ts';
import { dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { listPieces, recipientName } from '../../shop/order-text.ts';
import { Mark, sendPage } from '../page.tsx';
import type { Desk } from '../page.tsx';
import { Tag, unbroken } from '../parts.tsx';
import { count } from '../texts.ts';
import type { DeskOrder } from '../texts.ts';
import { findOrders } from './find-orders.ts';
import { showOrder } from './order-page.tsx';
import { OwnNote } from './order-parts.tsx';
import { isOrderId, readDeskOrders, readOrderId } from './order-rows.ts';
import type { OrderParts } from './order-rows.ts';

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
  return sendPage(c, { ...page, sought, main });
}

interface OrdersProps {
  orders: readonly DeskOrder[];
  /** What was looked for; '' for all orders. */
  sought: string;
  /** The address of the next page, if there is one. */
  older?: string | undefined;
}

/** The orders, newest first. */
export function ordersPage({ orders, sought, older }: OrdersProps) {
  if (orders.length === 0 && older === undefined) {
    return <NoOrders sought={sought} />;
  }
  return (
    <>
      <div className="stack">
        {sought !== '' && (
          <p className="row">
            <span>
              <b>{older === undefined ? count(orders.length, 'order') : 'Orders'}</b> for “{sought}”
            </span>
            <a className="quiet" href="/orders">
              Show all
            </a>
          </p>
        )}
        <ul className="list">
          {orders.map((order) => (
            <li key={order.id}>
              <Hit order={order} sought={sought} />
            </li>
          ))}
        </ul>
        {older !== undefined && (
          <p className="pager">
            <a className="btn line" href={older}>
              Older orders
            </a>
          </p>
        )}
      </div>
      <p className="soft">
        The number of an order, a phone, a parcel or a payment, an e-mail, a name, a PIN code. Parts
        are looked for in the newest 2,000 orders.
      </p>
    </>
  );
}

function Hit({ order, sought }: { order: DeskOrder; sought: string }) {
  const { id, delivery, placedAt } = order;
  return (
    <a className="hit" href={`/orders/${id}`}>
      <span className="w big">
        <Marked text={recipientName(delivery)} sought={sought} />
      </span>
      <span className="r st">
        <StateTag order={order} />
      </span>
      <span className="l">
        {unbroken(listPieces(order))} · <span className="nb">{delivery.state}</span>
        <OwnNote note={order.note} />
      </span>
      <span className="id">{id}</span>
      <span className="r soft d">{formatWeekday(dayInIndia(new Date(placedAt)))}</span>
    </a>
  );
}

/** Where an order stands, in a word. */
function StateTag({ order: { sendBy, isBeingMade, refunded, amount } }: { order: DeskOrder }) {
  if (refunded >= amount)
    return (
      <Tag tone="plain" icon="undo">
        Refunded
      </Tag>
    );
  if (sendBy === undefined)
    return (
      <Tag tone="good" icon="truck">
        Sent
      </Tag>
    );
  return <Tag icon="clock">{isBeingMade ? 'Being made' : 'To make'}</Tag>;
}

/** Text with what was looked for marked in it. */
function Marked({ text, sought }: { text: string; sought: string }) {
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase());
  if (at < 0) return text;
  const end = at + sought.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function NoOrders({ sought }: { sought: string }) {
  return (
    <div className="card empty">
      <Mark />
      <h2>{sought === '' ? 'No orders yet' : `No order for “${sought}”`}</h2>
      {sought !== '' && (
        <>
          <p>
            Try the e-mail, or the order number on the shopper’s receipt (MA-…). A payment without
            an order is under Needs you.
          </p>
          <p className="row">
            <a className="btn next" href="/">
              Look in Needs you
            </a>
            <a className="quiet" href="/orders">
              Show all
            </a>
          </p>
        </>
      )}
    </div>
  );
}

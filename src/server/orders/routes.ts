// What shoppers read of their own orders: the list, a payload for each, and the last delivery for the next form. The
// session decides whose orders; the path must only match it.
import { Hono } from 'hono';
import type { Selectable } from 'kysely';
import { plainEmail } from '../../shop/forms/fields.ts';
import { toRupees } from '../../shop/money.ts';
import { orderDates, readSnapshot } from '../../shop/order.ts';
import { ORDERS_PER_PAGE, OrdersQuery } from '../../shop/payloads/placed-orders.ts';
import type {
  OrderEvent as EventPayload,
  OrderPayload,
} from '../../shop/payloads/placed-orders.ts';
import type { DeliveryResponse } from '../../shop/payloads/payments.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { Database, ShopOrderTable } from '../platform/database/schema.ts';
import { requireUser } from '../platform/http/api.ts';
import type { CurrentUser, ServerEnv } from '../platform/http/api.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readQuery } from '../platform/http/request.ts';
import { findDispatch, listEvents, shownEvents, sumRefunds } from './order-events.ts';
import type { OrderEvent } from './order-events.ts';

interface ListParts {
  db: Database;
  clock: () => Date;
}

/** Returns the routes with their full paths, to be mounted at '/'. */
export function orderRoutes(parts: ListParts & { limits: Limits<'account'> }): Hono<ServerEnv> {
  const { db, limits } = parts;
  return new Hono<ServerEnv>()
    .get('/orders/:email', async (c) => {
      const user = await requireUser(c);
      if (plainEmail(c.req.param('email')) !== user.email.toLowerCase()) {
        throw new ProblemError(403, 'You can only see the orders of your own account.');
      }
      await limits.account.consume({ account: user.id }, 10);
      return c.json(await listOrders(parts, user, readQuery(c, OrdersQuery)));
    })
    .get('/api/users/delivery', async (c) => c.json(await readDelivery(db, await requireUser(c))));
}

/**
 * Resolves to at most ORDERS_PER_PAGE orders of the account, newest first, each with its events.
 * @param query with `before`, orders placed before that one; none if it does not belong to the account
 */
export async function listOrders(
  { db, clock }: ListParts,
  user: CurrentUser,
  { before }: OrdersQuery = {},
): Promise<OrderPayload[]> {
  const own = ownOrders(db, user);
  let page = own
    .select(['id', 'email', 'amount', 'snapshot', 'placed_at', 'promised_by'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ORDERS_PER_PAGE);
  if (before !== undefined) {
    const last = own.select(['placed_at', 'id']).where('id', '=', before);
    page = page.where((eb) =>
      eb(eb.refTuple('placed_at', 'id'), '<', last.$asTuple('placed_at', 'id')),
    );
  }
  const orders = await page.execute();
  if (orders.length === 0) return [];
  const all = await listEvents(db, ...orders.map(({ id }) => id));
  const events = shownEvents(all, clock());
  const byOrder = Map.groupBy(events, ({ order_id }) => order_id);
  return orders.map((order) => toOrderPayload(order, byOrder.get(order.id)));
}

function ownOrders(db: Database, { id, email }: CurrentUser) {
  return (
    db
      .selectFrom('shop_order')
      .where('email', '=', email)
      // An e-mail address may pass to another account; its earlier orders do not.
      .where('user_id', '=', id)
  );
}

type StoredOrder = Pick<
  Selectable<ShopOrderTable>,
  'id' | 'email' | 'amount' | 'snapshot' | 'placed_at' | 'promised_by'
>;

/**
 * Returns the payload of an order, in rupees, with the names of the specification. It has a chocolate and a version of
 * its own only if there is one line.
 * @param events those of this order, oldest first
 */
function toOrderPayload(order: StoredOrder, events: readonly OrderEvent[] = []): OrderPayload {
  const { quote, delivery } = readSnapshot(order.snapshot);
  const { customerName, address, landmark, state, pincode, phoneNumber } = delivery;
  const { giftNote, neededBy } = delivery;
  const [first, ...others] = quote.lines;
  const usual = orderDates(quote.lines, new Date(order.placed_at)).sentBy;
  const promised = order.promised_by ?? usual;
  return {
    _id: order.id,
    date: order.placed_at,
    status: sumRefunds(events) >= order.amount ? 'Refunded' : 'Paid',
    email: order.email,
    productId: first?.productId ?? '',
    productName: quote.productName,
    quantity: quote.quantity,
    amountPaid: toRupees(order.amount),
    ...(first && others.length === 0 && choiceIn(first)),
    customerName,
    address,
    ...(landmark && { landmark }),
    state,
    pincode,
    phoneNumber,
    ...(giftNote && { giftNote }),
    ...(neededBy && { neededBy }),
    ...(promised !== usual && { promisedBy: promised }),
    products: quote.lines.map((line) => ({
      name: line.name,
      id: line.productId,
      price: toRupees(line.unit),
      quantity: line.quantity,
      ...choiceIn(line),
    })),
    ...(quote.coupon && {
      couponApplied: quote.coupon.code,
      discountPercentage: quote.coupon.percent,
    }),
    originalAmount: toRupees(quote.total),
    discountedAmount: toRupees(quote.amount),
    ...(events.length > 0 && { events: currentEvents(events).map(toEventPayload) }),
  };
}

/** Returns the refunds, and the dispatch once, as it was last corrected: none while it is to be made again. */
function currentEvents(events: readonly OrderEvent[]): OrderEvent[] {
  const sent = findDispatch(events);
  return events.flatMap((event) => {
    if (event.type === 'refunded') return event;
    return sent !== undefined && event.key === sent.key ? sent : [];
  });
}

function toEventPayload(event: OrderEvent): EventPayload {
  const { type, at, courier, tracking_number, tracking_url, amount } = event;
  if (type === 'refunded') return { type, at, amount: toRupees(amount ?? 0) };
  return {
    type: 'sent',
    at,
    courier: courier ?? '',
    ...(tracking_number && { trackingNumber: tracking_number }),
    ...(tracking_url && { trackingUrl: tracking_url }),
  };
}

function choiceIn({ selectedVersion, versionName, chocolate }: QuoteLine) {
  return {
    ...(selectedVersion && { selectedVersion }),
    ...(versionName && { versionName }),
    ...(chocolate && { chocolate }),
  };
}

/** Resolves to the recipient and address of the account's last order, else of its profile, else to {}. */
async function readDelivery(db: Database, user: CurrentUser): Promise<DeliveryResponse> {
  const order = await ownOrders(db, user)
    .select('snapshot')
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const delivery = order && readSnapshot(order.snapshot).delivery;
  // The name is empty once the person was erased from the snapshot.
  if (delivery?.customerName) {
    const { customerName, phoneNumber, landmark, state, pincode, address } = delivery;
    return given({ customerName, phoneNumber, landmark, state, pincode, address });
  }
  const profile = await db
    .selectFrom('profile')
    .select(['name', 'phone_number', 'landmark', 'state', 'pincode', 'address'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!profile) return {};
  const { name: customerName, phone_number: phoneNumber, ...address } = profile;
  return given({ customerName, phoneNumber, ...address });
}

/** Returns the texts that are not empty. */
function given(texts: Record<keyof DeliveryResponse, string | null | undefined>): DeliveryResponse {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}

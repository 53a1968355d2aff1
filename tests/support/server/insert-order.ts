// Inserts a paid order, for tests of what happens after a purchase.
import type { Kysely } from 'kysely';
import type { DeliveryDetails } from '../../../src/shop/forms/delivery.ts';
import { quote } from '../../../src/shop/price.ts';
import type { LineRequest } from '../../../src/shop/price.ts';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { leaveBy, orderDates, writeSnapshot } from '../../../src/shop/order.ts';
import { createOrderId } from '../../../src/server/orders/receipt.ts';

interface MoreOrder {
  lines?: readonly LineRequest[];
  coupon?: string;
  wishes?: Partial<DeliveryDetails>;
}

/** Adds an order to the account, paid at `now`; `more` says what else the shopper chose. Resolves to its id. */
export async function insertOrder(
  db: Kysely<Schema>,
  account: { id: string; email: string; name?: string },
  line: LineRequest,
  now = new Date(),
  { lines = [], coupon, wishes = {} }: MoreOrder = {},
): Promise<string> {
  const items = [line, ...lines];
  const priced = quote(items, coupon);
  if (!priced.ok) throw new Error(priced.message);
  const delivery = {
    customerName: account.name ?? 'Kavya Raman',
    email: account.email,
    phoneNumber: '9876543210',
    landmark: 'Near the temple tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '14, North Mada Street, Mylapore, Chennai',
    ...wishes,
  };
  const [id, at] = [createOrderId(), now.toISOString()];
  const common = {
    id,
    user_id: account.id,
    email: account.email,
    amount: priced.quote.amount,
    currency: 'INR',
    snapshot: writeSnapshot({ quote: priced.quote, delivery }),
  };
  const attempt = { request_hash: 'h', state: 'paid', receipt: id } as const;
  await db
    .insertInto('payment_attempt')
    .values({ ...common, ...attempt, created_at: at, updated_at: at })
    .execute();
  const { sentBy } = orderDates(items, now);
  const send_by = leaveBy({ quote: priced.quote, delivery }, now);
  const dates = { placed_at: at, send_by, promised_by: sentBy };
  const ids = { attempt_id: id, provider_order_id: id, provider_payment_id: id };
  await db
    .insertInto('shop_order')
    .values({ ...common, ...ids, ...dates, phone: delivery.phoneNumber })
    .execute();
  return id;
}

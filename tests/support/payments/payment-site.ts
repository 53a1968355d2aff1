// A shop that takes payments, for tests: the real app on a real port, the payment stand-in as a separate process, accounts
// in the database. A test file has one stage, and each test opens its own shop on it.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { DAIRY_MILK } from '../../../src/shop/catalogue/product.ts';
import { quote } from '../../../src/shop/price.ts';
import type { LineRequest } from '../../../src/shop/price.ts';
import { toRupees } from '../../../src/shop/money.ts';
import {
  createRazorpayClient,
  webhookHeaders,
  webhookSignature,
} from '../../../src/server/payments/razorpay.ts';
import { WEBHOOK } from '../../../src/server/payments/routes.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import type { LimitRules } from '../../../src/server/platform/http/limits.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import type { LimitName } from '../../../src/server/web/limit-rules.ts';
import { insertAccount, insertSession } from '../server/insert-session.ts';
import { createClient, openApp, ORIGIN } from '../server/open-app.ts';
import type { AppParts, GivenParts } from '../server/open-app.ts';
import { readRows } from './begin-attempt.ts';
import { startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

/** Limits that no test reaches, unless it gives other rules. */
const WIDE = [{ by: 'address', points: 1e6, seconds: 60 }] as const;
const wide = { account: WIDE, coupon: WIDE, attempt: WIDE };
type Replace = Partial<AppParts> & { rules?: Partial<LimitRules<LimitName>> };

export type Shop = ReturnType<typeof openShop>;
export type Shopper = Awaited<ReturnType<Shop['signIn']>>;

/**
 * Registers the hooks of a site that all tests of a file share. Its stand-in delivers each webhook to the shop that created
 * the payment order, because a late webhook must not reach the shop of the next test.
 * @param webhooks what happens to the stand-in's own webhooks; by default they are delivered
 */
export function paymentStage(webhooks?: 'drop' | 'hold') {
  const owners = new Map<string, Shop['app']>();
  const listener = getRequestListener(async (request) => {
    const { method, headers, url } = request;
    const body = await request.text();
    const [, orderId = ''] = /"order_id":"([^"]+)"/.exec(body) ?? [];
    // Without the connection, whose body has been read.
    const again = new Request(url, { method, headers, body });
    return owners.get(orderId)?.fetch(again) ?? new Response(null, { status: 503 });
  });
  const server = createServer((request, response) => void listener(request, response));
  let standIn: StandIn;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    standIn = await startStandIn(`http://127.0.0.1:${port}${WEBHOOK}`);
  });
  beforeEach(async () => {
    if (webhooks) await standIn.setFaults({ on: 'webhook', action: webhooks });
  });
  afterEach(() => standIn.clearFaults());
  afterAll(async () => {
    await standIn.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Opens a shop on a migrated database. */
  function open(database: Pick<AppParts, 'db' | 'kind'>, replace: Replace = {}): Shop {
    const provider = replace.provider ?? createRazorpayClient(standIn.config);
    const shop: Shop = openShop({
      payment: standIn.config,
      ...database,
      ...replace,
      provider: {
        ...provider,
        async createOrder(order) {
          const created = await provider.createOrder(order);
          owners.set(created.id, shop.app);
          return created;
        },
      },
    });
    return shop;
  }

  return {
    get standIn() {
      return standIn;
    },
    /** Resolves to the orders that the stand-in has created. */
    providerOrders: async () => (await standIn.ledger()).orders,
    open,
    /** Opens a shop in which a shopper has begun to pay ₹999. */
    async begin(...opening: Parameters<typeof open>) {
      const shop = open(...opening);
      const kavya = await shop.signUp();
      const { body } = await kavya.call('POST', '/payments/orders', orderOf(kavya.email));
      const id: string = body.id;
      return {
        shop,
        kavya,
        /** The id of the payment order. */
        id,
        pay: (how = {}) => standIn.pay(id, how),
        written: () => readRows(shop.parts.db),
      };
    },
  };
}

function openShop({ rules, ...given }: GivenParts & Replace) {
  let kicks = 0;
  const lines: { level: string; msg: string; [member: string]: unknown }[] = [];
  const { app, parts } = openApp({
    log: createLog('info', (line) => void lines.push(JSON.parse(line))),
    limits: createLimits({ ...limitRules, ...wide, ...rules }),
    mailer: { kick: () => (kicks += 1) },
    ...given,
  });

  /** Creates a further session of an existing account. */
  async function signIn(email: string) {
    const { internalAdapter } = await parts.auth.$context;
    const found = await internalAdapter.findUserByEmail(email);
    if (!found) throw new Error(`no account: ${email}`);
    const { name, value } = await insertSession(parts.auth, found.user.id);
    const client = createClient(app, { origin: ORIGIN });
    client.cookies.set(name, value);
    /** `call` sends a request with the shopper's session. */
    return { email, call: client.send };
  }

  return {
    app,
    parts,
    /** Returns how often the mail worker was started. */
    kicks: () => kicks,
    /** Returns what the shop has logged so far, or the lines with this message. */
    log: (msg?: string) => lines.filter((line) => msg === undefined || line.msg === msg),
    async signUp(email = `${randomUUID()}@shopper.example`) {
      await insertAccount(parts.auth, { email });
      return signIn(email);
    },
    signIn,
    /** Delivers a webhook as the provider does. `signature` replaces the valid signature. */
    deliver(event: object | string, { id, signature }: { id?: string; signature?: string } = {}) {
      const body = typeof event === 'string' ? event : JSON.stringify(event);
      const signed = webhookSignature(Buffer.from(body), parts.payment.webhookSecrets[0] ?? '');
      return createClient(app, {}).send('POST', WEBHOOK, body, {
        [webhookHeaders.eventId]: id ?? randomUUID(),
        [webhookHeaders.signature]: signature ?? signed,
      });
    },
  };
}

/** Returns the payload of a payment order that the shop accepts, with the price that the storefront would show. */
export function orderOf(email: string, change: Partial<OrderPayload> = {}): OrderPayload {
  const items = change.items ?? [
    { productId: '3', selectedVersion: 'adult', quantity: 1, chocolate: DAIRY_MILK },
  ];
  const delivery = {
    customerName: 'Kavya Raman',
    email,
    phoneNumber: '9876543210',
    landmark: 'Opposite the temple tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '12, South Mada Street\nMylapore, Chennai',
  };
  const priced = quote(items as LineRequest[], change.couponCode);
  const totalAmount = priced.ok ? toRupees(priced.quote.amount) : 0;
  return { totalAmount, items, delivery, ...change };
}

export interface OrderPayload {
  totalAmount: unknown;
  items: unknown[];
  couponCode?: string;
  delivery: Record<string, unknown>;
}

/** Returns the webhook for a payment of ₹999, and its refund or dispute, with the members that the shop reads. */
export function webhookEvent(
  event: string,
  payment: Record<string, unknown>,
  others: Record<string, object> = {},
): object {
  const entity = { amount: 99_900, currency: 'INR', status: 'captured', ...payment };
  const more = Object.entries(others).map(([name, other]) => [name, { entity: other }]);
  return { entity: 'event', event, payload: { payment: { entity }, ...Object.fromEntries(more) } };
}

/** Resolves to the attempts that a shop has stored, oldest first. */
export const attemptsIn = ({ parts: { db } }: Shop) =>
  db.selectFrom('payment_attempt').selectAll().orderBy('created_at').execute();

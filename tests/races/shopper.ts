// A shopper as a program: sends the storefront's requests and remembers every response.
import { randomUUID } from 'node:crypto';
import { insertAccount, insertSession, withAccounts } from '#support/server/insert-session.ts';
import type { StandInClient, WindowResult } from '#support/payments/stand-in-client.ts';
import type { ActKind } from '../../src/server/acts/acts.ts';
import { toRupees } from '../../src/shop/money.ts';
import { quote } from '../../src/shop/price.ts';
import type { LineRequest } from '../../src/shop/price.ts';
import type { World } from './world.ts';

/** An account with a session, shared by many purchases. */
export interface Account {
  email: string;
  cookie: string;
  /** The client address. Each account has its own, so that they share no rate limits. */
  address: string;
}

export interface Reply {
  status: number;
  // Tests read members without checks: the body is what they assert.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Headers;
}

/** Longer than the shop may ever take, in milliseconds. A lost request fails much sooner. */
const PATIENCE_MS = 20_000;

/** Sends a request to the shop. Resolves to undefined if there was no response. */
export type Send = typeof call;

/** Sends it over HTTP. */
export async function call(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; from?: Account } = {},
): Promise<Reply | undefined> {
  const { body, headers, from } = options;
  try {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(from && { cookie: from.cookie, 'x-forwarded-for': from.address }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const { status, headers: received } = response;
    const isJson = /^application\/(?:problem\+)?json/.test(received.get('content-type') ?? '');
    return { status, body: isJson ? JSON.parse(text) : text, headers: received };
  } catch {
    return undefined;
  }
}

/** Calls `send` `times` times at once. */
export const atOnce = <T>(times: number, send: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, i) => send(i)));

/** Inserts accounts with a session each, and a password if one is given, into the database of a shop or a world. */
export function openAccounts(
  shop: Pick<World, 'database' | 'origin'>,
  count: number,
  password?: string,
): Promise<Account[]> {
  return withAccounts(shop, async (auth) => {
    const accounts: Account[] = [];
    for (let i = 0; i < count; i += 1) {
      const email = `${randomUUID()}@shopper.example`;
      const { name, value } = await insertSession(
        auth,
        await insertAccount(auth, { email, ...(password !== undefined && { password }) }),
      );
      accounts.push({ email, cookie: `${name}=${value}`, address: `10.0.0.${i}` });
    }
    return accounts;
  });
}

export interface Cart {
  items: readonly LineRequest[];
  couponCode?: string;
}

/** What the responses to one purchase said. All of it must stay true. */
export interface Memory {
  /** The idempotency key. */
  key: string;
  /** The price of the cart by the catalogue, in paise. */
  amount: number;
  /** The provider's orders in the shop's responses. There must be only one. */
  paymentOrders: Set<string>;
  /** The order ids in the shop's responses. There must be only one. */
  orders: Set<string>;
  /** The parcel numbers and refund ids that the owner's forms acknowledged. There must be only one parcel. */
  parcels: Set<string>;
  refunds: Set<string>;
  /** What the desk's forms were told, by the id of their act. There must be only one result of each. */
  acts: ToldActs;
  /** The number of responses by status; 'lost' without a response. */
  statuses: Record<string, number>;
}

export type ToldActs = Map<string, { kind: ActKind; told: Set<string> }>;

export type Purchase = ReturnType<typeof newPurchase>;

/**
 * Creates a purchase. Sends nothing yet.
 * @param send how its requests are sent
 */
export function newPurchase(
  world: { origin: string; standIn: StandInClient },
  account: Account,
  cart: Cart,
  send: Send = call,
) {
  const { origin, standIn } = world;
  const priced = quote(cart.items, cart.couponCode);
  if (!priced.ok) throw new Error(`this cart cannot be sold: ${priced.message}`);
  const { amount } = priced.quote;
  const memory: Memory = {
    key: randomUUID(),
    amount,
    paymentOrders: new Set(),
    orders: new Set(),
    parcels: new Set(),
    refunds: new Set(),
    acts: new Map(),
    statuses: {},
  };
  let window: WindowResult | undefined;

  async function request(
    method: 'GET' | 'POST',
    path: string,
    options: Parameters<Send>[3],
  ): Promise<Reply | undefined> {
    const reply = await send(origin, method, path, options);
    const status = String(reply?.status ?? 'lost');
    memory.statuses[status] = (memory.statuses[status] ?? 0) + 1;
    const [, shown] = /\?order=(.+)/.exec(reply?.headers.get('location') ?? '') ?? [];
    const orderId = reply?.status === 200 ? reply.body.orderId : shown;
    if (orderId) memory.orders.add(orderId);
    return reply;
  }

  /** Returns the payload of S1. */
  const payload = () => ({
    totalAmount: toRupees(amount),
    items: cart.items,
    ...(cart.couponCode !== undefined && { couponCode: cart.couponCode }),
    delivery: deliveryTo(account.email),
  });

  const paymentOrder = () => {
    const [first] = memory.paymentOrders;
    if (first === undefined) throw new Error('there is no payment order yet');
    return first;
  };

  return {
    account,
    memory,
    payload,
    /** The provider's order, once known. */
    get paymentOrder(): string | undefined {
      return [...memory.paymentOrders][0];
    },
    /** What the payment window returned last, once paid. */
    get window() {
      return window;
    },
    /** S1, with the purchase's idempotency key. */
    async begin(body: unknown = payload()) {
      const headers = { 'idempotency-key': memory.key };
      const reply = await request('POST', '/payments/orders', { from: account, body, headers });
      if (reply?.status === 200) memory.paymentOrders.add(reply.body.id);
      return reply;
    },
    /** S2, without a browser. Needs the provider's order. */
    pay: async (how: Record<string, unknown> = {}): Promise<WindowResult> =>
      (window = await standIn.pay(paymentOrder(), how)),
    /** S2 of a payment that failed or hung: captures it late. */
    settleLate: async (): Promise<WindowResult> =>
      (window = await standIn.settleLate(window?.razorpay_payment_id ?? '')),
    /** Refunds the payment in the provider's dashboard, by default all of it. */
    giveBack: (part?: number) => standIn.refund(window?.razorpay_payment_id ?? '', part),
    /** S3, with what the window returned last. */
    verify: () => request('POST', '/payments/verify', { from: account, body: window }),
    /** S3 of a browser that left the shop to pay: the provider's page posts it, without the session. */
    comeBack() {
      const body = new URLSearchParams({ ...window }).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
      const headers = { ...type, 'x-forwarded-for': account.address };
      return request('POST', '/payments/callback', { body, headers });
    },
    /** The status request of a page that was reloaded. */
    ask: async () => request('GET', `/payments/orders/${paymentOrder()}`, { from: account }),
  };
}

export function deliveryTo(email: string): Record<string, unknown> {
  return {
    customerName: 'Kavya Raman',
    email,
    phoneNumber: '9876543210',
    landmark: 'Opposite the temple tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '12, South Mada Street\nMylapore, Chennai',
  };
}

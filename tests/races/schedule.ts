// Draws what happens in one race: who buys what, how the payments go, what breaks, and at which message. Everything follows
// from the seed, so a failed race can be repeated.
import type { Availability } from '../../src/shop/availability.ts';
import type { ProxyName } from './moments.ts';
import { randomOf } from './random.ts';
import type { Random } from './random.ts';
import { WAIT_MS } from './owner.ts';
import type { Act } from './owner.ts';
import type { Cart } from './shopper.ts';
import type { Fault } from '#support/payments/stand-in-client.ts';
import type { Direction, Verdict } from './proxy.ts';

interface Setting {
  kind: 'sqlite' | 'postgres';
  shops: number;
  accounts: number;
}

export type Schedule = ReturnType<typeof scheduleOf>;
export type Plan = ReturnType<typeof drawPlan>;
export type Disturbance = ReturnType<typeof drawDisturbance>;

/** Returns the schedule of a seed for a world with this setting. */
export function scheduleOf(seed: number, setting: Setting) {
  const random = randomOf(seed);
  const draw = <T>(weights: Readonly<Record<number, number>>, one: () => T) =>
    Array.from({ length: Number(random.weigh(weights)) }, one);
  const plans = draw({ 1: 40, 2: 35, 3: 15, 4: 10 }, () => drawPlan(random, setting.accounts));
  return {
    seed,
    plans,
    faults: [
      ...draw({ 0: 35, 1: 40, 2: 25 }, () =>
        random.chance(45) ? drawCallFault(random) : drawWebhookFault(random),
      ),
      ...(random.chance(90) ? lostRefunds(random.between(1, 4)) : []),
    ],
    disturbances: draw({ 0: 55, 1: 33, 2: 12 }, () =>
      drawDisturbance(random, setting, plans.length),
    ),
    /** Whether the provider rotates the webhook secret; the shop knows both. */
    rotates: random.chance(4),
    halt: random.chance(25) ? drawHalt(random, plans.length) : undefined,
  };
}

/** The course of a payment, in the payment window and at the bank, with its weight. */
const courses = {
  pays: 46,
  'fails, then pays again': 8,
  'fails, then is captured late': 8,
  'hangs, then is captured late': 8,
  'pays twice': 8,
  'pays another amount': 6,
  'pays and gets it back': 4,
  'is blocked, not captured': 4,
  fails: 4,
  'walks away': 4,
};
export type Course = keyof typeof courses;

function drawPlan(random: Random, accounts: number) {
  const leaves = random.chance(25);
  return {
    /** The index of the account. */
    account: random.between(0, accounts - 1),
    cart: drawCart(random),
    /** How many times S1 is sent at once. */
    begins: random.chance(20) ? random.between(2, 6) : 1,
    course: random.weigh(courses),
    /** How many times S3 and the status request are sent at once: 0 if the tab was closed. */
    verifies: leaves ? 0 : random.chance(25) ? random.between(2, 8) : 1,
    asks: leaves || random.chance(70) ? 0 : random.between(1, 3),
    /** Whether the shopper comes back after healing and repeats the requests. */
    returns: !leaves || random.chance(30),
    /** Whether a late capture or refund, and the owner, come before or after the world is healed. */
    late: random.pick(['soon', 'after healing'] as const),
    /** Whether a part of the only payment is refunded in the provider's dashboard. */
    partBack: random.chance(40),
    /** What the owner does with the order, in this order, and how often each act is sent at once. */
    acts: drawActs(random),
    timesAtOnce: random.between(1, 3),
    /** Milliseconds before an undo. */
    undoAfter: random.pick([
      0,
      random.between(0, 2 * WAIT_MS),
      random.between(WAIT_MS, 12 * WAIT_MS),
    ]),
  };
}

const versions = ['adult', 'kids'] as const;

function drawCart(random: Random): Cart {
  const line = () => {
    const quantity = random.between(1, 3);
    if (random.chance(30)) return { productId: random.pick(['1', '2']), quantity };
    const productId = random.pick(['3', '4', '5']);
    return { productId, selectedVersion: random.pick(versions), quantity };
  };
  const items = Array.from({ length: random.between(1, 3) }, line);
  const couponCode = random.pick(['WELCOME10', 'SAVE15', 'LUCKY50']);
  return random.chance(40) ? { items, couponCode } : { items };
}

/** What the owner may do with an order at last, with its weight. */
const endings = { nothing: 40, sends: 25, refunds: 10, 'refunds a part': 10, 'does all': 15 };

function drawActs(random: Random): Act[] {
  const doubts = random.weigh({ none: 35, address: 25, all: 40 });
  const sending: Act[] = [
    ...(doubts === 'none' ? [] : (['correct the address'] as const)),
    'mark as sent',
    ...(doubts === 'all' ? (['undo', 'mark again'] as const) : []),
  ];
  const acts: Record<keyof typeof endings, Act[]> = {
    nothing: [],
    sends: sending,
    refunds: ['refund all'],
    'refunds a part': ['refund a part', ...sending],
    'does all': [...sending, 'refund a part', 'refund all'],
  };
  const before: Act[] = ['mark as being made', 'write a note', 'send the receipt again'];
  return [...before.filter(() => random.chance(30)), ...acts[random.weigh(endings)]];
}

const soon = '2099-01-12';
const halts: Record<'closed' | 'late' | 'sold out', Availability> = {
  closed: { mode: 'closed', until: soon, soldOut: {} },
  late: { mode: 'late', shipsFrom: soon, soldOut: {} },
  'sold out': { mode: 'open', soldOut: { '3': { backOn: soon }, '4': {} } },
};

/** The owner changes what can be ordered, at the nth message of the shoppers, until the shop is healed. */
const drawHalt = (random: Random, purchases: number) => ({
  set: halts[random.weigh({ closed: 50, 'sold out': 30, late: 20 })],
  nth: random.between(1, messages.shoppers * purchases),
  timesAtOnce: random.between(1, 3),
});

const calls = ['POST /v1/orders', 'GET /v1/payments/:id', 'GET /v1/orders/:id/payments'];
const events = ['payment.authorized', 'payment.captured', 'order.paid', 'payment.failed'];

function drawCallFault(random: Random): Fault {
  // A request that hangs delays the race by the client's whole timeout, so it is rare.
  const action = random.weigh({ drop: 35, error: 35, delay: 28, hang: 2 });
  return {
    on: 'http',
    call: random.pick(calls),
    action,
    stage: random.pick(['before', 'after']),
    times: action === 'hang' ? 1 : random.between(1, 4),
    ...(action === 'error' && { status: random.pick([500, 502, 503, 429]) }),
    ...(action === 'delay' && { delay_ms: random.between(5, 300) }),
  };
}

function drawWebhookFault(random: Random): Fault {
  const action = random.weigh({ drop: 25, hold: 25, delay: 15, duplicate: 20, reorder: 15 });
  return {
    on: 'webhook',
    action,
    ...(action !== 'reorder' && random.chance(50) && { event: random.pick(events) }),
    times: random.between(1, 12),
    ...(action === 'delay' && { delay_ms: random.between(5, 400) }),
    ...(action === 'duplicate' && { copies: random.between(2, 10) }),
  };
}

/** Loses all webhooks of this many refunds. */
function lostRefunds(times: number): Fault[] {
  const drop = { on: 'webhook', action: 'drop', times } as const;
  return ['refund.created', 'refund.processed'].map((event) => ({ ...drop, event }));
}

/** About how many messages one purchase sends over each proxy in one direction. A later moment would never come. */
const messages: Readonly<Record<ProxyName, number>> = {
  shoppers: 3,
  webhooks: 4,
  provider: 3,
  database: 50,
  mail: 14,
};

const disturbances = {
  'kill the shop': 50,
  'deploy the shop': 8,
  'kill the provider': 12,
  'cut a proxy': 20,
  'lose the database': 8,
  'silence a proxy': 2,
};

function drawDisturbance(random: Random, { kind, shops }: Setting, purchases: number) {
  const real: ProxyName[] = ['shoppers', 'webhooks', 'provider', 'mail'];
  // Twice, because every step of a settlement passes the proxy to PostgreSQL.
  const proxies: ProxyName[] = kind === 'postgres' ? [...real, 'database', 'database'] : real;
  const proxy = random.pick(proxies);
  return {
    kind: random.weigh(disturbances),
    /** The nth message in this direction over this proxy; `verdict` says whether it still arrives. */
    at: {
      proxy,
      nth: random.between(1, messages[proxy] * purchases),
      direction: random.pick<Direction>(['there', 'back']),
      verdict: random.pick<Verdict>(['pass', 'lose']),
    },
    /** Milliseconds after that message, because the work happens between two messages. */
    after: random.chance(50) ? 0 : random.between(0, 12),
    /** The proxy to cut or to silence. */
    proxy: random.pick(proxies),
    shop: random.between(0, shops - 1),
  };
}

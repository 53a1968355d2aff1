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

export interface Plan {
  /** The index of the account. */
  account: number;
  cart: Cart;
  /** How many times S1 is sent at once. */
  begins: number;
  course: Course;
  /** What the owner does with the order, in this order, and how often each act is sent at once. */
  acts: Act[];
  timesAtOnce: number;
  /** Milliseconds before an undo. */
  undoAfter: number;
  /** Whether a part of the only payment is refunded in the provider's dashboard. */
  partBack: boolean;
  /** Whether a late capture or refund, and the owner, come before or after the world is healed. */
  late: 'soon' | 'after healing';
  /** How many times S3 and the status request are sent at once: 0 if the tab was closed. */
  verifies: number;
  asks: number;
  /** Whether the shopper comes back after healing and repeats the requests. */
  returns: boolean;
}

export const disturbanceKinds = {
  'kill the shop': 50,
  'deploy the shop': 8,
  'kill the provider': 12,
  'cut a proxy': 20,
  'lose the database': 8,
  'silence a proxy': 2,
};
export type DisturbanceKind = keyof typeof disturbanceKinds;

export interface Disturbance {
  kind: DisturbanceKind;
  /** The nth message in this direction over this proxy; `verdict` says whether it still arrives. */
  at: { proxy: ProxyName; nth: number; direction: Direction; verdict: Verdict };
  /** Milliseconds after that message, because the work happens between two messages. */
  after: number;
  /** The proxy to cut or to silence. */
  proxy: ProxyName;
  shop: number;
}

export interface Schedule {
  seed: number;
  plans: Plan[];
  faults: Fault[];
  disturbances: Disturbance[];
  /** Whether the provider rotates the webhook secret; the shop knows both. */
  rotates: boolean;
  halt?: Halt;
}

/** The owner changes what can be ordered, at the nth message of the shoppers, until the shop is healed. */
export interface Halt {
  set: Availability;
  nth: number;
  timesAtOnce: number;
}

export interface Setting {
  kind: 'sqlite' | 'postgres';
  shops: number;
  accounts: number;
}

/** Returns the schedule of a seed for a world with this setting. */
export function scheduleOf(seed: number, setting: Setting): Schedule {
  const random = randomOf(seed);
  const faults = drawFaults(random);
  const count = random.weigh({ 1: 40, 2: 35, 3: 15, 4: 10 });
  const purchases = Array.from({ length: Number(count) }, () => drawPlan(random, setting));
  const disturbances = Array.from({ length: Number(random.weigh({ 0: 55, 1: 33, 2: 12 })) }, () =>
    drawDisturbance(random, setting, purchases.length),
  );
  const rotates = random.chance(4);
  // Drawn last, so that each seed still draws the same faults as before the owner was added, and the same acts as before
  // parts were given back.
  const acting = purchases.map((plan) => ({ ...plan, ...drawActs(random), undoAfter: 0 }));
  const plans = acting.map((plan) => ({ ...plan, partBack: random.chance(40) }));
  const lost = random.chance(90) ? lostRefunds(random.between(1, 4)) : [];
  // And after that, whether the owner is in two minds.
  for (const plan of plans) plan.acts = plan.acts.flatMap(drawDoubts(random));
  // And after that, what else happens at the desk.
  for (const plan of plans) {
    plan.acts.unshift(...moreActs.filter(() => random.chance(30)));
    plan.undoAfter = random.pick([
      0,
      random.between(0, 2 * WAIT_MS),
      random.between(WAIT_MS, 12 * WAIT_MS),
    ]);
  }
  const halt = random.chance(25) ? drawHalt(random, plans.length) : undefined;
  const drawn = { seed, plans, faults: [...faults, ...lost], disturbances, rotates };
  return halt ? { ...drawn, halt } : drawn;
}

/** What the owner may do with an order, each with its weight. */
const actWeights = { nothing: 40, sends: 25, refunds: 10, 'refunds a part': 10, 'does all': 15 };

function drawActs(random: Random): Pick<Plan, 'acts' | 'timesAtOnce'> {
  const acts: Record<keyof typeof actWeights, Act[]> = {
    nothing: [],
    sends: ['mark as sent'],
    refunds: ['refund all'],
    'refunds a part': ['refund a part', 'mark as sent'],
    'does all': ['mark as sent', 'refund a part', 'refund all'],
  };
  return { acts: acts[random.weigh(actWeights)], timesAtOnce: random.between(1, 3) };
}

const moreActs: readonly Act[] = ['mark as being made', 'write a note', 'send the receipt again'];

const soon = '2099-01-12';
const halts: Record<'closed' | 'late' | 'sold out', Availability> = {
  closed: { mode: 'closed', until: soon, soldOut: {} },
  late: { mode: 'late', shipsFrom: soon, soldOut: {} },
  'sold out': { mode: 'open', soldOut: { '3': { backOn: soon }, '4': {} } },
};

function drawHalt(random: Random, purchases: number): Halt {
  const set = halts[random.weigh({ closed: 50, 'sold out': 30, late: 20 })];
  const nth = random.between(1, messages.shoppers * purchases);
  return { set, nth, timesAtOnce: random.between(1, 3) };
}

/** Returns a function that adds a corrected address to a dispatch, and its undo. */
function drawDoubts(random: Random): (act: Act) => Act[] {
  const doubts = random.weigh({ none: 35, address: 25, all: 40 });
  const before: Act[] = doubts === 'none' ? [] : ['correct the address'];
  const after: Act[] = doubts === 'all' ? ['undo', 'mark again'] : [];
  return (act) => (act === 'mark as sent' ? [...before, act, ...after] : [act]);
}

const versions = ['adult', 'kids'] as const;

function drawCart(random: Random): Cart {
  const line = () => {
    const quantity = random.between(1, 3);
    return random.chance(70)
      ? {
          productId: random.pick(['3', '4', '5']),
          selectedVersion: random.pick(versions),
          quantity,
        }
      : { productId: random.pick(['1', '2']), quantity };
  };
  const items = Array.from({ length: random.between(1, 3) }, line);
  return random.chance(40)
    ? { items, couponCode: random.pick(['WELCOME10', 'SAVE15', 'LUCKY50']) }
    : { items };
}

function drawPlan(
  random: Random,
  { accounts }: Setting,
): Omit<Plan, 'acts' | 'timesAtOnce' | 'undoAfter' | 'partBack'> {
  const leaves = random.chance(25);
  return {
    account: random.between(0, accounts - 1),
    cart: drawCart(random),
    begins: random.chance(20) ? random.between(2, 6) : 1,
    course: random.weigh(courses),
    late: random.pick(['soon', 'after healing']),
    verifies: leaves ? 0 : random.chance(25) ? random.between(2, 8) : 1,
    asks: leaves || random.chance(70) ? 0 : random.between(1, 3),
    returns: !leaves || random.chance(30),
  };
}

const calls = ['POST /v1/orders', 'GET /v1/payments/:id', 'GET /v1/orders/:id/payments'];
const events = ['payment.authorized', 'payment.captured', 'order.paid', 'payment.failed'];

function drawFaults(random: Random): Fault[] {
  const count = Number(random.weigh({ 0: 35, 1: 40, 2: 25 }));
  return Array.from({ length: count }, () =>
    random.chance(45) ? drawCallFault(random) : drawWebhookFault(random),
  );
}

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

function drawDisturbance(random: Random, { kind, shops }: Setting, purchases: number): Disturbance {
  const real: ProxyName[] = ['shoppers', 'webhooks', 'provider', 'mail'];
  // Twice, because every step of a settlement passes the proxy to PostgreSQL.
  const proxies: ProxyName[] = kind === 'postgres' ? [...real, 'database', 'database'] : real;
  const proxy = random.pick(proxies);
  return {
    kind: random.weigh(disturbanceKinds),
    at: {
      proxy,
      nth: random.between(1, messages[proxy] * purchases),
      direction: random.pick(['there', 'back']),
      verdict: random.pick(['pass', 'lose']),
    },
    after: random.chance(50) ? 0 : random.between(0, 12),
    proxy: random.pick(proxies),
    shop: random.between(0, shops - 1),
  };
}

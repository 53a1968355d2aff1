// Compares, at the end of every race, what the provider captured, what the shop recorded, what the shoppers received as
// responses, and which e-mails arrived. All of it must agree to the last paisa.
import type { AttemptRow, Books, MailRow, OrderRow } from './books.ts';
import type { Memory } from './shopper.ts';
import type { LedgerPayment } from '#support/payments/stand-in-client.ts';

/** The kinds of violations. The number of each must be zero. */
export const kinds = [
  'captured, not recorded',
  'recorded, not captured',
  'duplicates',
  'wrong amounts',
  'given back, not recorded',
  'acknowledged and lost',
  'mails missing',
  'mails too many',
  'not told to the shop',
] as const;
export type ViolationKind = (typeof kinds)[number];

export interface Violation {
  kind: ViolationKind;
  what: string;
  /** The provider's order. */
  paymentOrder: string;
}

/** These may still disappear by themselves; the others are final. */
const passing: ReadonlySet<ViolationKind> = new Set([
  'captured, not recorded',
  'recorded, not captured',
  'given back, not recorded',
  'mails missing',
  'not told to the shop',
]);

export const isFinal = ({ kind }: Violation) => !passing.has(kind);
/** An e-mail that has not arrived yet. If its process died, the lease has to expire first. */
export const isEmailToCome = ({ kind }: Violation) =>
  kind === 'mails missing' || kind === 'not told to the shop';

export interface Sides {
  payments: readonly LedgerPayment[];
  attempts: readonly AttemptRow[];
  orders: readonly OrderRow[];
  mails: readonly MailRow[];
  /** Returns how often the e-mail with this key arrived. */
  deliveries: (dedupeKey: string) => number;
  memories: readonly Memory[];
  /** Nothing disturbed the delivery of e-mails: each must have arrived exactly once, not at least once. */
  calm: boolean;
}

/** Returns all violations. At the end of a race there must be none. */
export function compare(sides: Sides): Violation[] {
  return [...money(sides), ...responses(sides), ...emails(sides)];
}

const isReturned = ({ status }: LedgerPayment) => status === 'refunded';
/** Captured now, or before it was refunded. */
const isCaptured = (payment: LedgerPayment) => payment.status === 'captured' || isReturned(payment);

function money({ payments, attempts, orders }: Sides): Violation[] {
  const found: Violation[] = [];
  const captured = payments.filter(isCaptured);
  for (const attempt of attempts) {
    const paymentOrder = attempt.provider_order_id;
    if (paymentOrder === null) continue;
    const say = (kind: ViolationKind, what: string) => found.push({ kind, what, paymentOrder });
    const own = captured.filter((payment) => payment.order_id === paymentOrder);
    const fitting = own.filter((payment) => fits(payment, attempt));
    const recorded = orders.filter((order) => order.provider_order_id === paymentOrder);
    const kept = fitting.find((payment) => !isReturned(payment));
    if (kept !== undefined && recorded.length === 0) {
      say('captured, not recorded', `${kept.id}, the attempt is '${attempt.state}'`);
    }
    if (recorded.length > 1) say('duplicates', recorded.map(({ id }) => id).join(', '));
    for (const order of recorded) {
      if (!fitting.some(({ id }) => id === order.provider_payment_id)) {
        say('recorded, not captured', `${order.id} for ${order.provider_payment_id}`);
      }
      if (order.amount !== attempt.amount) {
        say('wrong amounts', `${order.id}: ${order.amount}, asked for ${attempt.amount}`);
      }
    }
    if (attempt.state === 'paid' && recorded.length === 0) {
      say('recorded, not captured', 'the attempt is paid and has no order');
    }
    const returned = own.filter(isReturned).map(({ id }) => id);
    const isBack = recorded.some((order) => returned.includes(order.provider_payment_id));
    const expected = isBack ? ['refunded'] : ['paid'];
    if (recorded.length > 0 && !expected.includes(attempt.state)) {
      say('given back, not recorded', `the attempt is '${attempt.state}', not ${expected}`);
    }
  }
  found.push(...twice(orders, 'provider_payment_id'), ...twice(orders, 'attempt_id'));
  return found;
}

function fits(payment: LedgerPayment, attempt: AttemptRow): boolean {
  return payment.amount === attempt.amount && payment.currency === 'INR';
}

function twice(orders: readonly OrderRow[], column: 'provider_payment_id' | 'attempt_id') {
  const seen = new Set<string>();
  return orders.flatMap((order): Violation[] => {
    const isNew = !seen.has(order[column]);
    seen.add(order[column]);
    if (isNew) return [];
    const what = `${order.id}: ${column} ${order[column]} again`;
    return [{ kind: 'duplicates', what, paymentOrder: order.provider_order_id }];
  });
}

function responses({ memories, attempts, orders }: Sides): Violation[] {
  const found: Violation[] = [];
  for (const { amount, paymentOrders, orders: shownOrders } of memories) {
    const [paymentOrder] = paymentOrders;
    if (paymentOrder === undefined) continue;
    const say = (kind: ViolationKind, what: string) => found.push({ kind, what, paymentOrder });
    if (paymentOrders.size > 1) {
      say('duplicates', `one key, the payment orders ${[...paymentOrders].join(', ')}`);
    }
    if (shownOrders.size > 1) say('duplicates', `told of ${[...shownOrders].join(', ')}`);
    const attempt = attempts.find((row) => row.provider_order_id === paymentOrder);
    if (attempt === undefined) say('acknowledged and lost', `payment order ${paymentOrder}`);
    else if (attempt.amount !== amount) {
      say('wrong amounts', `the attempt is ${attempt.amount}, the catalogue says ${amount}`);
    }
    for (const id of shownOrders) {
      const order = orders.find((row) => row.id === id);
      if (order?.provider_order_id !== paymentOrder) say('acknowledged and lost', `order ${id}`);
    }
  }
  return found;
}

function emails({ payments, attempts, orders, mails, deliveries, calm }: Sides): Violation[] {
  const found: Violation[] = [];
  const became = new Set(orders.map((order) => order.provider_payment_id));
  // The shop must be notified of a payment that fits no order, unless it was refunded at once.
  const strange = payments.filter((payment) => isCaptured(payment) && !became.has(payment.id));
  const due = [
    ...orders.flatMap(emailsOfOrder),
    ...strange.filter((payment) => !isReturned(payment)).map(flagOf),
    ...payments.filter(isReturned).map((payment) => refundEmailOf(payment, attempts)),
  ];

  for (const { key, recipient, paymentOrder } of due) {
    const say = (kind: ViolationKind, what: string) => found.push({ kind, what, paymentOrder });
    const rows = mails.filter((mail) => mail.dedupe_key === key && mail.recipient === recipient);
    const missing = key.endsWith(':attention') ? 'not told to the shop' : 'mails missing';
    const arrived = deliveries(key);
    if (rows.length > 1) say('mails too many', `${rows.length} of ${key}`);
    if (rows.length === 0 || arrived === 0 || rows.some(({ sent_at }) => sent_at === null)) {
      say(missing, `${key}: ${rows.length} in the outbox, arrived ${arrived} times`);
    }
    if (calm && arrived > 1) say('mails too many', `${key} arrived ${arrived} times in calm`);
  }
  const keys = new Set([...due, ...strange.map(flagOf)].map(({ key }) => key));
  for (const { dedupe_key } of mails.filter((mail) => !keys.has(mail.dedupe_key))) {
    found.push({ kind: 'mails too many', what: `${dedupe_key} for nothing`, paymentOrder: '' });
  }
  return found;
}

function flagOf({ id, order_id: paymentOrder }: LedgerPayment) {
  return { key: `payment:${id}:attention`, recipient: 'shop', paymentOrder };
}

function refundEmailOf(
  { id, order_id: paymentOrder }: LedgerPayment,
  attempts: readonly AttemptRow[],
) {
  const attempt = attempts.find((row) => row.provider_order_id === paymentOrder);
  return { key: `payment:${id}:refund`, recipient: attempt?.email ?? '', paymentOrder };
}

function emailsOfOrder({ id, email, provider_order_id: paymentOrder }: OrderRow) {
  return [
    { key: `order:${id}:receipt`, recipient: email, paymentOrder },
    { key: `order:${id}:notice`, recipient: 'shop', paymentOrder },
  ];
}

/** Resolves to the records of these payment orders, or of all. */
export async function readBooks(
  books: Books,
  payments: readonly LedgerPayment[],
  paymentOrders?: readonly string[],
): Promise<Pick<Sides, 'attempts' | 'orders' | 'mails'>> {
  const attempts = await books.attempts(paymentOrders);
  const orders = await books.orders(paymentOrders);
  const prefixes = paymentOrders && [
    ...orders.map(({ id }) => `order:${id}:`),
    ...payments.map(({ id }) => `payment:${id}:`),
  ];
  return { attempts, orders, mails: await books.mails(prefixes) };
}

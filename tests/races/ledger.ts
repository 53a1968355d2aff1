// Compares, at the end of every race, what the provider captured, what the shop recorded, the responses that the shoppers
// received, and the e-mails that arrived. All of it must agree to the paisa.
import type { ActRow, AttemptRow, Books, EventRow, MailRow, OrderRow } from './books.ts';
import { BLUE_GATE, noteOf, PART } from './owner.ts';
import type { AvailabilityForm } from './owner.ts';
import type { Memory, ToldActs } from './shopper.ts';
import type { LedgerPayment, LedgerRefund } from '#support/payments/stand-in-client.ts';

/** The kinds of violations. The number of each must be zero. */
export const kinds = [
  'captured, not recorded',
  'recorded, not captured',
  'duplicates',
  'wrong amounts',
  'given back, not recorded',
  'wrongly open or closed',
  'acknowledged and lost',
  'act and effect differ',
  'refused and stored',
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

/** These may still resolve by themselves; the others are final. */
const passing: ReadonlySet<ViolationKind> = new Set([
  'captured, not recorded',
  'recorded, not captured',
  'given back, not recorded',
  'wrongly open or closed',
  'mails missing',
  'not told to the shop',
]);

export const isFinal = ({ kind }: Violation) => !passing.has(kind);
/** An e-mail that has not arrived yet. If its process died, the lease has to expire first. */
export const isEmailToCome = ({ kind }: Violation) =>
  kind === 'mails missing' || kind === 'not told to the shop';

export interface Sides {
  payments: readonly LedgerPayment[];
  refunds: readonly LedgerRefund[];
  attempts: readonly AttemptRow[];
  orders: readonly OrderRow[];
  events: readonly EventRow[];
  acts: readonly ActRow[];
  mails: readonly MailRow[];
  /** Returns how often the e-mail with this key arrived. */
  deliveries: (dedupeKey: string) => number;
  memories: readonly Memory[];
  /** Whether nothing disturbed the delivery of e-mails: then each must have arrived exactly once, not at least once. */
  calm: boolean;
}

/** Returns all violations. At the end of a race there must be none. */
export function compare(sides: Sides): Violation[] {
  const { memories } = sides;
  const told = memories.flatMap(({ acts, paymentOrders }) =>
    toldActs(acts, sides.acts, paymentOrders),
  );
  return [
    ...money(sides),
    ...orderEvents(sides),
    ...deskActs(sides),
    ...responses(sides),
    ...told,
    ...emails(sides),
  ];
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

const sum = (rows: readonly { amount: number | null }[]) =>
  rows.reduce((all, { amount }) => all + (amount ?? 0), 0);

/** Compares the refunds of each order at the provider and in the shop, and whether the order is open. */
function orderEvents({ refunds, orders, events }: Sides): Violation[] {
  return orders.flatMap((order) => {
    const found: Violation[] = [];
    const say = (kind: ViolationKind, what: string) =>
      found.push({ kind, what: `${order.id}: ${what}`, paymentOrder: order.provider_order_id });
    const given = refunds.filter((refund) => refund.payment_id === order.provider_payment_id);
    const own = events.filter((event) => event.order_id === order.id);
    const written = sum(own);
    if (sum(given) !== written) say('given back, not recorded', `${sum(given)}, not ${written}`);
    // The owner wants one refund, however often the program repeats the form.
    const parts = given.filter(({ amount }) => amount === PART);
    if (parts.length > 1) say('duplicates', parts.map(({ id }) => id).join(', '));
    const sent = own.filter((event) => event.type === 'sent' && !isMadeAgain(event, own));
    if (sent.length > 1) say('duplicates', `sent ${sent.length} times`);
    const isOpen = sent.length === 0 && written < order.amount;
    if (isOpen !== (order.send_by !== null)) {
      say('wrongly open or closed', `to send by ${order.send_by}, sent ${sent.length} times`);
    }
    return found;
  });
}

/** Compares what the owner did with each order and what the order is like. */
function deskActs({ acts, orders, events }: Sides): Violation[] {
  return orders.flatMap((order) => {
    const found: Violation[] = [];
    const say = (kind: ViolationKind, what: string) =>
      found.push({ kind, what: `${order.id}: ${what}`, paymentOrder: order.provider_order_id });
    // The account is no part of the order.
    const own = acts.filter(
      ({ subject, kind }) => subject === order.id && kind !== 'delete account',
    );
    const of = (kind: string) => own.filter((act) => act.kind === kind);
    const refunds = events.filter(
      (event) => event.order_id === order.id && event.type === 'refunded',
    );
    const changes = own.length - of('refund').length + refunds.length;
    if (order.revision !== changes) {
      say('act and effect differ', `${changes} changes, but the revision ${order.revision}`);
    }
    // Their forms show a revision: of those of two people, one is refused.
    for (const kind of ['note', 'making']) {
      if (of(kind).length > 1) say('duplicates', `${kind}: ${of(kind).map(({ id }) => id)}`);
    }
    const [note] = of('note');
    const isAsDone =
      order.note === (note ? noteOf(note.id) : '') &&
      (order.making_at !== null) === of('making').length > 0 &&
      order.snapshot.includes(BLUE_GATE) === of('correct address').length > 0;
    if (!isAsDone) {
      const is = JSON.stringify([order.note, order.making_at, order.snapshot]);
      say('act and effect differ', `${is} after ${own.map(({ kind }) => kind).join(', ')}`);
    }
    return found;
  });
}

/** Compares what forms were told with the acts in the books. */
export function toldActs(
  told: ToldActs,
  acts: readonly ActRow[],
  [paymentOrder = '']: Iterable<string>,
): Violation[] {
  return [...told].flatMap(([id, { kind, told: results }]): Violation[] => {
    const what = `${kind} ${id}: ${[...results].join(' then ')}`;
    if (results.size > 1) return [{ kind: 'duplicates', what, paymentOrder }];
    const row = acts.find((act) => act.id === id && act.kind === kind);
    const isKept = [...results].every((result) => row?.result.includes(result));
    if (isKept) return [];
    const kept = `${what}, in the books ${row?.result}`;
    return [{ kind: 'acknowledged and lost', what: kept, paymentOrder }];
  });
}

/** Returns whether every response to a purchase was that nothing is sold now. */
function wasRefused({ statuses }: Memory): boolean {
  return Object.keys(statuses).join() === '409';
}

/** Returns what the shop stored of a purchase that it refused. */
export function storedForNothing(memory: Memory, attempts: readonly AttemptRow[]): Violation[] {
  const stored = attempts.filter((row) => row.idempotency_key === memory.key);
  if (!wasRefused(memory) || stored.length === 0) return [];
  const what = `the attempt ${stored.map(({ id }) => id)}`;
  return [{ kind: 'refused and stored', what, paymentOrder: memory.key }];
}

/** Compares what can be ordered with what the form of two desks has set last, once. */
export async function compareState(
  books: Books,
  { set, ids, told }: AvailabilityForm,
): Promise<Violation[]> {
  const acts = (await books.run(
    `select id, kind, result from desk_act where kind = 'availability'`,
  )) as unknown as ActRow[];
  const [state] = await books.run(
    `select value, revision from shop_state where name = 'availability'`,
  );
  const found = toldActs(told, acts, []);
  const own = acts.filter(({ id }) => ids.includes(id)).length;
  const isSet = state?.['value'] === JSON.stringify(set) && state['revision'] === acts.length;
  if (own === 1 && isSet) return found;
  const what = `${JSON.stringify(state)} after ${own} of ${acts.length} acts: ${JSON.stringify(set)}`;
  return [...found, { kind: 'act and effect differ', what, paymentOrder: '' }];
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

function responses({ memories, attempts, orders, events, refunds }: Sides): Violation[] {
  const found: Violation[] = [];
  for (const memory of memories) {
    const { amount, paymentOrders, orders: shownOrders } = memory;
    const [paymentOrder] = paymentOrders;
    found.push(...storedForNothing(memory, attempts));
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
    const own = orders.find((row) => row.provider_order_id === paymentOrder);
    for (const parcel of memory.parcels) {
      const isKept = events.some(
        (event) => event.tracking_number === parcel && event.order_id === own?.id,
      );
      if (!isKept) say('acknowledged and lost', `parcel ${parcel}`);
    }
    for (const id of memory.refunds) {
      if (!refunds.some((refund) => refund.id === id)) say('acknowledged and lost', `refund ${id}`);
    }
  }
  return found;
}

function emails(sides: Sides): Violation[] {
  const { payments, attempts, orders, events, acts, mails, deliveries, calm } = sides;
  const found: Violation[] = [];
  const became = new Set(orders.map((order) => order.provider_payment_id));
  // The owner must be notified of a payment that fits no order, unless it was refunded at once.
  const strange = payments.filter((payment) => isCaptured(payment) && !became.has(payment.id));
  const due = [
    ...orders.flatMap(emailsOfOrder),
    ...strange.filter((payment) => !isReturned(payment)).map(flagOf),
    ...strange.filter(isReturned).map((payment) => refundEmailOf(payment, attempts)),
    ...events
      .filter((event) => mails.some(isAbout(event)) || !isMadeAgain(event, events))
      .map((event) => emailOfEvent(event, orders)),
    ...acts.filter(({ kind }) => kind === 'late').map((act) => emailOfAct('late', act, orders)),
    ...acts
      .filter(({ kind }) => kind === 'resend')
      .map((act) => emailOfAct('receipt', act, orders)),
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
  // A dispatch that was undone has no event, and its e-mail must never have left.
  for (const { id, provider_order_id: paymentOrder } of orders) {
    const key = `order:${id}:sent`;
    const isSent = events.some((event) => event.key === key);
    const what = `${key} arrived ${deliveries(key)} times and was undone`;
    if (!isSent && deliveries(key) > 0) found.push({ kind: 'mails too many', what, paymentOrder });
  }
  // An e-mail that left before an undo would say the parcel of before.
  for (const { key, order_id, tracking_number } of events) {
    const says = mails.find((mail) => mail.dedupe_key === key)?.payload;
    const parcel = `"trackingNumber":"${tracking_number}"`;
    if (tracking_number === null || says === undefined || says.includes(parcel)) continue;
    const { paymentOrder } = emailOfEvent({ key, order_id }, orders);
    found.push({
      kind: 'acknowledged and lost',
      what: `${parcel}: ${key} says ${says}`,
      paymentOrder,
    });
  }
  const keys = new Set([...due, ...strange.map(flagOf)].map(({ key }) => key));
  const others = mails.filter((mail) => !keys.has(mail.dedupe_key) && mail.kind !== 'daily');
  for (const { dedupe_key } of others) {
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

function emailOfEvent(
  { key, order_id }: Pick<EventRow, 'key' | 'order_id'>,
  orders: readonly OrderRow[],
) {
  const order = orders.find(({ id }) => id === order_id);
  return { key, recipient: order?.email ?? '', paymentOrder: order?.provider_order_id ?? '' };
}

const isAbout =
  ({ key }: EventRow) =>
  ({ dedupe_key }: MailRow) =>
    dedupe_key === key;

/** What was sent before it was to be made again: its e-mail is withdrawn if it still waits. */
const isMadeAgain = ({ key, order_id, type }: EventRow, events: readonly EventRow[]) =>
  type === 'sent' &&
  !key.includes(':again:') &&
  events.some((other) => other.order_id === order_id && other.type === 'again');

/** Of one order among several, the act's id ends with that of the order. */
function emailOfAct(what: string, { id, subject }: ActRow, orders: readonly OrderRow[]) {
  const key = `order:${subject}:${what}:${id.split(':', 1)[0]}`;
  return emailOfEvent({ key, order_id: subject ?? '' }, orders);
}

function emailsOfOrder({ id, email, provider_order_id: paymentOrder }: OrderRow) {
  return [
    { key: `order:${id}:receipt`, recipient: email, paymentOrder },
    { key: `order:${id}:notice`, recipient: 'shop', paymentOrder },
  ];
}

/** Resolves to the records of these payment orders, or of all, as they are at one moment. */
export function readBooks(
  books: Books,
  { payments, refunds }: Pick<Sides, 'payments' | 'refunds'>,
  paymentOrders?: readonly string[],
): Promise<Pick<Sides, 'attempts' | 'orders' | 'events' | 'acts' | 'mails'>> {
  return books.atOnce(async (reader) => {
    const attempts = await reader.attempts(paymentOrders);
    const orders = await reader.orders(paymentOrders);
    const ids = orders.map(({ id }) => id);
    const prefixes = paymentOrders && [
      ...ids.map((id) => `order:${id}:`),
      ...payments.map(({ id }) => `payment:${id}:`),
      ...refunds.map(({ id }) => `refund:${id}:`),
    ];
    const [events, acts] = [
      await reader.events(paymentOrders && ids),
      await reader.acts(paymentOrders && ids),
    ];
    return { attempts, orders, events, acts, mails: await reader.mails(prefixes) };
  });
}

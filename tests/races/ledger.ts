// Compares, at the end of every race, what the provider captured, what the shop recorded, the responses that the shoppers
// received, and the e-mails that arrived. All of it must agree to the paisa.
import { readSnapshot } from '../../src/shop/order.ts';
import type { ActRow, AttemptRow, Books, EventRow, MailRow, OrderRow } from './books.ts';
import { BLUE_GATE, noteOf, PART } from './owner.ts';
import type { AvailabilityForm } from './owner.ts';
import type { Memory, Purchase, ToldActs } from './shopper.ts';
import type { LedgerPayment, LedgerRefund } from '#support/payments/stand-in-client.ts';
import type { World } from './world.ts';

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

interface Sides {
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
function compare(sides: Sides): Violation[] {
  const { memories, attempts, orders } = sides;
  return [
    ...attempts.flatMap((attempt) => [...money(sides, attempt)]),
    ...duplicateOrders(orders),
    ...orders.flatMap((order) => [...orderEvents(sides, order), ...deskActs(sides, order)]),
    ...memories.flatMap((memory) => [
      ...storedForNothing(memory, attempts),
      ...responses(sides, memory),
      ...toldActs(memory.acts, sides.acts, memory.paymentOrders),
    ]),
    ...emails(sides),
  ];
}

type Violations = Generator<Violation, void>;

/** Returns a function that names a violation of a payment order. */
const about =
  (paymentOrder: string) =>
  (kind: ViolationKind, what: string): Violation => ({ kind, what, paymentOrder });

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(', ');
const isReturned = ({ status }: LedgerPayment) => status === 'refunded';
/** Captured now, or before it was refunded. */
const isCaptured = (payment: LedgerPayment) => payment.status === 'captured' || isReturned(payment);

function* money({ payments, orders }: Sides, attempt: AttemptRow): Violations {
  const { provider_order_id: paymentOrder, amount, state } = attempt;
  if (paymentOrder === null) return;
  const found = about(paymentOrder);
  const own = payments.filter(
    (payment) => isCaptured(payment) && payment.order_id === paymentOrder,
  );
  const fitting = own.filter((each) => each.amount === amount && each.currency === 'INR');
  const recorded = orders.filter((order) => order.provider_order_id === paymentOrder);
  const kept = fitting.find((payment) => !isReturned(payment));
  if (kept !== undefined && recorded.length === 0) {
    yield found('captured, not recorded', `${kept.id}, the attempt is '${state}'`);
  }
  if (recorded.length > 1) yield found('duplicates', idsOf(recorded));
  for (const order of recorded) {
    if (!fitting.some(({ id }) => id === order.provider_payment_id)) {
      yield found('recorded, not captured', `${order.id} for ${order.provider_payment_id}`);
    }
    if (order.amount !== amount) {
      yield found('wrong amounts', `${order.id}: ${order.amount}, asked for ${amount}`);
    }
  }
  if (state === 'paid' && recorded.length === 0) {
    yield found('recorded, not captured', 'the attempt is paid and has no order');
  }
  const returned = own.filter(isReturned).map(({ id }) => id);
  const isBack = recorded.some((order) => returned.includes(order.provider_payment_id));
  const expected = isBack ? 'refunded' : 'paid';
  if (recorded.length > 0 && state !== expected) {
    yield found('given back, not recorded', `the attempt is '${state}', not ${expected}`);
  }
}

function* duplicateOrders(orders: readonly OrderRow[]): Violations {
  for (const column of ['provider_payment_id', 'attempt_id'] as const) {
    for (const [value, same] of Map.groupBy(orders, (order) => order[column])) {
      if (same.length === 1) continue;
      yield about(same[0]!.provider_order_id)('duplicates', `${column} ${value}: ${idsOf(same)}`);
    }
  }
}

const sum = (rows: readonly { amount: number | null }[]) =>
  rows.reduce((all, { amount }) => all + (amount ?? 0), 0);

/** Compares the refunds of an order at the provider and in the shop, and whether the order is open. */
function* orderEvents({ refunds, events }: Sides, order: OrderRow): Violations {
  const found = about(order.provider_order_id);
  const given = refunds.filter((refund) => refund.payment_id === order.provider_payment_id);
  const own = events.filter((event) => event.order_id === order.id);
  const written = sum(own);
  if (sum(given) !== written) {
    yield found('given back, not recorded', `${order.id}: ${sum(given)}, not ${written}`);
  }
  // The owner wants one refund, however often the program repeats the form.
  const parts = given.filter(({ amount }) => amount === PART);
  if (parts.length > 1) yield found('duplicates', `${order.id}: ${idsOf(parts)}`);
  const sent = own.filter((event) => event.type === 'sent' && !isMadeAgain(event, own));
  if (sent.length > 1) yield found('duplicates', `${order.id}: sent ${sent.length} times`);
  const isOpen = sent.length === 0 && written < order.amount;
  if (isOpen !== (order.send_by !== null)) {
    const what = `${order.id}: to send by ${order.send_by}, sent ${sent.length} times`;
    yield found('wrongly open or closed', what);
  }
}

/** Compares what the owner did with an order and what the order is like. */
function* deskActs({ acts, events }: Sides, order: OrderRow): Violations {
  const found = about(order.provider_order_id);
  // The account is no part of the order.
  const own = acts.filter(({ subject, kind }) => subject === order.id && kind !== 'delete account');
  const of = (kind: string) => own.filter((act) => act.kind === kind);
  const refunds = events.filter(
    ({ order_id, type }) => order_id === order.id && type === 'refunded',
  );
  const changes = own.length - of('refund').length + refunds.length;
  if (order.revision !== changes) {
    const what = `${order.id}: ${changes} changes, but the revision ${order.revision}`;
    yield found('act and effect differ', what);
  }
  // Their forms show a revision: of those of two people, one is refused.
  for (const kind of ['note', 'making']) {
    if (of(kind).length > 1) yield found('duplicates', `${order.id}: ${kind}: ${idsOf(of(kind))}`);
  }
  const [note] = of('note');
  const isAsDone =
    order.note === (note ? noteOf(note.id) : '') &&
    (order.making_at !== null) === of('making').length > 0 &&
    order.snapshot.includes(BLUE_GATE) === of('correct address').length > 0;
  if (isAsDone) return;
  const is = JSON.stringify([order.id, order.note, order.making_at, order.snapshot]);
  yield found('act and effect differ', `${is} after ${own.map(({ kind }) => kind).join(', ')}`);
}

/** Compares what forms were told with the acts in the books. */
function* toldActs(
  told: ToldActs,
  acts: readonly ActRow[],
  [paymentOrder = '']: Iterable<string>,
): Violations {
  const found = about(paymentOrder);
  for (const [id, { kind, told: results }] of told) {
    const what = `${kind} ${id}: ${[...results].join(' then ')}`;
    const row = acts.find((act) => act.id === id && act.kind === kind);
    const isKept = [...results].every((result) => row?.result.includes(result));
    if (results.size > 1) yield found('duplicates', what);
    else if (!isKept) yield found('acknowledged and lost', `${what}, in the books ${row?.result}`);
  }
}

/** Returns what the shop stored of a purchase to which every response was that nothing is sold now. */
export function* storedForNothing(
  { key, statuses }: Memory,
  attempts: readonly AttemptRow[],
): Violations {
  const stored = attempts.filter((row) => row.idempotency_key === key);
  if (Object.keys(statuses).join() !== '409' || stored.length === 0) return;
  yield about(key)('refused and stored', `the attempt ${idsOf(stored)}`);
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
  const found = [...toldActs(told, acts, [])];
  const own = acts.filter(({ id }) => ids.includes(id)).length;
  const isSet = state?.['value'] === JSON.stringify(set) && state['revision'] === acts.length;
  if (own === 1 && isSet) return found;
  const what = `${JSON.stringify(state)} after ${own} of ${acts.length} acts: ${JSON.stringify(set)}`;
  return [...found, about('')('act and effect differ', what)];
}

/** Compares what the responses to a purchase said with the books. */
function* responses({ attempts, orders, events, refunds }: Sides, memory: Memory): Violations {
  const { amount, paymentOrders, orders: shownOrders, parcels } = memory;
  const [paymentOrder] = paymentOrders;
  if (paymentOrder === undefined) return;
  const found = about(paymentOrder);
  if (paymentOrders.size > 1) {
    yield found('duplicates', `one key, the payment orders ${[...paymentOrders].join(', ')}`);
  }
  if (shownOrders.size > 1) yield found('duplicates', `told of ${[...shownOrders].join(', ')}`);
  const attempt = attempts.find((row) => row.provider_order_id === paymentOrder);
  if (attempt && attempt.amount !== amount) {
    const what = `the attempt is ${attempt.amount}, the catalogue says ${amount}`;
    yield found('wrong amounts', what);
  }
  const own = orders.filter((row) => row.provider_order_id === paymentOrder);
  const sent = events.filter(({ order_id }) => order_id === own[0]?.id);
  const lost = (what: string, told: Iterable<string>, stored: readonly (string | null)[]) =>
    [...told]
      .filter((id) => !stored.includes(id))
      .map((id) => found('acknowledged and lost', `${what} ${id}`));
  yield* lost('payment order', [paymentOrder], [attempt?.provider_order_id ?? null]);
  yield* lost(
    'order',
    shownOrders,
    own.map(({ id }) => id),
  );
  yield* lost(
    'parcel',
    parcels,
    sent.map((event) => event.tracking_number),
  );
  yield* lost(
    'refund',
    memory.refunds,
    refunds.map(({ id }) => id),
  );
}

function* emails(sides: Sides): Violations {
  const { payments, attempts, orders, events, acts, mails, deliveries, calm } = sides;
  const toBuyer = (orderId: string | null, key: string) => {
    const order = orders.find(({ id }) => id === orderId);
    // Before and after the owner corrected it.
    const to = order ? [order.email, readSnapshot(order.snapshot).delivery.email] : [];
    return { key, to, paymentOrder: order?.provider_order_id ?? '' };
  };
  const became = new Set(orders.map((order) => order.provider_payment_id));
  // The owner must be notified of a payment that fits no order, unless it was refunded at once.
  const strange = payments.filter((payment) => isCaptured(payment) && !became.has(payment.id));
  const flagFor = ({ id, order_id: paymentOrder }: LedgerPayment) => ({
    key: `payment:${id}:attention`,
    to: ['shop'],
    paymentOrder,
  });
  const refundFor = ({ id, order_id: paymentOrder }: LedgerPayment) => {
    const attempt = attempts.find((row) => row.provider_order_id === paymentOrder);
    return { key: `payment:${id}:refund`, to: [attempt?.email ?? ''], paymentOrder };
  };
  const isInOutbox = (event: EventRow) => mails.some((mail) => mail.dedupe_key === event.key);
  const due = [
    ...orders.flatMap(({ id }) => [
      toBuyer(id, `order:${id}:receipt`),
      { ...toBuyer(id, `order:${id}:notice`), to: ['shop'] },
    ]),
    ...strange.map((payment) => (isReturned(payment) ? refundFor(payment) : flagFor(payment))),
    ...events
      .filter((event) => isInOutbox(event) || !isMadeAgain(event, events))
      .map(({ key, order_id }) => toBuyer(order_id, key)),
    // Of one order among several, the act's id ends with that of the order.
    ...acts
      .filter(({ kind }) => kind === 'late' || kind === 'resend')
      .map(({ id, kind, subject }) => {
        const what = kind === 'late' ? 'late' : 'receipt';
        return toBuyer(subject, `order:${subject}:${what}:${id.split(':', 1)[0]}`);
      }),
  ];

  for (const { key, to, paymentOrder } of due) {
    const found = about(paymentOrder);
    const rows = mails.filter((mail) => mail.dedupe_key === key && to.includes(mail.recipient));
    const missing = key.endsWith(':attention') ? 'not told to the shop' : 'mails missing';
    const arrived = deliveries(key);
    if (rows.length > 1) yield found('mails too many', `${rows.length} of ${key}`);
    if (rows.length === 0 || arrived === 0 || rows.some(({ sent_at }) => sent_at === null)) {
      yield found(missing, `${key}: ${rows.length} in the outbox, arrived ${arrived} times`);
    }
    if (calm && arrived > 1) {
      yield found('mails too many', `${key} arrived ${arrived} times in calm`);
    }
  }
  // A dispatch that was undone has no event, and its e-mail must never have left.
  for (const { id, provider_order_id: paymentOrder } of orders) {
    const key = `order:${id}:sent`;
    if (events.some((event) => event.key === key) || deliveries(key) === 0) continue;
    const what = `${key} arrived ${deliveries(key)} times and was undone`;
    yield about(paymentOrder)('mails too many', what);
  }
  // An e-mail that left before an undo would say the parcel of before.
  for (const { key, order_id, tracking_number } of events) {
    const payload = mails.find((mail) => mail.dedupe_key === key)?.payload;
    const parcel = `"trackingNumber":"${tracking_number}"`;
    if (tracking_number === null || payload === undefined || payload.includes(parcel)) continue;
    const { paymentOrder } = toBuyer(order_id, key);
    yield about(paymentOrder)('acknowledged and lost', `${parcel}: ${key} says ${payload}`);
  }
  const expected = new Set([...due, ...strange.map(flagFor)].map(({ key }) => key));
  for (const { dedupe_key, kind } of mails) {
    if (expected.has(dedupe_key) || kind === 'daily') continue;
    yield about('')('mails too many', `${dedupe_key} for nothing`);
  }
}

/** What was sent before it was to be made again: its e-mail is withdrawn if it still waits. */
const isMadeAgain = ({ key, order_id, type }: EventRow, events: readonly EventRow[]) =>
  type === 'sent' &&
  !key.includes(':again:') &&
  events.some((other) => other.order_id === order_id && other.type === 'again');

/** Resolves to the violations between ledger and books, of all payments or of those for these orders of the provider. */
export async function compareNow(
  { standIn, books, deliveries }: Pick<World, 'standIn' | 'books' | 'deliveries'>,
  purchases: readonly Purchase[],
  { calm = false, paymentOrders }: { calm?: boolean; paymentOrders?: readonly string[] } = {},
): Promise<Violation[]> {
  // Not through the provider's API: a fault that is meant for the shop would hit this request instead.
  const ledger = await standIn.ledger();
  const payments = ledger.payments.filter(
    ({ order_id }) => paymentOrders?.includes(order_id) ?? true,
  );
  const ids = new Set(payments.map(({ id }) => id));
  const refunds = ledger.refunds.filter(({ payment_id }) => ids.has(payment_id));
  const written = await books.atOnce(async (reader) => {
    const attempts = await reader.attempts(paymentOrders);
    const orders = await reader.orders(paymentOrders);
    const own = paymentOrders && orders.map(({ id }) => id);
    const prefixes = own && [
      ...own.map((id) => `order:${id}:`),
      ...payments.map(({ id }) => `payment:${id}:`),
      ...refunds.map(({ id }) => `refund:${id}:`),
    ];
    const [events, acts] = [await reader.events(own), await reader.acts(own)];
    return { attempts, orders, events, acts, mails: await reader.mails(prefixes) };
  });
  const memories = purchases.map(({ memory }) => memory);
  return compare({ payments, refunds, ...written, deliveries, memories, calm });
}

// What the owner changes on an order besides its dispatch: that it is being made, a note, the address of its parcel, the day
// that was promised, and that it is to be made again.
import type { Transaction } from 'kysely';
import { addressFields } from '../../shop/forms/owner.ts';
import type { Address, AddressField } from '../../shop/forms/owner.ts';
import { readSnapshot, writeSnapshot } from '../../shop/order.ts';
import { findDone, inTransaction, recordAct } from '../acts/acts.ts';
import type { Act, ActParts, DoneOtherwise } from '../acts/acts.ts';
import {
  enqueueMail,
  readdressUnsent,
  removeUnsent,
  rewriteUnsent,
  settleFailed,
} from '../mail/outbox.ts';
import type { PromiseFacts } from '../mail/outbox.ts';
import type { Schema } from '../platform/database/schema.ts';
import {
  actOnOrder,
  listEvents,
  lockOrder,
  mailAddress,
  recordEvent,
  recordOnOrder,
  sumRefunds,
} from './order-events.ts';
import type { NotDone, Order } from './order-events.ts';

/** The order is not open: it was sent, or refunded in full. */
type Closed = { outcome: 'closed' };

/** `making` as it is now. */
export type Making = { outcome: 'saved' | 'unchanged'; making: boolean } | Closed;

/** Records that an open order is being made, or that it is not after all. */
export function setMaking(
  parts: ActParts,
  orderId: string,
  making: boolean,
  act: Act,
): Promise<Making | NotDone> {
  return actOnOrder<Making>(parts, orderId, act, async (trx, now, order) => {
    if (order.send_by === null) return { isDone: false, result: { outcome: 'closed' } };
    const isSame = making === (order.making_at !== null);
    if (isSame) return { isDone: false, result: { outcome: 'unchanged', making } };
    const making_at = making ? now.toISOString() : null;
    await trx.updateTable('shop_order').set({ making_at }).where('id', '=', orderId).execute();
    return { isDone: true, result: { outcome: 'saved', making } };
  });
}

/** `before`: the note that was there. */
export type Noting = { outcome: 'saved'; before: string } | { outcome: 'unchanged' };

/** Stores the owner's note. The act keeps the former one, which is erased with the order. */
export function writeNote(
  parts: ActParts,
  orderId: string,
  note: string,
  act: Act,
): Promise<Noting | NotDone> {
  return actOnOrder<Noting>(parts, orderId, act, async (trx, _now, order) => {
    if (note === order.note) return { isDone: false, result: { outcome: 'unchanged' } };
    await trx.updateTable('shop_order').set({ note }).where('id', '=', orderId).execute();
    return { isDone: true, result: { outcome: 'saved', before: order.note } };
  });
}

export type AddressCorrection =
  /** `before` has the old texts of the fields that changed. */
  | { outcome: 'corrected'; changed: AddressField[]; before: Partial<Address> }
  | Closed
  | { outcome: 'unchanged' };

/**
 * Corrects the address until the order is sent: in the order, which the shopper's page, slips and later e-mails show, and
 * in its e-mails that have not left. The attempt stays as the shopper filled it in.
 */
export function correctAddress(
  parts: ActParts,
  orderId: string,
  address: Address,
  act: Act,
): Promise<AddressCorrection | NotDone> {
  return actOnOrder<AddressCorrection>(parts, orderId, act, async (trx, _now, order) => {
    if (order.send_by === null) return { isDone: false, result: { outcome: 'closed' } };
    const agreed = readSnapshot(order.snapshot);
    const { delivery } = agreed;
    const changed = addressFields.filter(
      (name) => (delivery[name] ?? '') !== (address[name] ?? ''),
    );
    if (changed.length === 0) return { isDone: false, result: { outcome: 'unchanged' } };
    const corrected = { ...agreed, delivery: { ...delivery, ...address } };
    const row = { snapshot: writeSnapshot(corrected), phone: address.phoneNumber };
    await trx.updateTable('shop_order').set(row).where('id', '=', orderId).execute();
    await rewriteUnsent(trx, orderId, ['order-receipt', 'order-notice'], { snapshot: corrected });
    const before = Object.fromEntries(changed.map((name) => [name, delivery[name] ?? '']));
    return { isDone: true, result: { outcome: 'corrected', changed, before } };
  });
}

export type EmailCorrection =
  | { outcome: 'corrected'; before: string }
  | { outcome: 'unchanged' | 'nobody' };

/**
 * Corrects where e-mails about an order go, because they did not arrive. Those that have not left, also those that were given
 * up, go there as well. The account stays as it is, and finds the order as before.
 */
export function correctEmail(
  parts: ActParts,
  orderId: string,
  email: string,
  act: Act,
): Promise<EmailCorrection | NotDone> {
  return actOnOrder<EmailCorrection>(parts, orderId, act, async (trx, now, order) => {
    const agreed = readSnapshot(order.snapshot);
    const before = mailAddress(order, agreed);
    if (before === '') return { isDone: false, result: { outcome: 'nobody' } };
    if (before === email) return { isDone: false, result: { outcome: 'unchanged' } };
    const snapshot = { ...agreed, delivery: { ...agreed.delivery, email } };
    const row = { snapshot: writeSnapshot(snapshot) };
    await trx.updateTable('shop_order').set(row).where('id', '=', orderId).execute();
    await readdressUnsent(trx, now, orderId, before, email);
    // What leaves from now on is for somebody whose address nobody has confirmed.
    const facts = { email, snapshot, isEmailConfirmed: false };
    await rewriteUnsent(trx, orderId, ['order-receipt', 'order-notice'], facts);
    return { isDone: true, result: { outcome: 'corrected', before } };
  });
}

/** Erases an e-mail of an order that was given up, because somebody has seen to what it would have said. */
export function settleMail(
  parts: ActParts,
  orderId: string,
  mail: string,
  act: Act,
): Promise<{ outcome: 'settled' | 'none' } | NotDone> {
  return actOnOrder(parts, orderId, act, async (trx) => {
    const isDone = await settleFailed(trx, orderId, mail);
    return { isDone, result: { outcome: isDone ? 'settled' : 'none' } };
  });
}

export type Remaking =
  | { outcome: 'again'; day: string; reason: string }
  | { outcome: 'open' | 'refunded' | 'nobody' };

/** What is to be made again: the day by which it is sent, and why. */
export interface Remake {
  day: string;
  reason: string;
  /** The shopper reads the reason too. */
  isForShopper: boolean;
}

/**
 * Puts an order that was sent back among the open ones, and notifies the shopper: it is made once more, and no money moves.
 * Not if all of its money went back, or if its address was erased.
 */
export function makeAgain(
  parts: ActParts,
  orderId: string,
  { day, reason, isForShopper }: Remake,
  act: Act,
): Promise<Remaking | NotDone> {
  return actOnOrder<Remaking>(parts, orderId, act, async (trx, now, order) => {
    const refuse = (outcome: 'open' | 'refunded' | 'nobody') => ({
      isDone: false,
      result: { outcome },
    });
    if (order.send_by !== null) return refuse('open');
    const events = await listEvents(trx, orderId);
    if (sumRefunds(events) >= order.amount) return refuse('refunded');
    if (order.email === '') return refuse('nobody');
    // That it is on its way is not true any more.
    for (const { key } of events.filter(({ type }) => type === 'sent'))
      await removeUnsent(trx, key);
    const times = events.filter(({ type }) => type === 'again').length + 1;
    const key = `order:${orderId}:again:${times}`;
    await recordEvent(trx, { key, order_id: orderId, type: 'again', at: now.toISOString() });
    await trx
      .updateTable('shop_order')
      .set({ making_at: null })
      .where('id', '=', orderId)
      .execute();
    await promiseDay(trx, now, order, day, key, { isAgain: true, ...(isForShopper && { reason }) });
    return { isDone: true, result: { outcome: 'again', day, reason } };
  });
}

/** Stores another day that is promised for an order, and notifies the shopper. E-mails that wait have it too. */
async function promiseDay(
  trx: Transaction<Schema>,
  now: Date,
  order: Order,
  promisedBy: string,
  dedupeKey: string,
  more: Pick<PromiseFacts, 'isAgain' | 'reason'> = {},
): Promise<void> {
  const orderId = order.id;
  const row = { send_by: promisedBy, promised_by: promisedBy };
  await trx.updateTable('shop_order').set(row).where('id', '=', orderId).execute();
  const waiting = ['order-receipt', 'order-notice', 'order-promise'] as const;
  await rewriteUnsent(trx, orderId, waiting, { promisedBy });
  const snapshot = readSnapshot(order.snapshot);
  const email = mailAddress(order, snapshot);
  const facts = { orderId, email, lines: snapshot.quote.lines, promisedBy, ...more };
  await enqueueMail(trx, now, [{ kind: 'order-promise', dedupeKey, recipient: email, facts }]);
}

export type Postponing = { outcome: 'late'; day: string } | { outcome: 'not later' } | Closed;

/** Promises a later day for an open order, and notifies the shopper. */
export function postpone(
  parts: ActParts,
  orderId: string,
  day: string,
  act: Act,
): Promise<Postponing | NotDone> {
  return actOnOrder<Postponing>(parts, orderId, act, async (trx, now, order) => {
    if (order.send_by === null) return { isDone: false, result: { outcome: 'closed' } };
    if (!isLater(order, day)) return { isDone: false, result: { outcome: 'not later' } };
    await promiseDay(trx, now, order, day, `order:${orderId}:late:${act.id}`);
    return { isDone: true, result: { outcome: 'late', day } };
  });
}

const isLater = ({ send_by, promised_by }: Order, day: string) =>
  send_by !== null && day > (promised_by ?? send_by);

export type PostponingAll =
  | { outcome: 'late'; day: string; orderIds: string[] }
  | { outcome: 'not later' }
  | DoneOtherwise;

/** Promises a later day for every open order that is promised for an earlier one, under one act. */
export function postponeAll(parts: ActParts, day: string, act: Act): Promise<PostponingAll> {
  return inTransaction(parts, async (trx, now): Promise<PostponingAll> => {
    const open = trx
      .selectFrom('shop_order')
      .select('id')
      .where('send_by', 'is not', null)
      .where((eb) => eb(eb.fn.coalesce('promised_by', 'send_by'), '<', day));
    const locked: Order[] = [];
    // In one order, so that two such acts at once cannot wait for each other.
    for (const { id } of await open.orderBy('id').execute()) {
      const order = await lockOrder(trx, id);
      if (order) locked.push(order);
    }
    const done = await findDone<PostponingAll>(trx, act);
    if (done) return done;
    const orders = locked.filter((order) => isLater(order, day));
    if (orders.length === 0) return { outcome: 'not later' };
    for (const order of orders) {
      const { id } = order;
      // So that the story of each order has it.
      const one = { ...act, id: `${act.id}:${id}`, kind: 'late' as const, subject: id };
      await promiseDay(trx, now, order, day, `order:${id}:late:${act.id}`);
      await recordOnOrder(trx, now, id, one, { outcome: 'late', day });
    }
    const result = { outcome: 'late' as const, day, orderIds: orders.map(({ id }) => id) };
    await recordAct(trx, now, act, result);
    return result;
  });
}

// Records that orders were handed to a courier, and notifies the shoppers. However often and at the same time this is
// reported, only the first counts each time an order is made, and one e-mail is sent. It can be undone for some minutes:
// until then the e-mail waits, and shoppers do not see it. A later correction is another event with its e-mail.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { bareNumber, correctDispatch } from '../../shop/forms/dispatch.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import { leaveBy, readSnapshot } from '../../shop/order.ts';
import { findDone, inTransaction, recordAct, UNDO_MS } from '../acts/acts.ts';
import type { Act, ActParts, DoneOtherwise } from '../acts/acts.ts';
import { enqueueMail, rewriteMail, rewriteUnsent, withdrawMail } from '../mail/outbox.ts';
import type { SentFacts } from '../mail/outbox.ts';
import type { Schema } from '../platform/database/schema.ts';
import { actOnOrder, dispatchKey, hasChanged, mailAddress, recordOnOrder } from './order-events.ts';
import type { NotDone, Performed } from './order-events.ts';
import {
  closeOrder,
  findDispatch,
  listEvents,
  lockOrder,
  recordEvent,
  sumRefunds,
} from './order-events.ts';
import type { Order, OrderEvent } from './order-events.ts';

export type Sending =
  /** `fresh`: recorded just now. `sent` is what is recorded, now or before. */
  | { outcome: 'sent'; fresh: boolean; sent: OrderEvent; email: string }
  /** The order was refunded in full. */
  | { outcome: 'refunded' };

/** Records the dispatch of an order. Resolves to what is recorded. */
export function sendOrder(
  parts: ActParts,
  orderId: string,
  dispatch: Dispatch,
  act: Act,
): Promise<Sending | NotDone> {
  return actOnOrder(parts, orderId, act, (trx, now, order) => send(trx, now, order, dispatch));
}

async function send(
  trx: Transaction<Schema>,
  now: Date,
  order: Order,
  dispatch: Dispatch,
): Promise<Performed<Sending>> {
  const { id, email } = order;
  const fresh = await closeOrder(trx, id);
  if (fresh) {
    const key = dispatchKey(id, await listEvents(trx, id));
    const shownAt = new Date(now.getTime() + UNDO_MS);
    await recordSending(trx, now, order, dispatch, { key, shownAt });
  }
  const sent = findDispatch(await listEvents(trx, id));
  const result = sent ? { outcome: 'sent' as const, fresh, sent, email } : undefined;
  return { isDone: fresh, result: result ?? { outcome: 'refunded' } };
}

/** One of several orders to be sent. */
export interface Parcel {
  orderId: string;
  dispatch: Dispatch;
  /** The revision of the order that the form showed. */
  rev?: number | undefined;
}

/** Why one of several was not sent: 'sent' and 'refunded' before, or its number is that of the order `like`. */
export type ParcelProblem = { orderId: string } & (
  | { outcome: 'unknown' | 'changed meanwhile' }
  | { outcome: 'sent' | 'refunded' }
  | { outcome: 'same number'; like: string }
);

export type SeveralSending =
  /** `orderIds` in the order in which they were given. */
  | { outcome: 'sent'; orderIds: string[] }
  /** Nothing was recorded, for none of them. */
  | { outcome: 'not sent'; problems: ParcelProblem[] }
  | DoneOtherwise;

/** Records the dispatch of several orders under one act: of all, or of none. */
export function sendOrders(
  parts: ActParts,
  parcels: readonly Parcel[],
  act: Act,
): Promise<SeveralSending> {
  return inTransaction(parts, async (trx, now): Promise<SeveralSending> => {
    const orders = new Map<string, Order | undefined>();
    // In one order, so that two such acts at once cannot wait for each other.
    for (const id of parcels.map(({ orderId }) => orderId).toSorted()) {
      orders.set(id, await lockOrder(trx, id));
    }
    const done = await findDone<SeveralSending>(trx, act);
    if (done) return done;
    const problems: ParcelProblem[] = [];
    for (const [i, parcel] of parcels.entries()) {
      const { orderId } = parcel;
      const order = orders.get(orderId);
      const like = parcels.slice(0, i).find((other) => hasSameNumber(other, parcel));
      if (order === undefined) problems.push({ orderId, outcome: 'unknown' });
      else if (order.send_by === null) {
        const sent = findDispatch(await listEvents(trx, orderId));
        problems.push({ orderId, outcome: sent ? 'sent' : 'refunded' });
      } else if (hasChanged(order, parcel.rev)) {
        problems.push({ orderId, outcome: 'changed meanwhile' });
      } else if (like) problems.push({ orderId, outcome: 'same number', like: like.orderId });
    }
    if (problems.length > 0) return { outcome: 'not sent', problems };
    for (const { orderId, dispatch } of parcels) {
      const { result } = await send(trx, now, orders.get(orderId)!, dispatch);
      // So that the story of each order has it, and its details are erased with the order.
      const one = { ...act, id: `${act.id}:${orderId}`, kind: 'send' as const, subject: orderId };
      await recordOnOrder(trx, now, orderId, one, result);
    }
    const result = { outcome: 'sent' as const, orderIds: parcels.map(({ orderId }) => orderId) };
    await recordAct(trx, now, act, result);
    return result;
  });
}

function hasSameNumber({ dispatch: one, orderId }: Parcel, { dispatch: other, ...to }: Parcel) {
  const [number, like] = [one, other].map(({ trackingNumber = '' }) => bareNumber(trackingNumber));
  const isSame = number !== '' && number === like;
  return orderId === to.orderId || (isSame && one.courier === other.courier);
}

export type Undoing =
  | { outcome: 'undone' }
  /** The e-mail has left, or shoppers see it already. */
  | { outcome: 'left'; sent: OrderEvent }
  | { outcome: 'not sent' };

/**
 * Undoes a dispatch of which nobody was notified yet: the order is open again, as if it had never been sent. Undo and the
 * mail worker at the same moment: either it is undone and there is no e-mail, or it has left.
 */
export function undoSending(
  parts: ActParts,
  orderId: string,
  act: Act,
): Promise<Undoing | NotDone> {
  return actOnOrder(parts, orderId, act, async (trx, now, order): Promise<Performed<Undoing>> => {
    const events = await listEvents(trx, orderId);
    const sent = findDispatch(events);
    if (sent === undefined) return { isDone: false, result: { outcome: 'not sent' } };
    const isHidden = sent.shown_at !== null && sent.shown_at > now.toISOString();
    // An order whose person was erased has no e-mail.
    if (!isHidden || !((await withdrawMail(trx, sent.key)) || order.email === '')) {
      return { isDone: false, result: { outcome: 'left', sent } };
    }
    await trx.deleteFrom('order_event').where('key', '=', sent.key).execute();
    // All of its money may have gone back meanwhile: then there is nothing to send.
    if (sumRefunds(events) < order.amount) {
      const { snapshot, placed_at, promised_by } = order;
      const promised = promised_by ?? undefined;
      const isRemade = events.some(({ type }) => type === 'again');
      // The day on which the first one was needed has passed.
      const send_by = isRemade
        ? promised_by
        : leaveBy(readSnapshot(snapshot), new Date(placed_at), promised);
      await trx.updateTable('shop_order').set({ send_by }).where('id', '=', orderId).execute();
    }
    return { isDone: true, result: { outcome: 'undone' } };
  });
}

export type Correction =
  /**
   * `sent` is what is recorded now. Without a difference to `before`, nothing was recorded. `isNotified`: the shopper gets
   * an e-mail that says what changed; else the first one had not left, and has the new data.
   */
  | { outcome: 'corrected'; sent: OrderEvent; before: Dispatch; email: string; isNotified: boolean }
  | { outcome: 'unchanged'; sent: OrderEvent; email: string }
  /** The order was not sent. */
  | { outcome: 'unsent' };

/** Corrects the record of a parcel. The shopper gets an e-mail that says what changed, if something did. */
export function correctParcel(
  parts: ActParts,
  orderId: string,
  correction: Partial<Dispatch>,
  act: Act,
): Promise<Correction | NotDone> {
  return actOnOrder(parts, orderId, act, (trx, now, order) => correct(trx, now, order, correction));
}

async function correct(
  trx: Transaction<Schema>,
  now: Date,
  order: Order,
  correction: Partial<Dispatch>,
): Promise<Performed<Correction>> {
  const { id, email } = order;
  const events = await listEvents(trx, id);
  const recorded = findDispatch(events);
  if (recorded === undefined) return { isDone: false, result: { outcome: 'unsent' } };
  const before = toDispatch(recorded);
  const dispatch = correctDispatch(before, correction);
  if (isDeepStrictEqual(before, dispatch)) {
    return { isDone: false, result: { outcome: 'unchanged', sent: recorded, email } };
  }
  const { at: sentAt, shown_at, key } = recorded;
  const isHidden = shown_at !== null && shown_at > now.toISOString();
  const isRewritten =
    isHidden &&
    ((await rewriteMail(trx, key, sentFacts(order, dispatch, { sentAt }))) || email === '');
  if (isRewritten) {
    await trx.updateTable('order_event').set(toColumns(dispatch)).where('key', '=', key).execute();
  } else {
    // Earlier ones that wait, because the mail server is away, may leave after the correction.
    const cleared = { trackingNumber: undefined, trackingUrl: undefined };
    await rewriteUnsent(trx, id, ['order-sent'], { ...cleared, ...dispatch });
    const number = events.filter(({ type }) => type === 'sent').length + 1;
    const corrected = { before, sentAt };
    await recordSending(trx, now, order, dispatch, { key: `${key}:${number}`, corrected });
  }
  const sent = findDispatch(await listEvents(trx, id)) ?? recorded;
  const isNotified = !isRewritten;
  return { isDone: true, result: { outcome: 'corrected', sent, before, email, isNotified } };
}

function toDispatch({ courier, tracking_number, tracking_url }: OrderEvent): Dispatch {
  return {
    courier: courier ?? '',
    ...(tracking_number && { trackingNumber: tracking_number }),
    ...(tracking_url && { trackingUrl: tracking_url }),
  };
}

function toColumns({ courier, trackingNumber, trackingUrl }: Dispatch) {
  return {
    courier,
    tracking_number: trackingNumber ?? null,
    tracking_url: trackingUrl ?? null,
  };
}

function sentFacts(
  order: Order,
  dispatch: Dispatch,
  times: Pick<SentFacts, 'sentAt' | 'before'>,
): SentFacts {
  const snapshot = readSnapshot(order.snapshot);
  const email = mailAddress(order, snapshot);
  return { ...dispatch, orderId: order.id, email, lines: snapshot.quote.lines, ...times };
}

async function recordSending(
  trx: Transaction<Schema>,
  now: Date,
  order: Order,
  dispatch: Dispatch,
  more: {
    key: string;
    shownAt?: Date | undefined;
    corrected?: { before: Dispatch; sentAt: string };
  },
): Promise<void> {
  const { key, shownAt, corrected } = more;
  const at = now.toISOString();
  await recordEvent(trx, {
    key,
    order_id: order.id,
    type: 'sent',
    at,
    ...toColumns(dispatch),
    shown_at: shownAt?.toISOString() ?? null,
  });
  const { sentAt = at, before } = corrected ?? {};
  const facts = sentFacts(order, dispatch, { sentAt, ...(before && { before }) });
  const mail = { kind: 'order-sent', dedupeKey: key, recipient: facts.email, facts } as const;
  await enqueueMail(trx, now, [{ ...mail, notBefore: shownAt }]);
}

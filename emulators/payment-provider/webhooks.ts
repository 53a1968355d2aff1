// Webhooks: an event is recorded in the transaction of the change that it reports, and a courier delivers it, in parallel
// and in no guaranteed order, until the shop accepts it.
import * as v from 'valibot';
import { orderEntity, paymentEntity, refundEntity } from './entities.ts';
import type { disputeEntity, OrderRow, PaymentRow, RefundRow } from './entities.ts';
import { consumeFault } from './faults.ts';
import { insertRow, newId, readRows, unixSeconds, updateRow } from './ledger.ts';
import type { Clock, Ledger } from './ledger.ts';
import { currentSecret, webhookSignature } from './signature.ts';

const DeliveryRow = v.object({
  event_id: v.string(),
  event: v.string(),
  order_id: v.string(),
  payment_id: v.string(),
  body: v.instance(Uint8Array<ArrayBufferLike>),
  signed_with: v.nullable(v.string()),
  state: v.picklist(['pending', 'held', 'delivered', 'dropped', 'abandoned']),
  copies_left: v.number(),
  tries: v.number(),
  created_at: v.number(),
  next_try_at: v.number(),
  delivered_at: v.nullable(v.number()),
  last_answer: v.nullable(v.string()),
});
type DeliveryRow = v.InferOutput<typeof DeliveryRow>;

/** What an event reports, each as it stood when the event happened. */
export interface EventSubject {
  payment: PaymentRow;
  order?: OrderRow;
  refund?: RefundRow;
  dispute?: ReturnType<typeof disputeEntity>;
}

const account = 'acc_StandInShop001';

/** Milliseconds by which the fault 'reorder' delays an event: the first event is sent last. */
const reorderedDelay: Readonly<Record<string, number>> = {
  'payment.authorized': 600,
  'payment.captured': 300,
};

/** Records one webhook for delivery. Call it in the transaction of the change that it reports. */
export function recordEvent(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  event: string,
  subject: EventSubject,
): void {
  const fault = consumeFault(ledger, 'webhook', event);
  const now = clock().getTime();
  const delays = { delay: fault?.delay_ms, reorder: reorderedDelay[event] };
  const delay = fault?.action === 'delay' || fault?.action === 'reorder' ? delays[fault.action] : 0;
  const states = { drop: 'dropped', hold: 'held' } as const;
  const state =
    fault?.action === 'drop' || fault?.action === 'hold' ? states[fault.action] : 'pending';
  const row: DeliveryRow = {
    event_id: newId('evt'),
    event,
    order_id: subject.payment.order_id,
    payment_id: subject.payment.id,
    body: eventBody(event, subject, unixSeconds(clock)),
    signed_with: null,
    state,
    copies_left: fault?.action === 'duplicate' ? fault.copies : 1,
    tries: 0,
    created_at: now,
    next_try_at: now + (delay ?? 0),
    delivered_at: null,
    last_answer: null,
  };
  insertRow(ledger, 'webhook_delivery', row);
}

/** Returns the webhook's body: a snapshot, never rebuilt later, so that every try sends the same bytes. */
function eventBody(event: string, subject: EventSubject, createdAt: number): Uint8Array {
  const { payment, order, refund, dispute } = subject;
  const payload = {
    ...(refund && { refund: { entity: refundEntity(refund) } }),
    payment: { entity: paymentEntity(payment) },
    ...(order && { order: { entity: orderEntity(order) } }),
    ...(dispute && { dispute: { entity: dispute } }),
  };
  return Buffer.from(
    JSON.stringify({
      entity: 'event',
      account_id: account,
      event,
      contains: Object.keys(payload),
      payload,
      created_at: createdAt,
    }),
  );
}

/** Makes undelivered webhooks due at `now` (milliseconds), and resets their delay. */
function retryNow({ db }: Ledger, now: number): void {
  db.prepare(
    `update webhook_delivery set tries = 0, next_try_at = ? where state = 'pending' and tries > 0`,
  ).run(now);
}

/**
 * Makes the held webhooks of these events due at `now` (milliseconds), or all of them, and returns them. Those whose next
 * try is due later are due as well.
 */
export function releaseDeliveries(
  ledger: Ledger,
  events: readonly string[] | undefined,
  now: number,
) {
  const query = `select * from webhook_delivery where state = 'held' order by seq`;
  const held = readRows(ledger, DeliveryRow, query).filter(
    ({ event }) => events?.includes(event) ?? true,
  );
  for (const { event_id } of held) {
    updateDelivery(ledger, { event_id, state: 'pending', next_try_at: now });
  }
  retryNow(ledger, now);
  return held.map(({ event_id, event }) => ({ event_id, event }));
}

/** Returns all deliveries for people and tests: everything but body and secret, with times in ISO format. */
export function listDeliveries(ledger: Ledger) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return readRows(ledger, DeliveryRow, 'select * from webhook_delivery order by seq').map(
    ({ body, signed_with: _secret, ...row }) => ({
      ...row,
      bytes: body.length,
      created_at: iso(row.created_at),
      next_try_at: iso(row.next_try_at),
      delivered_at: iso(row.delivered_at),
    }),
  );
}

const updateDelivery = (
  ledger: Ledger,
  change: Pick<DeliveryRow, 'event_id'> & Partial<DeliveryRow>,
) => updateRow(ledger, 'webhook_delivery', 'event_id', change);

/** The courier's timer, which tests replace. */
export interface Alarm {
  /** Calls `ring` once after `milliseconds`; a later call replaces an earlier one. */
  set(milliseconds: number, ring: () => void): void;
  cancel(): void;
}

export interface CourierParts {
  ledger: Ledger;
  clock: Clock;
  alarm?: Alarm;
  post: Post;
  /** The webhook secret given at start; a rotated one takes precedence. */
  webhookSecret: string;
  /** Gets the errors of the ledger. */
  report: (error: unknown) => void;
}

const atOnce = 8;

/**
 * Starts delivering. `kick` looks for deliveries that are due; `stop` aborts those under way, which stay pending.
 * Undelivered webhooks are tried at once, and their delay is reset.
 */
export function startCourier({
  ledger,
  clock,
  alarm = systemAlarm(),
  post,
  webhookSecret,
  report,
}: CourierParts) {
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const nextDeliveries = `select * from webhook_delivery
    where state = 'pending' order by next_try_at, seq limit ?`;

  function kick(): void {
    if (stopping.signal.aborted) return;
    try {
      startDue();
    } catch (error) {
      retryAfter(error);
    }
  }

  /** An error of the ledger, such as a full disk, must not end the process, which may be a shop's. */
  function retryAfter(error: unknown): void {
    report(error);
    if (!stopping.signal.aborted) alarm.set(1_000, kick);
  }

  function startDue(): void {
    const now = clock().getTime();
    // Twice as many as can be under way, so that the next one is among them, if there is one.
    const waiting = readRows(ledger, DeliveryRow, nextDeliveries, 2 * atOnce).filter(
      (row) => !underWay.has(row.event_id),
    );
    for (const row of waiting) {
      if (row.next_try_at > now || underWay.size >= atOnce) break;
      underWay.set(row.event_id, deliver(row));
    }
    const next = waiting.find((row) => !underWay.has(row.event_id));
    // At the limit, the next delivery starts when another one ends, not by the timer.
    if (next && underWay.size < atOnce) alarm.set(Math.max(0, next.next_try_at - now), kick);
    else alarm.cancel();
  }

  async function deliver(row: DeliveryRow): Promise<void> {
    try {
      const secret = row.signed_with ?? currentSecret(ledger, webhookSecret);
      const result = await post(row, secret, stopping.signal);
      if (stopping.signal.aborted) return;
      updateDelivery(ledger, outcome(row, result, clock().getTime()));
    } catch (error) {
      return retryAfter(error);
    } finally {
      underWay.delete(row.event_id);
    }
    kick();
  }

  retryNow(ledger, clock().getTime());
  kick();

  return {
    kick,
    async stop() {
      stopping.abort();
      alarm.cancel();
      await Promise.all(underWay.values());
    },
  };
}

/** Milliseconds. A longer timer would fire at once; the courier then looks again earlier than needed. */
const longestTimer = 2 ** 31 - 1;

function systemAlarm(): Alarm {
  let timer: NodeJS.Timeout | undefined;
  return {
    set(milliseconds, ring) {
      clearTimeout(timer);
      timer = setTimeout(ring, Math.min(milliseconds, longestTimer));
    },
    cancel: () => clearTimeout(timer),
  };
}

const HOUR = 60 * 60 * 1_000;

/** Milliseconds after which an event is given up: a day, as at the provider. */
const giveUpAfter = 24 * HOUR;

/** Returns the milliseconds until the next try after `tries` failed ones: 1, 2, 4 s and so on, at most an hour. */
export function retryDelay(tries: number): number {
  return Math.min(HOUR, 1_000 * 2 ** (tries - 1));
}

/** Returns the new state of a delivery after a try at `now`. */
function outcome(row: DeliveryRow, result: { accepted: boolean; text: string }, now: number) {
  const tries = row.tries + 1;
  const tried = { event_id: row.event_id, tries, last_answer: result.text };
  if (result.accepted) {
    const copies_left = row.copies_left - 1;
    if (copies_left > 0) return { ...tried, copies_left, next_try_at: now };
    return { ...tried, copies_left: 0, state: 'delivered' as const, delivered_at: now };
  }
  if (now - row.created_at >= giveUpAfter) return { ...tried, state: 'abandoned' as const };
  return { ...tried, next_try_at: now + retryDelay(tries) };
}

/** Sends one delivery. Never throws: `text` is the status of the response, or why there is none. */
export type Post = (
  row: Pick<DeliveryRow, 'event_id' | 'body'>,
  secret: string,
  stop: AbortSignal,
) => Promise<{ accepted: boolean; text: string }>;

/** A webhook without a response within this many milliseconds was not delivered. */
const respondWithin = 5_000;

/** Returns a function that posts to `url`. Only a 2xx in time counts as accepted. */
export function postTo(url: string): Post {
  return async (row, secret, stop) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': webhookSignature(row.body, secret),
          'x-razorpay-event-id': row.event_id,
        },
        body: Buffer.from(row.body),
        redirect: 'manual',
        signal: AbortSignal.any([stop, AbortSignal.timeout(respondWithin)]),
      });
      // Read to the end, so that the connection can be reused.
      await response.arrayBuffer();
      return { accepted: response.ok, text: `HTTP ${response.status}` };
    } catch (error) {
      return { accepted: false, text: failureReason(error) };
    }
  };
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

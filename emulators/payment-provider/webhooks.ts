// Delivers the pending webhooks of the ledger: in parallel, in no guaranteed order, until each is accepted.
import type { Clock } from './ledger/clock.ts';
import type { DeliveryRow } from './ledger/deliveries.ts';
import { nextDeliveries, resumeDeliveries, updateDelivery } from './ledger/deliveries.ts';
import type { Ledger } from './ledger.ts';
import { giveUpAfter, retryDelay } from './webhooks/backoff.ts';
import type { Post } from './webhooks/post-event.ts';
import { currentSecret } from './webhooks/secret.ts';

/** The courier's timer, which tests replace. */
export interface Alarm {
  /** Calls `ring` once after `milliseconds`; a later call replaces an earlier one. */
  set(milliseconds: number, ring: () => void): void;
  cancel(): void;
}

export interface Courier {
  /** Looks for deliveries that are due. Cheap, and safe to call at any time. */
  kick(): void;
  /** Aborts the deliveries under way; they stay pending. */
  stop(): Promise<void>;
}

export interface CourierParts {
  ledger: Ledger;
  clock: Clock;
  alarm: Alarm;
  post: Post;
  /** The webhook secret given at start; a rotated one takes precedence. */
  webhookSecret: string;
}

const atOnce = 8;

/** Starts delivering. Undelivered webhooks are tried at once, and their delay is reset. */
export function startCourier({ ledger, clock, alarm, post, webhookSecret }: CourierParts): Courier {
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  function kick(): void {
    if (stopping.signal.aborted) return;
    const now = clock().getTime();
    // Twice as many as can be under way, so that the next one is among them, if there is one.
    const waiting = nextDeliveries(ledger, 2 * atOnce).filter((row) => !underWay.has(row.event_id));
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
    const secret = row.signed_with ?? currentSecret(ledger, webhookSecret);
    const result = await post(row, secret, stopping.signal);
    underWay.delete(row.event_id);
    if (stopping.signal.aborted) return;
    updateDelivery(ledger, outcome(row, result, clock().getTime()));
    kick();
  }

  resumeDeliveries(ledger, clock().getTime());
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

/** Returns the new state of a delivery after a try at `now`. */
function outcome(row: DeliveryRow, result: { taken: boolean; text: string }, now: number) {
  const tries = row.tries + 1;
  const tried = { event_id: row.event_id, tries, last_answer: result.text };
  if (result.taken) {
    const copies_left = row.copies_left - 1;
    if (copies_left > 0) return { ...tried, copies_left, next_try_at: now };
    return { ...tried, copies_left: 0, state: 'delivered' as const, delivered_at: now };
  }
  if (now - row.created_at >= giveUpAfter) return { ...tried, state: 'abandoned' as const };
  return { ...tried, next_try_at: now + retryDelay(tries) };
}

// What this browser stores so that no payment is lost or made twice: the payments that it began and whose result it does
// not know, and the key of the order that is being placed. A payment is stored before its window opens and again before
// its result is verified, so that a closed tab, a reload or a dead battery loses nothing.
import * as v from 'valibot';
import { versionKeys } from '../../shop/catalogue/product.ts';
import { createKey } from '../platform/request.ts';
import { inTab } from '../platform/storage.ts';
import { storedPayments } from '../session/session.ts';

const DAY_MS = 86_400_000;
/** An attempt without a result is stored for a day; one that was paid, for two weeks. */
const MOST_MS_BEGUN = DAY_MS;
const MOST_MS_PAID = 14 * DAY_MS;
const MOST = 8;

const PendingPayment = v.object({
  /** The payment provider's order id. */
  orderId: v.pipe(v.string(), v.minLength(1)),
  /** Whose payment it is: nobody else's is resumed. */
  userId: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The cart lines that it pays for; none for Buy Now. */
  cartLines: v.pipe(
    v.array(
      v.object({
        productId: v.string(),
        selectedVersion: v.exactOptional(v.picklist(versionKeys)),
        quantity: v.number(),
        chocolate: v.exactOptional(v.string()),
      }),
    ),
    v.readonly(),
  ),
  /** The person closed the payment window. */
  closed: v.exactOptional(v.literal(true)),
  /** What the payment window reported: the money is on its way. */
  result: v.exactOptional(v.object({ paymentId: v.string(), signature: v.string() })),
  /** The details for the verification, besides the result. With an address, so stored only for what was paid. */
  details: v.exactOptional(v.record(v.string(), v.unknown())),
});

export type PendingPayment = v.InferOutput<typeof PendingPayment>;

/** Stores a payment, and replaces its earlier entry. */
export function storePayment(payment: PendingPayment, now: Date): void {
  const others = readPending(now).filter(({ orderId }) => orderId !== payment.orderId);
  write([...others, payment].slice(-MOST));
}

/** Removes a payment. Returns false if it was no longer there: then another tab has settled it. */
export function removePending(orderId: string, now: Date): boolean {
  const pending = readPending(now);
  const others = pending.filter((payment) => payment.orderId !== orderId);
  if (others.length === pending.length) return false;
  write(others);
  return true;
}

/** Deletes an account's unpaid attempts. What it paid stays, because it still needs its order. */
export function removeUnpaid(userId: string, now: Date): void {
  write(readPending(now).filter((payment) => payment.userId !== userId || payment.result));
}

/** Returns the payment to resume: one that was paid before one that was only begun, then the newest. */
export function paymentToResume(
  pending: readonly PendingPayment[],
  userId: string,
): PendingPayment | undefined {
  const own = pending.filter((payment) => payment.userId === userId);
  own.sort(
    (a, b) =>
      Number(b.result !== undefined) - Number(a.result !== undefined) ||
      b.startedAt.localeCompare(a.startedAt),
  );
  return own[0];
}

/** Returns all payments that this browser began and whose result it does not know. Deletes what is invalid or too old. */
export function readPending(now: Date): PendingPayment[] {
  const stored = storedPayments.read();
  if (!Array.isArray(stored)) return [];
  const pending = stored.flatMap((entry: unknown) => {
    const parsed = v.safeParse(PendingPayment, entry);
    if (!parsed.success) return [];
    const age = now.getTime() - Date.parse(parsed.output.startedAt);
    return age < (parsed.output.result ? MOST_MS_PAID : MOST_MS_BEGUN) ? [parsed.output] : [];
  });
  if (pending.length < stored.length) write(pending);
  return pending;
}

function write(pending: readonly PendingPayment[]): void {
  // If the browser refuses, they last as long as this page; the server's webhook knows of the payment anyway.
  if (pending.length === 0) storedPayments.remove();
  else storedPayments.write(pending);
}

/** The request has an address, so it belongs to its account. */
const storedAttempt = (userId: string) => inTab('maalai.attempt', userId);

const Attempt = v.object({ request: v.string(), key: v.string() });

/**
 * Returns the Idempotency-Key of a request: the previous one as long as nothing about the order changes, so that a
 * second tap, a retry after a lost response or a reload finds the payment order that already exists.
 */
export function attemptKeyFor(request: unknown, userId: string): string {
  const text = JSON.stringify(request);
  const parsed = v.safeParse(Attempt, storedAttempt(userId).read());
  if (parsed.success && parsed.output.request === text) return parsed.output.key;
  const key = createKey();
  storedAttempt(userId).write({ request: text, key });
  return key;
}

/** The next request gets a new key, even if it is the same: after an order is paid, or refused for good. */
export function removeAttemptKey(userId: string): void {
  storedAttempt(userId).remove();
}

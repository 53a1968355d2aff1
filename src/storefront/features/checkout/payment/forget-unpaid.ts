// What a log-out forgets of the payments that pending-payments.ts keeps. By hand and in a file of its own: it is
// fetched from every page, and must not draw the checkout's code along.
import { pendingPayments } from './pending-mark.ts';

interface Kept {
  userId?: unknown;
  result?: unknown;
}

/** Forgets what an account began and did not pay. What was paid stays: it still needs its order. */
export function forgetUnpaid(userId: string): void {
  const stored = pendingPayments.read();
  const pending = Array.isArray(stored) ? (stored as (Kept | null)[]) : [];
  const kept = pending.filter((each) => each && (each.userId !== userId || each.result));
  if (kept.length > 0) pendingPayments.write(kept);
  else pendingPayments.remove();
}

// The reconciler's check of one attempt: what the provider knows about it, and when to ask again.
import type { AppParts } from '../app-parts.ts';
import type { Attempt } from './attempts.ts';
import { moveAttempt } from './move-attempt.ts';
import { nextCheck } from './reconcile-times.ts';
import type { ReconcileTimes } from './reconcile-times.ts';
import { settleFromProvider } from './check-attempt.ts';

export type ReconcileParts = Pick<AppParts, 'db' | 'clock' | 'log' | 'provider' | 'mailer'> & {
  times: ReconcileTimes;
};

/**
 * Checks an attempt and resolves to the time of the next check; undefined for never. Throws when the
 * provider or the database cannot be asked: then the same check can be repeated.
 */
export async function reconcileAttempt(
  parts: ReconcileParts,
  attempt: Attempt,
): Promise<Date | undefined> {
  const { db, clock, log, times } = parts;
  const { id, provider_order_id: providerOrderId } = attempt;
  if (providerOrderId === null) return expireUnopened(parts, attempt);
  await settleFromProvider(parts, { attempt, providerOrderId, source: 'reconcile', log });
  const next = nextCheck(attempt, clock(), times);
  if (next === undefined && (await moveAttempt(db, id, 'expired', clock()))) {
    log.info({ attempt: id }, 'reconcile: nobody paid, expired');
  }
  return next;
}

/** Nobody can pay an attempt without a provider's order, but a repeated request can still create that order. */
async function expireUnopened(
  { db, clock, times }: ReconcileParts,
  { id, created_at }: Attempt,
): Promise<Date | undefined> {
  const end = new Date(Date.parse(created_at) + times.abandon);
  if (clock() < end) return end;
  await moveAttempt(db, id, 'expired', clock());
  return undefined;
}

// Asks the provider repeatedly about every attempt whose result is not certain: a payment is recorded even
// if the shopper closed the tab and the webhook never came. Several processes may share one database; each
// attempt is checked by one of them at a time.
import type { DatabaseKind } from '../platform/database/open.ts';
import { crashAt } from '../platform/crash-points.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import type { Attempt } from './attempts.ts';
import { isProviderError, ProviderUnavailable } from './provider.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import type { ReconcileParts } from './reconcile-attempt.ts';
import { endAllLeases, endLease, leaseDue } from './reconcile-leases.ts';
import { usualTimes } from './reconcile-times.ts';
import type { ReconcileTimes } from './reconcile-times.ts';

export type ReconcilerParts = Omit<ReconcileParts, 'times'> & {
  kind: DatabaseKind;
  times?: ReconcileTimes;
  /** For tests, which cannot wait. */
  every?: Every;
};

/** How many attempts one process asks about at the same time. */
const AT_ONCE = 4;

/** Starts the first round at once, then one every few seconds and at each kick. */
export function startReconciler(given: ReconcilerParts): Rounds {
  const parts = { times: usualTimes, ...given };
  const { db, kind, clock, log, times, every } = parts;
  // Only one process uses the embedded database, so it takes over all leases.
  let inherits = kind === 'sqlite';

  async function round(isStopping: () => boolean): Promise<void> {
    if (inherits) await endAllLeases(db);
    inherits = false;
    for (;;) {
      const attempts = await leaseDue(parts, clock(), times, AT_ONCE);
      if (attempts.length === 0) return;
      crashAt('reconcile:after-lease');
      const results = await Promise.all(attempts.map(check));
      // While the provider is down, each further check would only wait for its time limit.
      const isDown = results.every((each) => each === 'provider down');
      if (isDown || isStopping()) return;
    }
  }

  async function check(attempt: Attempt): Promise<'checked' | 'failed' | 'provider down'> {
    try {
      const at = await reconcileAttempt(parts, attempt);
      await endLease(db, attempt, { at, checks: attempt.checks + 1 });
      crashAt('reconcile:after-release');
      return 'checked';
    } catch (error) {
      const level = isProviderError(error) ? 'warn' : 'error';
      log[level]({ err: error, attempt: attempt.id }, 'reconcile: could not be looked at');
      const at = new Date(clock().getTime() + times.retry);
      await endLease(db, attempt, { at, checks: attempt.checks });
      return error instanceof ProviderUnavailable ? 'provider down' : 'failed';
    }
  }

  return workInRounds({
    pause: times.poll,
    round,
    onError: (error) => log.error({ err: error }, 'reconcile: the next round tries again'),
    ...(every && { every }),
  });
}

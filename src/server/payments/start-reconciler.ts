// Asks the provider, by itself and again and again, about every attempt whose end is not known for
// certain: a shopper who closed the tab and a webhook that never came still make one order. Several
// processes may share one database; each attempt is looked at by one of them at a time.
import type { DatabaseKind } from '../database/open-database.ts';
import { crashAt } from '../runtime/crash-points.ts';
import { workInRounds } from '../runtime/work-in-rounds.ts';
import type { Every, Rounds } from '../runtime/work-in-rounds.ts';
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
  /** For tests, which have no time. */
  every?: Every;
};

/** How many attempts one process asks about at the same time. */
const AT_ONCE = 4;

/** Starts looking at once, then every few seconds, and whenever kicked. */
export function startReconciler(given: ReconcilerParts): Rounds {
  const parts = { times: usualTimes, ...given };
  const { db, kind, clock, log, times, every } = parts;
  // The embedded database is held by one process.
  let inherits = kind === 'sqlite';

  async function round(isStopping: () => boolean): Promise<void> {
    if (inherits) await endAllLeases(db);
    inherits = false;
    for (;;) {
      const attempts = await leaseDue(parts, clock(), times, AT_ONCE);
      if (attempts.length === 0) return;
      crashAt('reconcile:after-lease');
      const looks = await Promise.all(attempts.map(look));
      // While the provider is away each further one would only wait for its time limit.
      const isAway = looks.every((each) => each === 'provider away');
      if (isAway || isStopping()) return;
    }
  }

  async function look(attempt: Attempt): Promise<'looked' | 'failed' | 'provider away'> {
    try {
      const at = await reconcileAttempt(parts, attempt);
      await endLease(db, attempt, { at, checks: attempt.checks + 1 });
      crashAt('reconcile:after-release');
      return 'looked';
    } catch (error) {
      const level = isProviderError(error) ? 'warn' : 'error';
      log[level]({ err: error, attempt: attempt.id }, 'reconcile: could not be looked at');
      const at = new Date(clock().getTime() + times.retry);
      await endLease(db, attempt, { at, checks: attempt.checks });
      return error instanceof ProviderUnavailable ? 'provider away' : 'failed';
    }
  }

  return workInRounds({
    pause: times.poll,
    round,
    onError: (error) => log.error({ err: error }, 'reconcile: the next round tries again'),
    ...(every && { every }),
  });
}

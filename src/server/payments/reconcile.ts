// Asks the provider repeatedly about every attempt whose result is not certain: a payment is recorded even if the
// shopper closed the tab and the webhook never came. Several processes may share one database: each attempt is leased
// and checked by one of them at a time, and the lease of a process that died runs out.
import { sql } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { AttemptState, Database } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every, Rounds } from '../platform/rounds.ts';
import { moveAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { checkAttempt } from './check-attempt.ts';
import { isProviderError, ProviderUnavailable } from './provider.ts';
import type { PaymentProvider } from './provider.ts';

/** In milliseconds. */
interface ReconcileTimes {
  /** From an attempt's beginning to the first check, and from that to the second; then it doubles. */
  after: number;
  /** The longest pause between two checks. */
  longestPause: number;
  /** The pause after a check in which the provider could not be asked. */
  retry: number;
  /** From an attempt's beginning to the last check for payments. */
  giveUp: number;
  /** How long repeating the request can still create the provider's order of an attempt that has none. */
  abandon: number;
  /** How often a process looks for attempts that are due. */
  poll: number;
  /** How long a process leases an attempt; a crash delays it for so long. */
  lease: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Most banks take refunds of a payment for half a year, and pay them out within a week. */
const REFUNDS_FOR = 190 * DAY;

/** Banks respond up to five days late. */
export const defaultTimes: ReconcileTimes = {
  after: 2 * MINUTE,
  longestPause: 6 * HOUR,
  retry: 30 * SECOND,
  giveUp: 5 * DAY,
  abandon: DAY,
  poll: 5 * SECOND,
  lease: 20 * SECOND,
};

/** For tests with real clocks, which cannot wait: ends after the usual days, but checks every few `after`. */
export function testTimes(after: number): ReconcileTimes {
  return {
    ...defaultTimes,
    after,
    longestPause: 4 * after,
    retry: after,
    poll: Math.max(50, after / 2),
    lease: 6 * SECOND,
  };
}

interface Parts {
  db: Database;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  provider: PaymentProvider;
  mailer: { kick(): unknown };
  times: ReconcileTimes;
}

export type ReconcilerParts = Omit<Parts, 'times'> & {
  times?: ReconcileTimes;
  /** For tests, which cannot wait. */
  every?: Every;
};

/** Literals, so that the query uses the index of attempts with a payment that was heard of. */
const payableStates = [sql.lit<AttemptState>('paying'), sql.lit<AttemptState>('expired')];

/** How many attempts one process asks about at the same time. */
const AT_ONCE = 4;

/** Starts the first round at once, then one every few seconds and at each kick. */
export function startReconciler(given: ReconcilerParts): Rounds {
  const parts = { times: defaultTimes, ...given };
  const { db, kind, clock, log, times, every } = parts;
  // Only one process uses the embedded database, so it takes over all leases.
  let isFirstRoundAlone = kind === 'sqlite';

  async function round(isStopping: () => boolean): Promise<void> {
    if (isFirstRoundAlone) await endAllLeases(db);
    isFirstRoundAlone = false;
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

/** For a process that is alone on its database: leases that exist when it starts are those of one that died. */
async function endAllLeases(db: Database): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ leased_until: null, opening_until: null })
    .where((eb) => eb.or([eb('leased_until', 'is not', null), eb('opening_until', 'is not', null)]))
    .execute();
}

/**
 * Leases up to `count` attempts that are due, the longest due first. Unpaid ones with a payment that was heard
 * of come before all others: no number of attempts that nobody begins to pay delays money.
 */
export async function leaseDue(
  database: Pick<Parts, 'db' | 'kind'>,
  now: Date,
  times: ReconcileTimes,
  count: number,
): Promise<Attempt[]> {
  const seen = await leaseSome(database, now, times, count, true);
  return [...seen, ...(await leaseSome(database, now, times, count - seen.length, false))];
}

function leaseSome(
  { db, kind }: Pick<Parts, 'db' | 'kind'>,
  now: Date,
  { after, lease }: ReconcileTimes,
  count: number,
  isSeen: boolean,
): Promise<Attempt[]> {
  const at = now.toISOString();
  const due = db
    .selectFrom('payment_attempt')
    .select('id')
    .$if(isSeen, (query) =>
      query.where('state', 'in', payableStates).where('payment_seen_at', 'is not', null),
    )
    .where('next_check_at', '<=', at)
    .where('created_at', '<=', new Date(now.getTime() - after).toISOString())
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .orderBy('next_check_at')
    .limit(count)
    // Rows that a settlement or another process has locked can wait for the next round.
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked());
  return (
    db
      // As a subquery of the update it could be evaluated more than once, and return other rows each time.
      .with(
        (cte) => cte('due').materialized(),
        () => due,
      )
      .updateTable('payment_attempt')
      .set({ leased_until: new Date(now.getTime() + lease).toISOString() })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .returningAll()
      .execute()
  );
}

/**
 * Checks an attempt and resolves to the time of the next check; undefined for never. Throws when the
 * provider or the database cannot be asked: then the same check can be repeated.
 */
async function reconcileAttempt(parts: Parts, attempt: Attempt): Promise<Date | undefined> {
  const { db, clock, log, times } = parts;
  const { id, provider_order_id: providerOrderId } = attempt;
  if (providerOrderId === null) return expireUnopened(parts, attempt);
  const check = { attempt, providerOrderId, source: 'reconcile', log } as const;
  const isRefundPending = await checkAttempt(parts, check);
  const next = nextCheck(attempt, clock(), times);
  if (next !== undefined) return next;
  if (await moveAttempt(db, id, 'expired', clock())) {
    log.info({ attempt: id }, 'reconcile: nobody paid, expired');
    return undefined;
  }
  // It had ended early, and this was the last check for a payment.
  if ((await readState(db, id)) === 'expired') return undefined;
  return nextRefundCheck(attempt, clock(), isRefundPending);
}

async function readState(db: Database, attemptId: string): Promise<AttemptState> {
  const row = db.selectFrom('payment_attempt').select('state').where('id', '=', attemptId);
  return (await row.executeTakeFirstOrThrow()).state;
}

/** Nobody can pay an attempt without a provider's order, but a repeated request can still create that order. */
async function expireUnopened(
  { db, clock, times }: Parts,
  { id, created_at }: Attempt,
): Promise<Date | undefined> {
  const end = new Date(Date.parse(created_at) + times.abandon);
  if (clock() < end) return end;
  await moveAttempt(db, id, 'expired', clock());
  return undefined;
}

/** Returns when an attempt that was just checked is checked again for payments; undefined when that was the last time. */
export function nextCheck(
  { created_at, checks }: Pick<Attempt, 'created_at' | 'checks'>,
  now: Date,
  { after, longestPause, giveUp }: ReconcileTimes,
): Date | undefined {
  const last = Date.parse(created_at) + giveUp;
  if (now.getTime() >= last) return undefined;
  const pause = Math.min(after * 2 ** checks, longestPause);
  return new Date(Math.min(now.getTime() + pause, last));
}

/**
 * Returns when an attempt with a payment is checked again for refunds whose webhook was lost: after a day, later after an
 * eighth of its age, about thirty times in all; undefined when it is too old for one.
 */
export function nextRefundCheck(
  { created_at }: Pick<Attempt, 'created_at'>,
  now: Date,
  isRefundPending: boolean,
): Date | undefined {
  const age = now.getTime() - Date.parse(created_at);
  if (age >= REFUNDS_FOR) return undefined;
  return new Date(now.getTime() + (isRefundPending ? DAY : Math.max(DAY, age / 8)));
}

/** Ends the lease of an attempt, which is checked again at `next.at`, or never. */
async function endLease(
  db: Database,
  { id, leased_until, next_check_at }: Attempt,
  next: { at: Date | undefined; checks: number },
): Promise<void> {
  const ended = await db
    .updateTable('payment_attempt')
    .set({
      leased_until: null,
      next_check_at: next.at?.toISOString() ?? null,
      checks: next.checks,
    })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .where('next_check_at', '=', next_check_at)
    .returning('id')
    .executeTakeFirst();
  if (ended !== undefined) return;
  // If the next check was brought forward while the provider was being asked, that time stands.
  await db
    .updateTable('payment_attempt')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .execute();
}

// Creates the provider's order of an attempt, once: concurrent requests, in this process or another on the same
// database, get the same order. The request that asks the provider holds a lease, so a process that dies before it
// records the response delays the others for no longer than the lease. An order that the provider created and nobody
// recorded is harmless: its id is unknown, so nobody can pay it.
import { setTimeout as waitFor } from 'node:timers/promises';
import { brand } from '../../shop/brand.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { moveAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { isProviderError, ProviderRefused, ProviderUnavailable } from './provider.ts';
import type { PaymentProvider } from './provider.ts';

/** Longer than the time limit of the provider's client for one request. */
const LEASE_MS = 5_500;
const LOOK_EVERY_MS = 100;
/** Enough to wait until another request's lease runs out, and one more lease after it. */
const LOOKS = (2 * LEASE_MS) / LOOK_EVERY_MS;

export interface OpeningParts {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  /** Waits between two looks at an attempt that another request opens. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

interface Opening {
  /** This request has stored the attempt, with its lease. */
  isLeased: boolean;
  log: Logger;
}

/**
 * Creates the use case. It resolves to the id of the provider's order. It throws 502 or 503 when the provider
 * creates none, and 409 when the attempt has expired.
 */
export function createOpenProviderOrder({ db, clock, provider, pause = waitFor }: OpeningParts) {
  /** The requests to the provider under way in this process, by attempt. */
  const underWay = new Map<string, Promise<string>>();

  return function openProviderOrder(attempt: Attempt, { isLeased, log }: Opening): Promise<string> {
    const others = underWay.get(attempt.id);
    if (others !== undefined) return others;
    const opening = (isLeased ? createAtProvider(attempt, log) : open(attempt, log)).finally(() =>
      underWay.delete(attempt.id),
    );
    underWay.set(attempt.id, opening);
    return opening;
  };

  async function open(attempt: Attempt, log: Logger): Promise<string> {
    if (await leaseOpening(db, attempt.id, clock())) return createAtProvider(attempt, log);
    for (let look = 0; look < LOOKS; look += 1) {
      const { provider_order_id, state, opening_until } = await readOpening(db, attempt.id);
      if (provider_order_id !== null) return provider_order_id;
      if (state !== 'created') throw attemptExpired();
      // The holder of the lease gave it back without an order: its error holds for all that waited.
      if (opening_until === null) break;
      const now = clock();
      const isOver = opening_until <= now.toISOString();
      if (isOver && (await leaseOpening(db, attempt.id, now)))
        return createAtProvider(attempt, log);
      await pause(LOOK_EVERY_MS);
    }
    throw cannotBegin(new ProviderUnavailable('another call did not get the order either'));
  }

  async function createAtProvider(
    { id, amount, currency, receipt }: Attempt,
    log: Logger,
  ): Promise<string> {
    crashAt('order:after-lease');
    try {
      const notes = { attempt: id };
      const order = await provider.createOrder({ amount, currency, receipt, notes });
      crashAt('order:after-provider');
      const attached = await attachProviderOrder(db, id, order.id, clock());
      crashAt('order:after-attach');
      return attached;
    } catch (error) {
      if (!isProviderError(error)) throw error;
      log.error({ err: error, attempt: id }, 'the provider gave no order to pay');
      await endOpening(db, id);
      throw cannotBegin(error);
    }
  }
}

/** Returns until when the request that stores an attempt, or finds it free, may have its order created. */
export const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString();

async function leaseOpening(db: Database, attemptId: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const leased = await db
    .updateTable('payment_attempt')
    .set({ opening_until: leaseEnd(now) })
    .where('id', '=', attemptId)
    .where('state', '=', 'created')
    .where((eb) => eb.or([eb('opening_until', 'is', null), eb('opening_until', '<=', at)]))
    .returning('id')
    .executeTakeFirst();
  return leased !== undefined;
}

function readOpening(db: Database, attemptId: string) {
  return db
    .selectFrom('payment_attempt')
    .select(['provider_order_id', 'state', 'opening_until'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
}

/**
 * Attaches the provider's order to an attempt that has none. Resolves to the id that now counts: if two
 * requests asked because a lease ran out, the first wins. Throws 409 when the attempt has expired.
 */
export async function attachProviderOrder(
  db: Database,
  attemptId: string,
  providerOrderId: string,
  now: Date,
): Promise<string> {
  const attached = await moveAttempt(db, attemptId, 'paying', now, {
    provider_order_id: providerOrderId,
    opening_until: null,
    next_check_at: now.toISOString(),
    checks: 0,
  });
  const { provider_order_id } = attached ?? (await readOpening(db, attemptId));
  if (provider_order_id === null) throw attemptExpired();
  return provider_order_id;
}

async function endOpening(db: Database, attemptId: string): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ opening_until: null })
    .where('id', '=', attemptId)
    .execute();
}

/** Before any payment: no money moved for certain. */
function cannotBegin(error: ProviderUnavailable | ProviderRefused): ProblemError {
  if (error instanceof ProviderRefused) {
    return new ProblemError(
      502,
      `The payment service did not accept this order, and no money was taken. Please contact us at ${brand.phoneDisplay}.`,
      { code: 'payment-refused' },
    );
  }
  return new ProblemError(
    503,
    'The payment service cannot be reached just now, and no money was taken. Please try again in a minute.',
    { code: 'payment-unavailable' },
    { 'Retry-After': '5' },
  );
}

/** The attempt is so old that it is not reconciled any more; a new one costs the shopper one more tap. */
export function attemptExpired(): ProblemError {
  return new ProblemError(
    409,
    'This order was started too long ago, and no money was taken. Please place it again.',
    { code: 'attempt-expired' },
  );
}

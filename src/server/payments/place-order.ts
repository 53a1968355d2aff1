// Begins a payment: prices the request, stores an attempt, and only then has the provider create an order. A repeat
// under the same idempotency key finds the same attempt and the same order.
import { createHash, randomUUID } from 'node:crypto';
import { shipsFrom, whyClosed, whyNotForSale } from '../../shop/availability.ts';
import type { Availability } from '../../shop/availability.ts';
import { brand } from '../../shop/brand.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { dayInIndia } from '../../shop/dates.ts';
import { passedDate } from '../../shop/forms/delivery.ts';
import { formatRupeesExact, toRupees } from '../../shop/money.ts';
import { writeSnapshot } from '../../shop/order.ts';
import type { PaymentOrderRequest, PaymentOrderResponse } from '../../shop/payloads/payments.ts';
import { checkPayable, quote } from '../../shop/price.ts';
import type { Quote } from '../../shop/price.ts';
import { readAvailability } from '../state/availability.ts';
import { crashAt } from '../platform/crash-points.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/schema.ts';
import { signedOut, toNewcomer } from '../platform/http/api.ts';
import type { CurrentUser } from '../platform/http/api.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import { findAttemptByKey, makeRoom, storeAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { attemptExpired, createOpenProviderOrder, leaseEnd } from './provider-order.ts';
import type { OpeningParts } from './provider-order.ts';

interface Parts extends OpeningParts {
  payment: PaymentConfig;
  limits: Limits<'coupon' | 'attempt'>;
}

interface Placement {
  user: CurrentUser;
  /** The client's, for the limits. */
  address: string;
  request: PaymentOrderRequest;
  idempotencyKey: string | undefined;
  log: Logger;
}

const CURRENCY = 'INR';
/** A thousandth of a paisa, in rupees: a browser's own sum may be off by this much, but no two prices are so close. */
const FLOAT_NOISE = 0.00001;

/**
 * Creates the use case. It resolves to what the payment window needs. It throws 400 for what cannot be sold,
 * 403 for another account's e-mail, 409 for another price, a reused key or an expired attempt, 429 for guessing coupons,
 * 502, 503.
 */
export function createPlaceOrder(parts: Parts) {
  const openProviderOrder = createOpenProviderOrder(parts);

  return async function placeOrder(placement: Placement): Promise<PaymentOrderResponse> {
    checkEmail(placement);
    const requestHash = hashRequest(placement.request);
    const earlier = await findEarlier(parts.db, placement);
    const { attempt, isOwn } = earlier
      ? { attempt: earlier, isOwn: false }
      : await beginAttempt(parts, placement, requestHash);
    // First: once its lines are erased, an attempt has no hash to compare.
    if (attempt.state === 'expired') throw attemptExpired();
    checkUnchanged(attempt, requestHash);
    const { provider_order_id, amount, currency } = attempt;
    return {
      id:
        provider_order_id ??
        (await openProviderOrder(attempt, { isLeased: isOwn, log: placement.log })),
      amount,
      currency,
      key: parts.payment.keyId,
      script: parts.payment.scriptUrl,
      name: brand.name,
    };
  };
}

function checkEmail({ user, request }: Placement): void {
  if (request.delivery.email === user.email.toLowerCase()) return;
  throw new ProblemError(
    403,
    'Orders go to the e-mail address of your own account. Please reload the page and try again.',
  );
}

/** Parsing puts the members in the schema's order and drops unknown ones: the same request has the same hash. */
function hashRequest(request: PaymentOrderRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

async function findEarlier(
  db: Database,
  { user, idempotencyKey: key }: Placement,
): Promise<Attempt | undefined> {
  return key === undefined ? undefined : findAttemptByKey(db, user.id, key);
}

/** Resolves to the new attempt, leased; `isOwn` is false for that of another request which was first under the same key. */
async function beginAttempt(
  parts: Parts,
  placement: Placement,
  requestHash: string,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
  const { db, clock } = parts;
  const { user, request, idempotencyKey } = placement;
  // Not checked for a repeat: what was agreed stays, also after midnight.
  checkDate(request, clock());
  const today = dayInIndia(clock());
  const { set } = await readAvailability(db);
  checkForSale(request, set, today);
  const priced = await priceRequest(parts.limits, placement);
  const caller = { account: user.id, newcomer: toNewcomer(user), address: placement.address };
  const isOneOfFew = await parts.limits.attempt.tryConsume(caller);
  const id = randomUUID();
  crashAt('order:before-attempt');
  const begun = await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, user.id))) throw signedOut();
    const now = clock();
    const stored = await storeAttempt(trx, {
      id,
      user_id: user.id,
      email: user.email,
      idempotency_key: idempotencyKey ?? null,
      request_hash: requestHash,
      amount: priced.amount,
      currency: CURRENCY,
      receipt: id,
      snapshot: writeSnapshot({
        quote: priced,
        delivery: request.delivery,
        shipsFrom: shipsFrom(set, today),
      }),
      created_at: now.toISOString(),
      opening_until: leaseEnd(now),
    });
    if (stored) {
      await makeRoom(trx, stored, { isOneOfFew, now });
      return { attempt: stored, isOwn: true };
    }
    // Another request was first, before the account was locked.
    const earlier = await findEarlier(trx, placement);
    if (earlier === undefined) throw new Error('an attempt was neither stored nor found');
    return { attempt: earlier, isOwn: false };
  });
  crashAt('order:after-attempt');
  return begun;
}

function checkDate({ delivery: { neededBy } }: PaymentOrderRequest, now: Date): void {
  const message = passedDate(neededBy, now);
  if (message !== undefined) throw invalid('delivery.neededBy', message);
}

/** Throws a 409 problem in the words of the pages. Not for a repeat: what was agreed stays payable. */
function checkForSale({ items }: PaymentOrderRequest, set: Availability, today: string): void {
  const closed = whyClosed(set, today);
  if (closed !== undefined) {
    throw new ProblemError(409, `${closed}. Nothing was charged, and your cart stays as it is.`, {
      code: 'closed',
    });
  }
  const missing = items.flatMap(({ productId }) => {
    const why = whyNotForSale(set, productId, today);
    return why === undefined ? [] : [`${findProduct(productId)?.name ?? 'This product'}: ${why}.`];
  });
  if (missing.length === 0) return;
  throw new ProblemError(
    409,
    `${[...new Set(missing)].join(' ')} Nothing was charged. Please untick or remove it, or come back later: your cart stays as it is.`,
    { code: 'sold-out' },
  );
}

/**
 * Resolves to the server's quote for a request; the shopper's total is only compared. Throws 400 for what cannot be
 * sold, 409 with the right amount when the shopper was shown another, 429 for any code of an account that guesses codes.
 */
async function priceRequest(limits: Parts['limits'], { request, user }: Placement): Promise<Quote> {
  const couponCode = request.couponCode?.trim() || undefined;
  const caller = { account: user.id };
  if (couponCode !== undefined) await limits.coupon.consume(caller);
  const result = quote(request.items, couponCode);
  const isGuess = !result.ok && result.field === 'couponCode';
  if (couponCode !== undefined && !isGuess) await limits.coupon.restore(caller);
  if (!result.ok) throw invalid(result.field, result.message);
  const { amount } = result.quote;
  const tooMuch = checkPayable(amount);
  if (tooMuch !== undefined) throw invalid('items', tooMuch);
  const totalAmount = toRupees(amount);
  if (Math.abs(request.totalAmount - totalAmount) < FLOAT_NOISE) return result.quote;
  throw new ProblemError(
    409,
    `The price of this order is ${formatRupeesExact(amount)}. Nothing was charged: please check the new price and place the order again.`,
    { code: 'price-changed', amount, totalAmount },
  );
}

function invalid(field: string, message: string): ProblemError {
  return new ProblemError(400, message, { errors: [{ field, message }] });
}

function checkUnchanged(attempt: Attempt, requestHash: string): void {
  if (attempt.request_hash === requestHash) return;
  throw new ProblemError(
    409,
    'This order was changed after it was first sent, so it was not sent again. Please reload the page and place the order once more.',
    { code: 'idempotency-key-reused' },
  );
}

// Begins a payment: prices the request, keeps an attempt, and only then asks the provider for an
// order. A repeat under the same idempotency key finds the same attempt and the same order.
import type { PaymentConfig } from '../platform/settings.ts';
import type { PaymentProvider } from './provider.ts';
import type { Database } from '../platform/database/schema.ts';
import { createHash, randomUUID } from 'node:crypto';
import { brand } from '../../shop/brand.ts';
import { passedDate } from '../../shop/forms/delivery.ts';
import type { PaymentOrderResponse, PaymentOrderRequest } from '../../shop/payloads/payments.ts';
import type { CurrentUser } from '../platform/http/api.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Caller, Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { writeSnapshot } from '../../shop/order.ts';
import { formatRupeesExact, toRupees } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { quote, checkPayable } from '../../shop/price.ts';
import type { Quote } from '../../shop/price.ts';
import { findAttemptByKey, hasOpenAttempts, storeAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { createOpenProviderOrder } from './provider-order.ts';
import { attemptExpired, tooManyOpen } from './provider.ts';

interface PaymentOrderCall {
  user: CurrentUser;
  request: PaymentOrderRequest;
  idempotencyKey: string | undefined;
  /** The caller's, for the limits. */
  address: string;
  log: Logger;
}

type Parts = {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  payment: PaymentConfig;
  limits: Limits<'coupon' | 'payment'>;
};

const CURRENCY = 'INR';
const LONGEST_KEY = 200;
/** The provider is asked about each open attempt for days: no account may take up all of the reconciler's time. */
const MOST_OPEN = 200;

/**
 * Creates the use case. It resolves to what the payment window needs. It throws 400 for what cannot be sold,
 * 403 for another account's e-mail, 409 for another price, a reused key or an expired attempt, 429, 502, 503.
 */
export function createPlaceOrder(parts: Parts) {
  const { db, clock, payment, limits } = parts;
  const openProviderOrder = createOpenProviderOrder(parts);

  async function placeOrder(call: PaymentOrderCall): Promise<PaymentOrderResponse> {
    const { user, request, idempotencyKey, log } = call;
    checkKey(idempotencyKey);
    await limits.payment.consume(callerOf(call));
    if (request.delivery.email !== user.email.toLowerCase()) {
      throw new ProblemError(
        403,
        'Orders go to the e-mail address of your own account. Please reload the page and try again.',
      );
    }
    const requestHash = hashOf(request);
    const attempt =
      (await findEarlier(user.id, idempotencyKey)) ?? (await beginAttempt(call, requestHash));
    if (attempt.request_hash !== requestHash) {
      throw new ProblemError(
        409,
        'This order was changed after it was first sent, so it was not sent again. Please reload the page and place the order once more.',
        { code: 'idempotency-key-reused' },
      );
    }
    if (attempt.state === 'expired') throw attemptExpired();
    return {
      id: attempt.provider_order_id ?? (await openProviderOrder(attempt, log)),
      amount: attempt.amount,
      currency: attempt.currency,
      key: payment.keyId,
      script: payment.scriptUrl,
      name: brand.name,
    };
  }

  async function findEarlier(userId: string, key: string | undefined) {
    return key === undefined ? undefined : findAttemptByKey(db, userId, key);
  }

  async function beginAttempt(call: PaymentOrderCall, requestHash: string): Promise<Attempt> {
    const { user, request, idempotencyKey } = call;
    // Not checked for a repeat: what was agreed stays, also after midnight.
    checkDate(request, clock());
    const priced = await priceRequest(request, limits, callerOf(call));
    if (await hasOpenAttempts(db, user.id, MOST_OPEN)) throw tooManyOpen();
    const id = randomUUID();
    crashAt('order:before-attempt');
    const kept = await storeAttempt(db, {
      id,
      user_id: user.id,
      email: user.email,
      idempotency_key: idempotencyKey ?? null,
      request_hash: requestHash,
      amount: priced.amount,
      currency: CURRENCY,
      receipt: id,
      snapshot: writeSnapshot({ quote: priced, delivery: request.delivery }),
      created_at: clock().toISOString(),
    });
    crashAt('order:after-attempt');
    const first = kept ?? (await findEarlier(user.id, idempotencyKey));
    if (first === undefined) throw new Error('an attempt vanished while it was begun');
    return first;
  }

  return placeOrder;
}

/** Parsing puts the members in the schema's order and drops unknown ones: the same request has the same hash. */
function hashOf(request: PaymentOrderRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

function checkDate({ delivery: { neededBy } }: PaymentOrderRequest, now: Date): void {
  const message = passedDate(neededBy, now);
  if (message === undefined) return;
  throw new ProblemError(400, message, { errors: [{ field: 'delivery.neededBy', message }] });
}

function checkKey(key: string | undefined): void {
  if (key === undefined) return;
  if (key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key)) return;
  throw new ProblemError(
    400,
    `Idempotency-Key must be 1 to ${LONGEST_KEY} printable characters without blanks.`,
  );
}

function callerOf({ user, address }: PaymentOrderCall): Caller {
  return { account: user.id, address };
}

// Decides what a payment order costs. The shopper's total is only compared: the price follows from the
// catalogue and the coupon rules.

/** A thousandth of a paisa, in rupees: a browser's own sum may be off by this much, but no two prices are so close. */
const FLOAT_NOISE = 0.00001;

/**
 * Resolves to the server's quote for a request. Throws 400 for what cannot be sold, 409 with the right amount when
 * the shopper was shown another, 429 for guessing coupon codes.
 */
async function priceRequest(
  request: PaymentOrderRequest,
  limits: Limits<'coupon'>,
  caller: Caller,
): Promise<Quote> {
  const couponCode = request.couponCode?.trim() || undefined;
  if (couponCode !== undefined) await limits.coupon.consume(caller);
  const result = quote(request.items, couponCode);
  const guessed = !result.ok && result.field === 'couponCode';
  if (couponCode !== undefined && !guessed) await limits.coupon.restore(caller);
  if (!result.ok) {
    const { field, message } = result;
    throw new ProblemError(400, message, { errors: [{ field, message }] });
  }
  const { amount } = result.quote;
  checkAmount(amount);
  const totalAmount = toRupees(amount);
  if (!(Math.abs(request.totalAmount - totalAmount) < FLOAT_NOISE)) {
    throw new ProblemError(
      409,
      `The price of this order is ${formatRupeesExact(amount)}. Nothing was charged: please check the new price and place the order again.`,
      { code: 'price-changed', amount, totalAmount },
    );
  }
  return result.quote;
}

function checkAmount(amount: Paise): void {
  const message = checkPayable(amount);
  if (message !== undefined)
    throw new ProblemError(400, message, { errors: [{ field: 'items', message }] });
}

// What a shopper reads when the payment provider fails: how far the money got, and what to do next.
import { brand } from '../../shop/brand.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { ProviderRefused } from './provider.ts';
import type { ProviderUnavailable } from './provider.ts';

/** Before any payment: no money moved for certain. */
export function cannotBegin(error: ProviderUnavailable | ProviderRefused): ProblemError {
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

/** Far more than anybody needs: each attempt ends once it is paid, or after some days. */
export function tooManyOpen(): ProblemError {
  return new ProblemError(
    429,
    `You have started very many orders without paying for them, so we did not start another one, and no money was taken. Please try again tomorrow, or contact us at ${brand.phoneDisplay}.`,
    { code: 'too-many-open-orders' },
    { 'Retry-After': '86400' },
  );
}

/** After the payment window: the shopper may have paid. */
export function cannotConfirm(): ProblemError {
  return new ProblemError(
    503,
    'Your payment is being confirmed. Please do not pay again: the order appears under Your orders as soon as the payment service answers.',
    { code: 'payment-unconfirmed' },
    { 'Retry-After': '5' },
  );
}

export function stillPending(): ProblemError {
  return new ProblemError(
    409,
    'The payment is not complete yet. If your bank is still working on it, please do not pay again: the order appears under Your orders once the money is in.',
    { code: 'payment-pending' },
  );
}

export function needsAttention(): ProblemError {
  return new ProblemError(
    409,
    `Your payment reached us but does not match the order, so a person is looking at it. Please do not pay again; you can reach us at ${brand.phoneDisplay}.`,
    { code: 'payment-attention' },
  );
}

// The messages of the checkout when something goes wrong. `text` is the specification's sentence, as written; `detail`
// says what to do next, depending on how far the payment got.
import * as v from 'valibot';
import type { RequestFailure } from '../platform/request.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { PaymentReturn } from '../../shop/paths.ts';
import type { Paise } from '../../shop/money.ts';
import type { Alert } from './payment-state.ts';

/** A payment order that could not be created: nothing was charged, because no payment window opened. */
export function orderRefused(failure: RequestFailure): Alert {
  if (failure.kind === 'malformed') return { text: 'Invalid order data received from server.' };
  const text = 'Failed to initiate payment.';
  if (failure.status === 401) return { text, detail: 'Please log in to continue.', login: true };
  return { text, detail: failure.detail || 'Please try again.', cause: refusedPart(failure) };
}

/** Returns what the server refused: the form's fields, or items, coupon or price. */
function refusedPart({ status, errors: [error] }: RequestFailure): Alert['cause'] {
  if (error?.field.startsWith('delivery.')) return 'delivery';
  return error || status === 409 ? 'order' : undefined;
}

const PriceProblem = v.object({ amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/** Returns the server's own price if it refused the displayed one with a 409. */
export function readQuotedAmount(failure: RequestFailure): Paise | undefined {
  if (failure.status !== 409) return undefined;
  const parsed = v.safeParse(PriceProblem, failure.body);
  return parsed.success ? parsed.output.amount : undefined;
}

/** A payment order with another amount than the page showed. */
export function priceChanged(amount: Paise): Alert {
  return {
    text: 'Failed to initiate payment.',
    detail: `The price has changed: your order now comes to ${formatRupeesExact(amount)}. If you agree, place the order again.`,
    cause: 'order',
  };
}

/** The bank or the person refused inside the payment window; only the bank knows what happened to the money. */
export const paymentFailed: Alert = {
  text: 'The payment did not go through.',
  detail: 'You can try again, or pay in another way.',
};

const VERIFICATION_FAILED = 'Payment verification failed.';

/** The window reported a payment, but the server did not confirm it at the first try. It will be asked again. */
export const notYetConfirmed: Alert = {
  text: VERIFICATION_FAILED,
  detail:
    'Your payment was made, but we could not confirm it yet. We will keep trying; please do not pay again.',
  mayBePaid: true,
};

/** Every try is used up. The server continues by itself, with webhook and reconciler. */
export const stillUnconfirmed: Alert = {
  text: VERIFICATION_FAILED,
  detail:
    'Your payment was made, but we could not confirm it yet. Please do not pay again. Once it is confirmed, we will write to you and the order will appear under Your Orders.',
  mayBePaid: true,
};

/** The server rejects the result that the window reported. */
export function verificationRefused(paymentId: string): Alert {
  return {
    text: VERIFICATION_FAILED,
    detail: `If money has left your account, please contact us and quote payment ID ${paymentId}.`,
  };
}

/** Back from the provider's page without a payment, as far as the server knows. */
export const afterReturn: Readonly<Record<PaymentReturn, Alert | undefined>> = {
  made: undefined,
  failed: paymentFailed,
  refused: {
    text: VERIFICATION_FAILED,
    detail: 'If money has left your account, please do not pay again but contact us.',
    mayBePaid: true,
  },
};

/** Signed out between paying and confirming. */
export const signedOutBeforeConfirming: Alert = {
  text: VERIFICATION_FAILED,
  detail: 'Please log in again so that we can confirm your payment. Do not pay again.',
  login: true,
  mayBePaid: true,
};

/** The money arrived, but not as expected: people at the shop are looking into it. */
export const needsAttention: Alert = {
  text: VERIFICATION_FAILED,
  detail:
    'We have received your payment, but it needs a closer look. Please do not pay again; we will write to you shortly.',
  mayBePaid: true,
};

/** An abandoned try: a notice, not an alert. */
export const NOTHING_RECEIVED =
  'No payment has reached us for your last try. If your bank shows one, please wait for our e-mail; otherwise you can place the order again.';

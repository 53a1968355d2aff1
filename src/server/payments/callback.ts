// The way back from the payment provider's own page. A browser inside an app leaves the shop to pay, and the provider
// sends it back with a form. The form comes from another site, so it brings no session: like the window's report it only
// names a payment, and proves it by the signature. The response says nothing of the order but its number.
import * as v from 'valibot';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { PaymentReturn } from '../../shop/paths.ts';
import { VerifyRequest } from '../../shop/payloads/payments.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { findAttemptByProviderOrder } from './attempts.ts';
import { confirmReport, isSigned } from './verify.ts';

interface Return {
  form: URLSearchParams;
  log: Logger;
  warnOfStranger: (message: string) => void;
}

/**
 * Settles the payment that the form reports, and resolves to the path of the page on which the shopper goes on: /success
 * with the order; /success, which asks again, while nobody knows whether it was paid; the delivery form after a failure.
 * A failure is taken from nobody: the delivery form asks for the status.
 */
export async function receiveCallback(
  parts: Parameters<typeof confirmReport>[0],
  { form, log, warnOfStranger }: Return,
): Promise<string> {
  const report = v.safeParse(VerifyRequest, Object.fromEntries(form));
  if (!report.success) {
    const how = form.has('error[code]') ? 'failed' : 'refused';
    warnOfStranger(`callback: no payment, ${how}`);
    return returnPath(how);
  }
  try {
    const request = report.output;
    // Nothing is looked up for what anybody can send, so it need not be counted.
    if (!isSigned(request, request.razorpay_order_id, parts.payment.keySecret)) {
      warnOfStranger('callback: wrong signature');
      return returnPath('refused');
    }
    const attempt = await findAttemptByProviderOrder(parts.db, request.razorpay_order_id);
    if (attempt === undefined) {
      log.warn('callback: not a payment order of this shop');
      return returnPath('refused');
    }
    const { orderId } = await confirmReport(parts, { attempt, request, log });
    return `/success?order=${encodeURIComponent(orderId)}`;
  } catch (error) {
    const isExpected = error instanceof ProblemError;
    if (isExpected && error.status === 400) return returnPath('refused');
    // Somebody may have paid, whatever this is: a problem of ours must not invite a second payment.
    log[isExpected ? 'warn' : 'error']({ err: error }, 'callback: not confirmed');
    return returnPath('made');
  }
}

function returnPath(how: PaymentReturn): string {
  return `${how === 'made' ? '/success' : PAYMENT_PAGE}?payment=${how}`;
}

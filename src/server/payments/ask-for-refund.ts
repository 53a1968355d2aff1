// Asks the provider to refund money of a payment.
import { CommandError } from '../platform/command-error.ts';
import { crashAt } from '../platform/crash-points.ts';
import { ProviderRefused } from './provider.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';

/**
 * Resolves to the refund, processed or pending; to undefined if the whole payment was refunded already in another way.
 * Throws CommandError if the provider refuses or the refund failed there, ProviderUnavailable if it cannot be
 * asked: a repeat with the same key and amount then continues.
 */
export async function askForRefund(
  provider: PaymentProvider,
  paymentId: string,
  wish: { amount: number; idempotencyKey: string },
): Promise<ProviderRefund | undefined> {
  const refund = await ask(provider, paymentId, wish);
  crashAt('refund:after-provider');
  if (refund?.status === 'failed') {
    throw new CommandError(`The refund ${refund.id} of ${paymentId} failed at the provider.`);
  }
  return refund;
}

async function ask(
  provider: PaymentProvider,
  paymentId: string,
  wish: { amount: number; idempotencyKey: string },
): Promise<ProviderRefund | undefined> {
  try {
    return await provider.refundPayment(paymentId, wish);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { status } = await provider.fetchPayment(paymentId);
    if (status === 'refunded') return undefined;
    throw new CommandError(
      `The provider does not refund ${paymentId}, which is ${status}: ${error.description}`,
    );
  }
}

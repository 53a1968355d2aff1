// The owner's requests of refunds. Each is stored as an act before the provider learns of it, and gets its result in the
// transaction that records the refund, whoever records it: the shopper reads the owner's reason also if the process died
// in between, or if the webhook was faster than the provider's response.
import type { Transaction } from 'kysely';
import { changeResult, listActs, recordAct } from '../acts/acts.ts';
import type { Act } from '../acts/acts.ts';
import type { Database, Schema } from '../platform/database/schema.ts';

/** The result of an act of the kind 'refund'. Amounts are in paise. */
export interface RequestedRefund {
  /** requested: the provider's response is not known. pending: accepted, and recorded once it is processed. */
  outcome: 'requested' | 'pending' | 'refunded';
  amount: number;
  currency: string;
  /** Which refund of this amount it is. */
  times: number;
  /** As the shopper reads it. */
  reason?: string | undefined;
  /** The provider's id. */
  refundId?: string | undefined;
  /** Once it is refunded, what is left of the order with the shop. */
  left?: number | undefined;
  /** Nothing is left of an order that was not sent. */
  isCancelled?: boolean | undefined;
}

/** Stores a request, before the provider is asked. Its act is of an order, or of a payment that became none. */
export async function storeRequest(
  trx: Transaction<Schema>,
  now: Date,
  act: Act,
  request: Omit<RequestedRefund, 'outcome'>,
): Promise<RequestedRefund> {
  const stored = { ...request, outcome: 'requested' as const };
  await recordAct(trx, now, act, stored);
  return stored;
}

/** Removes a request that came to nothing, or marks it as pending, unless its refund was recorded meanwhile. */
export async function endRequest(
  db: Database,
  { id }: Act,
  request: RequestedRefund,
  pending?: { refundId: string },
): Promise<void> {
  await changeResult(db, id, request, pending && { ...request, ...pending, outcome: 'pending' });
}

/** Resolves to the requests that wait for their refund, oldest first. `about`: an order or a payment. */
export async function listOpenRequests(db: Database, about: string) {
  const acts = await listActs(db, about);
  return acts.flatMap(({ result, ...act }) => {
    const request = act.kind === 'refund' ? (result as RequestedRefund | null) : null;
    return request && request.outcome !== 'refunded' ? [{ ...act, request }] : [];
  });
}

/**
 * Gives the open requests that this refund fulfils their result. Resolves to the owner's reason.
 * @param nth which refund of this amount it is; without it, of any amount
 */
export async function fulfilRequests(
  trx: Transaction<Schema>,
  about: string,
  { amount, nth }: { amount: number; nth?: number },
  done: Pick<RequestedRefund, 'refundId' | 'left' | 'isCancelled'>,
): Promise<string | undefined> {
  const open = await listOpenRequests(trx, about);
  const fulfilled = open.filter(
    ({ request }) => nth === undefined || (request.amount === amount && request.times <= nth),
  );
  for (const { id, request } of fulfilled) {
    await changeResult(trx, id, request, { ...request, ...done, outcome: 'refunded' });
  }
  return fulfilled.find(({ request }) => request.reason)?.request.reason;
}

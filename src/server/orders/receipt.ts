// The receipt of an order: its facts, its number, and that it is sent once more.
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { readSnapshot } from '../../shop/order.ts';
import { countActs } from '../acts/acts.ts';
import type { Act, ActParts } from '../acts/acts.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { NewMail, OrderFacts } from '../mail/outbox.ts';
import { isEmailConfirmed } from '../platform/database/account-rows.ts';
import type { Schema } from '../platform/database/schema.ts';
import { actOnOrder, mailAddress } from './order-events.ts';
import type { NotDone, Order } from './order-events.ts';

/** Resolves to the receipt of an order as it is now. */
export async function toReceipt(
  trx: Transaction<Schema>,
  order: Order,
  dedupeKey: string,
): Promise<NewMail> {
  const facts = toOrderFacts(order);
  const { email: recipient } = facts;
  // What the owner corrected is nobody's account.
  const isConfirmed = recipient === order.email && (await isEmailConfirmed(trx, order.user_id));
  const confirmed = { ...facts, isEmailConfirmed: isConfirmed };
  return { kind: 'order-receipt', dedupeKey, recipient, facts: confirmed };
}

/** How often in 24 hours: no slip and no script floods a shopper. */
export const RESENDS_PER_DAY = 5;

const DAY_MS = 86_400_000;

export type Resending =
  | { outcome: 'sent'; email: string }
  /** So often in the last 24 hours that it is not sent again. */
  | { outcome: 'too often' }
  /** The person was erased from the order. */
  | { outcome: 'nobody' };

/** Sends the receipt of an order once more, as the order is now, to a shopper who cannot find it. */
export function resendReceipt(
  parts: ActParts,
  orderId: string,
  act: Act,
): Promise<Resending | NotDone> {
  return actOnOrder<Resending>(parts, orderId, act, async (trx, now, order) => {
    if (order.email === '') return { isDone: false, result: { outcome: 'nobody' } };
    const since = new Date(now.getTime() - DAY_MS);
    if ((await countActs(trx, orderId, 'resend', since)) >= RESENDS_PER_DAY) {
      return { isDone: false, result: { outcome: 'too often' } };
    }
    // The act is recorded once, so the key is too.
    const dedupeKey = `order:${orderId}:receipt:${act.id}`;
    const receipt = await toReceipt(trx, order, dedupeKey);
    await enqueueMail(trx, now, [receipt]);
    return { isDone: true, result: { outcome: 'sent', email: receipt.recipient } };
  });
}

export function toOrderFacts(order: Order): OrderFacts {
  const { id: orderId, placed_at: placedAt, amount, provider_payment_id: paymentId } = order;
  const snapshot = readSnapshot(order.snapshot);
  const email = mailAddress(order, snapshot);
  const facts = { orderId, placedAt, amount, email, paymentId, snapshot };
  return { ...facts, ...(order.promised_by && { promisedBy: order.promised_by }) };
}

/** Crockford's base 32, which has no ambiguous I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns a new order number as people see it and read it out: 'MA-' and ten characters. They hold 50 random bits, so
 * it cannot be guessed and does not reveal how much is sold.
 */
export function createOrderId(): string {
  // 256 is a multiple of 32: the low five bits of a random byte are evenly spread.
  return `MA-${Array.from(randomBytes(10), (byte) => ALPHABET[byte & 31]).join('')}`;
}

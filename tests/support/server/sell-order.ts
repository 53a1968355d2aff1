// Sells an order without a provider, records what the provider would report of its refunds, and does with it what the
// owner does at the desk.
import {
  correctAddress,
  correctEmail,
  makeAgain,
  postpone,
  setMaking,
  writeNote,
} from '../../../src/server/orders/change-order.ts';
import type { Remake } from '../../../src/server/orders/change-order.ts';
import { resendReceipt } from '../../../src/server/orders/receipt.ts';
import { listOrders } from '../../../src/server/orders/routes.ts';
import { correctParcel, sendOrder, undoSending } from '../../../src/server/orders/send-order.ts';
import { listActs } from '../../../src/server/acts/acts.ts';
import type { Database, MailTable } from '../../../src/server/platform/database/schema.ts';
import { recordPartialRefund, recordRefund } from '../../../src/server/payments/record-refund.ts';
import { settlePayment } from '../../../src/server/payments/settle.ts';
import type { Dispatch } from '../../../src/shop/forms/dispatch.ts';
import type { Address } from '../../../src/shop/forms/owner.ts';
import { beginAttempt } from '../payments/begin-attempt.ts';
import { newAct } from './new-act.ts';

/** The account that buys all of these orders. */
export const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya' };

export const dispatch: Dispatch = {
  courier: 'DTDC',
  trackingNumber: 'D1',
  trackingUrl: 'https://dtdc.example/D1',
};

/** Sells an order of ₹999 to Kavya. Returns its id and functions that pay again and refund. */
export async function sellOrder(db: Database, now: Date) {
  const clock = () => now;
  const payment = await beginAttempt(db, { now });
  const pay = (id: string) => settlePayment(db, clock, { ...payment, id });
  const paid = await pay(payment.id);
  if (paid.outcome !== 'paid') throw new Error(paid.outcome);
  return {
    id: paid.orderId,
    payment,
    pay,
    refundPart: (id: string, amount: number) =>
      recordPartialRefund(db, clock, { id, amount }, payment),
    refund: (id = payment.id) => recordRefund(db, clock, { ...payment, id, refundId: 'rfnd_9' }),
  };
}

/** Sells an order. Returns also what the owner can do with it, and what is stored and shown of it. */
export async function sellAtDesk({ db }: { db: Database }, clock: () => Date) {
  const order = await sellOrder(db, clock());
  const { id } = order;
  const parts = { db, clock };
  const row = db.selectFrom('shop_order').selectAll().where('id', '=', id);
  const mails = db.selectFrom('mail').selectAll().where('order_id', '=', id).orderBy('created_at');
  const acts = () => listActs(db, id);
  /** Resolves to the facts of its e-mails of a kind, with their keys and recipients. */
  const readMails = async (kind: MailTable['kind']) =>
    (await mails.where('kind', '=', kind).execute()).map(({ payload, dedupe_key, recipient }) => ({
      ...JSON.parse(payload),
      dedupe_key,
      recipient,
    }));
  return {
    ...order,
    db,
    make: (making = true, act = newAct('making', id)) => setMaking(parts, id, making, act),
    note: (note: string) => writeNote(parts, id, note, newAct('note', id)),
    correctAddress: (to: Address, act = newAct('correct address', id)) =>
      correctAddress(parts, id, to, act),
    correctEmail: (email: string, act = newAct('correct e-mail', id)) =>
      correctEmail(parts, id, email, act),
    resend: (act = newAct('resend', id)) => resendReceipt(parts, id, act),
    send: (act = newAct('send', id), parcel = dispatch) => sendOrder(parts, id, parcel, act),
    undo: (act = newAct('undo', id)) => undoSending(parts, id, act),
    correctParcel: (trackingNumber: string, act = newAct('correct', id)) =>
      correctParcel(parts, id, { trackingNumber }, act),
    makeAgain: (again: Remake, act = newAct('make again', id)) => makeAgain(parts, id, again, act),
    postpone: (day: string, act = newAct('late', id)) => postpone(parts, id, day, act),
    row: () => row.executeTakeFirstOrThrow(),
    readMails,
    sentFacts: () => readMails('order-sent'),
    acts,
    results: async () => (await acts()).map(({ result }) => result),
    /** Resolves to what the shopper sees of it. */
    shown: async (at = clock()) =>
      (await listOrders({ db, clock: () => at }, kavya)).find(({ _id }) => _id === id),
  };
}

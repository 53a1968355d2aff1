// The routes for money that goes back: of an order, in part or in full, and of a payment that became no order.
import { Hono } from 'hono';
import * as v from 'valibot';
import { readAct } from '../../server/acts/acts.ts';
import type { NotDone } from '../../server/orders/order-events.ts';
import { undoSending } from '../../server/orders/send-order.ts';
import { isProviderError } from '../../server/payments/provider.ts';
import type { PaymentProvider } from '../../server/payments/provider.ts';
import type { RequestedRefund } from '../../server/payments/record-refund.ts';
import { refundOrder, refundPayment } from '../../server/payments/refund.ts';
import type { OrderRefund, Refund, RefundRefusal } from '../../server/payments/refund.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { readRupees } from '../../shop/forms/clean-text.ts';
import { idField, required } from '../../shop/forms/fields.ts';
import { timeInIndia } from '../../shop/dates.ts';
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import { recipientName } from '../../shop/order-text.ts';
import type { Confirm } from '../door/confirm.tsx';
import {
  ActForm,
  asNewAct,
  bad,
  changedMeanwhile,
  changing,
  INCOMPLETE,
  readDeskForm,
  toAct,
  warn,
} from '../form.ts';
import { showOrder } from '../orders/order-page.tsx';
import { noOrder, readDeskOrder, readOrderId } from '../orders/order-rows.ts';
import type { OrderParts } from '../orders/order-rows.ts';
import { goTo } from '../page.tsx';
import type { Desk } from '../page.tsx';
import type { Notice, Typed } from '../parts.tsx';
import { findFlagged } from '../today/read-tasks.ts';
import type { FlaggedPayment } from '../today/read-tasks.ts';
import { DISPUTED } from '../today/tasks.tsx';
import { showToday } from '../today/today.tsx';

interface RefundParts extends OrderParts {
  provider: PaymentProvider;
  confirm: Confirm;
}

/** Returns the routes with their full paths. */
export function refundRoutes(parts: RefundParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .post('/orders/:id/refund', (c) => handleRefundForm(c, parts, readOrderId(c)))
    .post('/payments/:id/refund', (c) => giveSurplusBack(c, parts));
}

const NO_AMOUNT = 'Type rupees, as 250 or 250.00';

const RefundForm = v.object({
  ...changing,
  amount: v.pipe(
    v.optional(v.string(), ''),
    v.maxLength(40, NO_AMOUNT),
    v.transform((text) => readRupees(text)),
    v.number(NO_AMOUNT),
    v.minValue(1, NO_AMOUNT),
  ),
  reason: required('Reason', 300),
  // Asked by the page that confirms.
  'confirm-sent': v.optional(v.picklist(['yes', 'no'], INCOMPLETE), 'yes'),
});

const notYet = bad('Nothing went back yet.', 'What you typed is kept: look at the marked field.');

async function handleRefundForm(c: Desk, parts: RefundParts, id: string) {
  const form = await readDeskForm(c, RefundForm);
  const { typed } = form;
  const refuse = (notice: Notice, status: 400 | 409 | 503 = 409, errors: Typed['errors'] = {}) =>
    showOrder(c, parts, id, { notice, typed: { ...typed, errors }, refused: 'refund', status });
  const showErrors = (errors: Typed['errors']) => refuse(notYet, 400, errors);
  if (!form.ok) return showErrors(typed.errors);
  const { amount, reason, act } = form.value;
  const { order, recorded } = await readDeskOrder(parts.db, id, parts.clock());
  const left = order.amount - order.refunded;
  if (amount > left && left > 0) return showErrors({ amount: atMost(left) });
  const warning = await warnOfDisputes(parts.db, id);
  const question =
    left > 0 &&
    (await parts.confirm(c, {
      what: `Refund ${formatRupeesExact(amount)} to ${recipientName(order.delivery)}, ${id}. Reason: ${reason}${warning}`,
      lists: form.lists,
      back: `/orders/${id}`,
      isFinal: true,
      answer: warning === '' ? 'yes' : 'disputed',
      children:
        amount === left && recorded?.undoUntil !== undefined && SentQuestion(recorded.undoUntil),
    }));
  if (question) return question;
  const own = toAct(c, form, 'refund', id);
  const result = await settle(() => refundOrder(parts, id, { amount, reason }, own));
  switch (result.outcome) {
    case 'unknown':
      throw noOrder(id);
    case 'changed meanwhile':
      return refuse(
        changedMeanwhile(
          left === 0
            ? 'All of it went back already.'
            : 'Look what went back already. What you typed is kept.',
        ),
      );
    // Then the next form is another refund, and says so.
    case 'other content': {
      const notice = warn('Nothing more went back.', await describeFirst(parts, act));
      const other = asNewAct({ ...typed, errors: {} });
      return showOrder(c, parts, id, { notice, typed: other, refused: 'refund', status: 409 });
    }
    case 'away':
      return refuse(away, 503);
    case 'refused':
      if (result.because === 'more than is left')
        return showErrors({ amount: atMost(result.left) });
      return refuse(bad('Nothing went back.', refusalWords(result)));
    case 'refunded before': {
      const money = formatRupeesExact(result.amount);
      return refuse(warn(`${money} went back before, nothing more now.`));
    }
    case 'refunded':
    case 'pending': {
      if (form.value['confirm-sent'] === 'no') {
        const undo = { ...own, id: `${act}:undo`, kind: 'undo' as const, rev: undefined };
        const undone = await undoSending(parts, id, undo);
        if (undone.outcome === 'left') return refuse(tooLate);
      }
      return goTo(c, `/orders/${id}`, act);
    }
  }
}

const tooLate = warn(
  'The money goes back, but the e-mail ‘On its way’ had left before.',
  'Tell the shopper yourself that nothing comes.',
);

/** With all of the money gone the parcel may have been marked by mistake: its e-mail waits, and can still be undone. */
function SentQuestion(undoUntil: string) {
  return (
    <fieldset className="stack">
      <legend>
        The order is marked as sent, and the e-mail ‘On its way’ leaves at{' '}
        {timeInIndia(new Date(undoUntil))}. Shall it still leave?
      </legend>
      <label className="check">
        <input type="radio" name="confirm-sent" value="yes" required />
        <span>Yes, the parcel has left</span>
      </label>
      <label className="check">
        <input type="radio" name="confirm-sent" value="no" required />
        <span>No, undo ‘sent’: nothing is sent</span>
      </label>
    </fieldset>
  );
}

const atMost = (left: number) => `At most ${formatRupeesExact(left)} can go back`;

const away = bad(
  'The payment provider does not answer.',
  'Press Refund again in a minute: the same refund never goes out twice.',
);

type Away = { outcome: 'away' };

async function settle<Result extends OrderRefund | Refund | RefundRefusal | NotDone>(
  refund: () => Promise<Result>,
): Promise<Result | Away> {
  try {
    return await refund();
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return { outcome: 'away' };
  }
}

/** Returns why nothing went back. */
function refusalWords(refusal: RefundRefusal): string {
  switch (refusal.because) {
    case 'provider refused':
      return `The payment provider says: ${refusal.description}`;
    case 'failed at provider':
      // The provider repeats this answer under the same key.
      return 'It failed at the bank, and the money is still with the shop. This amount cannot go out again from here: refund it in the dashboard of the payment provider.';
    case 'another under way':
      return `${formatRupeesExact(refusal.amount)} is on its way already, by ${refusal.actor}. Look again in a minute.`;
    case 'not flagged':
      return refusal.orderId === undefined
        ? 'The shop has no such payment, or has not flagged it.'
        : `It paid for the order ${refusal.orderId}: give money back there.`;
    case 'more than is left':
      return atMost(refusal.left);
    case 'unknown order':
      return 'There is no such order.';
  }
}

/** Says what a form gave back before it was changed and sent once more. */
async function describeFirst({ db }: OrderParts, act: string): Promise<string> {
  const first = (await readAct(db, act))?.result as RequestedRefund;
  const { amount, outcome, reason } = first;
  const went = outcome === 'refunded' ? 'went back' : 'is on its way';
  const why = reason === undefined ? '' : ` Reason: ${reason}.`;
  return `${formatRupeesExact(amount)} ${went} by this form before.${why} Press Refund to give back what you typed as well.`;
}

/** Resolves to what the question adds if the customer's bank took the order's money, or may take it: '' if not. */
async function warnOfDisputes(db: Database, orderId: string): Promise<string> {
  // By the payment order, which has an index.
  const disputes = await db
    .selectFrom('shop_order')
    .innerJoin(
      'payment_dispute as dispute',
      'dispute.provider_order_id',
      'shop_order.provider_order_id',
    )
    .select(['dispute.amount', 'dispute.currency', 'dispute.state'])
    .where('shop_order.id', '=', orderId)
    .whereRef('dispute.payment_id', '=', 'shop_order.provider_payment_id')
    .where('dispute.state', 'not in', ['won', 'closed'])
    .execute();
  return disputes
    .map(({ amount, currency, state }) =>
      state === 'lost'
        ? `. The bank took ${formatAmount(amount, currency)} of it already: this goes back twice`
        : `. The bank disputes ${formatAmount(amount, currency)} of it: this may go back twice`,
    )
    .join('');
}

const PaymentId = idField('There is no such payment', 64);

/** Returns 'Refund ₹799.00 to Kavya Raman, payment pay_1. Reason: It was paid twice.' */
function describeSurplus(flagged: FlaggedPayment): string {
  const { paymentId, left, currency, attempt, reason, isDisputed } = flagged;
  const name = attempt ? ` to ${recipientName(attempt.delivery)}` : '';
  return `Refund ${formatAmount(left, currency)}${name}, payment ${paymentId}. Reason: ${reason}${isDisputed ? DISPUTED : ''}`;
}

async function giveSurplusBack(c: Desk, parts: RefundParts) {
  const id = v.safeParse(PaymentId, c.req.param('id'));
  const form = await readDeskForm(c, ActForm);
  const refuse = (notice: Notice, status: 400 | 409 | 503 = 409) =>
    showToday(c, parts, { notice, status });
  if (!id.success || !form.ok) {
    return refuse(bad('Nothing went back.', 'Please try again from here.'), 400);
  }
  const flagged = await findFlagged(parts.db, id.output);
  // Of any other payment nothing goes back: then the page says why.
  const question =
    flagged &&
    (await parts.confirm(c, {
      what: describeSurplus(flagged),
      lists: form.lists,
      back: '/',
      isFinal: true,
      answer: flagged.isDisputed ? 'disputed' : 'yes',
    }));
  if (question) return question;
  const act = toAct(c, form, 'refund', id.output);
  const result = await settle(() => refundPayment(parts, id.output, act));
  switch (result.outcome) {
    case 'away':
      return refuse(away, 503);
    case 'refused':
      return refuse(bad('Nothing went back.', refusalWords(result)));
    case 'refunded before':
      return refuse(bad(`${formatAmount(result.amount, result.currency)} went back before.`));
    default:
      return goTo(c, '/', form.value.act);
  }
}

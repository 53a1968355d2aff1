// The provider's REST API, under /v1: the shop creates orders, reads them and their payments, captures and refunds.
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import {
  changePayment,
  findRefundByKey,
  listPayments,
  listRefunds,
  orderEntity,
  paymentEntity,
  refundEntity,
} from './entities.ts';
import type { OrderRow, PaymentRow, RefundRow } from './entities.ts';
import { ProviderError, readJson, requireAuthorization } from './http.ts';
import type { Env } from './http.ts';
import { insertRow, newId, unixSeconds } from './ledger.ts';
import { capture, commit, requireOrder, requirePayment } from './pay.ts';
import type { Parts } from './pay.ts';
import type { Keys } from './signature.ts';
import { recordEvent } from './webhooks.ts';

/** Returns the routes for orders, payments, captures and refunds, with key id and secret as user name and password. */
export function restRoutes(parts: Parts, { keyId, keySecret }: Keys): Hono<Env> {
  const key = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  return new Hono<Env>()
    .use('/v1/*', requireAuthorization(key, 'Authentication failed'))
    .post('/v1/orders', async (c) =>
      c.json(orderEntity(createOrder(parts, await readJson(c, OrderRequest)))),
    )
    .get('/v1/orders/:id', (c) => c.json(orderEntity(requireOrder(parts, c.req.param('id')))))
    .get('/v1/orders/:id/payments', (c) => {
      const order = requireOrder(parts, c.req.param('id'));
      const items = listPayments(parts.ledger, order.id).map(paymentEntity);
      return c.json({ entity: 'collection', count: items.length, items });
    })
    .get('/v1/payments/:id/refunds', (c) => {
      const { id } = requirePayment(parts, c.req.param('id'));
      const count = Number(c.req.query('count') ?? 10);
      const items = listRefunds(parts.ledger, id).slice(0, count).map(refundEntity);
      return c.json({ entity: 'collection', count: items.length, items });
    })
    .get('/v1/payments/:id', (c) => c.json(paymentEntity(requirePayment(parts, c.req.param('id')))))
    .post('/v1/payments/:id/capture', async (c) => {
      const request = await readJson(c, CaptureRequest);
      return c.json(paymentEntity(capturePayment(parts, c.req.param('id'), request)));
    })
    .post('/v1/payments/:id/refund', async (c) => {
      // A full refund may be requested without a body.
      const request = await readJson(c, RefundRequest, v.parse(RefundRequest, {}));
      const idempotencyKey = c.req.header('x-refund-idempotency');
      return c.json(refundEntity(refundPayment(parts, c.req.param('id'), request, idempotencyKey)));
    });
}

/** Paise: nothing below one rupee can be charged. */
const minimumAmount = 100;

const paise = v.pipe(
  v.number('The amount must be an integer.'),
  v.safeInteger('The amount must be an integer.'),
);

const receipt = v.nullable(
  v.pipe(
    v.string('The receipt must be a string.'),
    v.maxLength(40, 'The receipt may not be greater than 40 characters.'),
  ),
);

const tooManyNotes = 'The notes must be at most 15 keys with values of up to 256 characters.';
const note = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(256));
/** The provider accepts the empty array that it also returns. */
const notes = v.pipe(
  v.union([v.strictTuple([]), v.record(v.pipe(v.string(), v.maxLength(256)), note)], tooManyNotes),
  v.transform((given): Record<string, string> => Object.fromEntries(Object.entries(given))),
  v.check((given) => Object.keys(given).length <= 15, tooManyNotes),
);

const OrderRequest = v.object({
  amount: v.pipe(
    paise,
    v.minValue(minimumAmount, 'Order amount less than minimum amount allowed'),
    v.maxValue(50_000_000, 'Amount exceeds maximum amount allowed.'),
  ),
  currency: v.literal('INR', 'Currency is not supported'),
  receipt: v.optional(receipt),
  notes: v.optional(notes, {}),
  payment: v.optional(
    v.object({ capture: v.optional(v.picklist(['automatic', 'manual']), 'automatic') }),
    {},
  ),
});

/** Records an order of `request.amount` paise and returns it. Two equal requests are two orders. */
export function createOrder(
  { ledger, clock }: Parts,
  request: v.InferOutput<typeof OrderRequest>,
): OrderRow {
  const order: OrderRow = {
    id: newId('order'),
    amount: request.amount,
    amount_paid: 0,
    currency: request.currency,
    receipt: request.receipt ?? null,
    status: 'created',
    attempts: 0,
    notes: JSON.stringify(request.notes),
    auto_capture: request.payment.capture === 'automatic' ? 1 : 0,
    created_at: unixSeconds(clock),
  };
  insertRow(ledger, 'provider_order', order);
  return order;
}

const CaptureRequest = v.object({
  amount: paise,
  currency: v.optional(v.literal('INR', 'Currency is not supported'), 'INR'),
});

/**
 * Captures an authorised payment in full (`amount` in paise must be its amount) and returns it.
 * Throws a ProviderError when it was captured before, was never authorised, or the amount differs.
 */
function capturePayment(
  parts: Parts,
  paymentId: string,
  request: v.InferOutput<typeof CaptureRequest>,
): PaymentRow {
  return commit(parts, () => {
    const open = requirePayment(parts, paymentId);
    if (open.captured === 1) throw new ProviderError('This payment has already been captured');
    if (open.status !== 'authorized') {
      throw new ProviderError(
        'Only payments which have been authorized and not yet captured can be captured',
      );
    }
    if (request.amount !== open.amount) {
      throw new ProviderError('Capture amount must be equal to the amount authorized', {
        field: 'amount',
      });
    }
    return capture(parts, open);
  });
}

const RefundRequest = v.object({
  amount: v.optional(
    v.pipe(paise, v.minValue(minimumAmount, 'The amount must be at least INR 1.00')),
  ),
  speed: v.optional(v.picklist(['normal', 'optimum']), 'normal'),
  receipt: v.optional(receipt),
  notes: v.optional(notes, {}),
});
type RefundRequest = v.InferOutput<typeof RefundRequest>;

/**
 * Refunds `request.amount` paise, or all that is left, and returns the refund. The same idempotency key with
 * the same request returns the first refund. Throws a ProviderError when the payment was not captured, the
 * amount is more than is left, or the key was used with another request before.
 */
function refundPayment(
  parts: Parts,
  paymentId: string,
  request: RefundRequest,
  idempotencyKey: string | undefined,
): RefundRow {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return commit(parts, () => {
    const payment = requirePayment(parts, paymentId);
    const earlier = idempotencyKey && findRefundByKey(parts.ledger, paymentId, idempotencyKey);
    if (!earlier) {
      const origin = { idempotency_key: idempotencyKey ?? null, request_hash: requestHash };
      return refund(parts, payment, request, origin);
    }
    if (earlier.request_hash !== requestHash) {
      throw new ProviderError('Different request body sent for the same Idempotency Header');
    }
    return earlier;
  });
}

function refund(
  parts: Parts,
  payment: PaymentRow,
  request: RefundRequest,
  origin: Pick<RefundRow, 'idempotency_key' | 'request_hash'>,
): RefundRow {
  if (payment.captured === 0) {
    throw new ProviderError('The payment status should be captured for action to be taken');
  }
  const left = payment.amount - payment.amount_refunded;
  if (left === 0) throw new ProviderError('The payment has been fully refunded already');
  const amount = request.amount ?? left;
  if (amount > left) {
    throw new ProviderError('The total refund amount is greater than the refund payment amount', {
      field: 'amount',
    });
  }
  const row: RefundRow = {
    id: newId('rfnd'),
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    receipt: request.receipt ?? null,
    notes: JSON.stringify(request.notes),
    ...origin,
    created_at: unixSeconds(parts.clock),
  };
  insertRow(parts.ledger, 'refund', row);
  const refunded = changePayment(parts.ledger, payment, {
    status: amount === left ? 'refunded' : payment.status,
    amount_refunded: payment.amount_refunded + amount,
  });
  recordEvent(parts, 'refund.created', { payment: refunded, refund: row });
  recordEvent(parts, 'refund.processed', { payment: refunded, refund: row });
  return row;
}

// The provider's REST API, under /v1.
import { Hono } from 'hono';
import type { Env } from '../http.ts';
import { unknownId } from '../http/provider-error.ts';
import { parseValue, readJson, requireAuthorization } from '../http/request.ts';
import { orderEntity } from '../ledger/orders.ts';
import { findPayment, listPayments, paymentEntity } from '../entities.ts';
import { refundEntity } from '../ledger/refunds.ts';
import { capturePayment, CaptureRequest } from '../payments/capture-payment.ts';
import { createOrder, OrderRequest } from '../payments/create-order.ts';
import type { Parts } from '../payments/parts.ts';
import { refundPayment, RefundRequest } from '../rest.ts';
import { requireOrder } from '../payments/settle.ts';
import type { Keys } from '../signature.ts';

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
    .get('/v1/payments/:id', (c) => {
      const payment = findPayment(parts.ledger, c.req.param('id'));
      if (!payment) throw unknownId();
      return c.json(paymentEntity(payment));
    })
    .post('/v1/payments/:id/capture', async (c) => {
      const request = await readJson(c, CaptureRequest);
      return c.json(paymentEntity(capturePayment(parts, c.req.param('id'), request)));
    })
    .post('/v1/payments/:id/refund', async (c) => {
      // A full refund may be requested without a body.
      const isEmpty = (await c.req.text()) === '';
      const request = isEmpty ? parseValue(RefundRequest, {}) : await readJson(c, RefundRequest);
      const idempotencyKey = c.req.header('x-refund-idempotency');
      return c.json(refundEntity(refundPayment(parts, c.req.param('id'), request, idempotencyKey)));
    });
}

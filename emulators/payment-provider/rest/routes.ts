// The provider's REST calls, under /v1.
import type { Answer, Call } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import { parseBody, parseValue } from '../http/parse.ts';
import { unknownId } from '../http/provider-error.ts';
import type { Route } from '../http/router.ts';
import { orderEntity } from '../ledger/orders.ts';
import { findPayment, listPayments, paymentEntity } from '../ledger/payments.ts';
import { refundEntity } from '../ledger/refunds.ts';
import { capturePayment, captureRequest } from '../payments/capture-payment.ts';
import { createOrder, orderRequest } from '../payments/create-order.ts';
import type { Desk } from '../payments/desk.ts';
import { refundPayment, refundRequest } from '../payments/refund-payment.ts';
import { requireOrder } from '../payments/settle.ts';
import type { Keys } from './basic-auth.ts';
import { requireKey } from './basic-auth.ts';

/** Orders, payments, captures and refunds, each behind the key. */
export function restRoutes(desk: Desk, keys: Keys): Route[] {
  function route(
    method: Route['method'],
    path: string,
    handle: (call: Call, id: string) => Answer,
  ): Route {
    return {
      method,
      path,
      name: `${method} ${path}`,
      handle(call) {
        requireKey(call, keys);
        return handle(call, call.params.id ?? '');
      },
    };
  }

  return [
    route('POST', '/v1/orders', (call) =>
      json(orderEntity(createOrder(desk, parseBody(orderRequest, call)))),
    ),
    route('GET', '/v1/orders/:id', (_call, id) => json(orderEntity(requireOrder(desk, id)))),
    route('GET', '/v1/orders/:id/payments', (_call, id) => {
      const items = listPayments(desk.ledger, requireOrder(desk, id).id).map(paymentEntity);
      return json({ entity: 'collection', count: items.length, items });
    }),
    route('GET', '/v1/payments/:id', (_call, id) => {
      const payment = findPayment(desk.ledger, id);
      if (!payment) throw unknownId();
      return json(paymentEntity(payment));
    }),
    route('POST', '/v1/payments/:id/capture', (call, id) =>
      json(paymentEntity(capturePayment(desk, id, parseBody(captureRequest, call)))),
    ),
    route('POST', '/v1/payments/:id/refund', (call, id) => {
      // A full refund may come without any body.
      const request =
        call.body.length === 0 ? parseValue(refundRequest, {}) : parseBody(refundRequest, call);
      const key = call.headers['x-refund-idempotency'];
      return json(
        refundEntity(refundPayment(desk, id, request, typeof key === 'string' ? key : undefined)),
      );
    }),
  ];
}

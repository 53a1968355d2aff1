import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { failure } from '#support/storefront/failure.ts';
import type { RequestResult } from '../platform/request.ts';
import type {
  PaymentStatusResponse,
  VerifyResponse,
  VerifyRequest,
} from '../../shop/payloads/payments.ts';
import {
  BRIEF,
  confirmPayment,
  ofStatus,
  ofVerification,
  ONCE,
  PATIENT,
} from './confirm-payment.ts';
import type { PendingPayment } from './stored-payments.ts';

const verified: RequestResult<VerifyResponse> = { ok: true, value: { orderId: 'MA-1' } };
const status = (value: PaymentStatusResponse): RequestResult<PaymentStatusResponse> => ({
  ok: true,
  value,
});

const begun: PendingPayment = {
  orderId: 'order_1',
  userId: 'u1',
  startedAt: '2026-11-14T10:00:00.000Z',
  cartLines: [],
};
const made: PendingPayment = { ...begun, result: { paymentId: 'pay_1', signature: 'aa' } };

/** Returns a server with these replies in turn, the last one repeated for ever. */
function server(replies: {
  verify?: RequestResult<VerifyResponse>[];
  status?: RequestResult<PaymentStatusResponse>[];
}) {
  const asked: ([call: 'verify', VerifyRequest] | [call: 'status', orderId: string])[] = [];
  const pauses: number[] = [];
  function next<T>(list: T[] | undefined): T {
    const reply = (list?.length ?? 0) > 1 ? list?.shift() : list?.[0];
    if (!reply) throw new Error('the server was not expected to be asked');
    return reply;
  }
  return {
    asked,
    pauses,
    calls: {
      async verifyPayment(payment: VerifyRequest) {
        asked.push(['verify', payment]);
        return next(replies.verify);
      },
      async paymentStatus(orderId: string) {
        asked.push(['status', orderId]);
        return next(replies.status);
      },
    },
    wait: async (ms: number) => void pauses.push(ms),
  };
}

it.each([
  [verified, { kind: 'paid', orderId: 'MA-1' }],
  [failure(0), { kind: 'wait' }],
  [failure(503), { kind: 'wait' }],
  [failure(429), { kind: 'wait' }],
  [failure(409, { code: 'payment-pending' }), { kind: 'wait' }],
  [failure(409, { code: 'payment-attention' }), { kind: 'attention' }],
  [failure(401), { kind: 'signed-out' }],
  [failure(400, { code: 'payment-signature' }), { kind: 'refused' }],
  [failure(404), { kind: 'refused' }],
])('interprets the verification %j', covers('call-25'), (reply, expected) => {
  expect(ofVerification(reply)).toEqual(expected);
});

it('does not treat a malformed reply as a refusal', () => {
  expect(ofVerification({ ...failure(200), kind: 'malformed' })).toEqual({ kind: 'wait' });
});

it.each([
  [status({ status: 'pending' }), { kind: 'wait' }],
  [status({ status: 'paid', orderId: 'MA-1' }), { kind: 'paid', orderId: 'MA-1' }],
  [status({ status: 'attention' }), { kind: 'attention' }],
  [failure(404), { kind: 'refused' }],
])('interprets the status %j', (reply, expected) => {
  expect(ofStatus(reply)).toEqual(expected);
});

it('verifies at once what the window reported', covers('transition-18'), async () => {
  const { calls, wait, asked, pauses } = server({ verify: [verified] });
  expect(await confirmPayment(made, calls, [1, 2], wait)).toEqual({
    kind: 'paid',
    orderId: 'MA-1',
  });
  const payment = {
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'aa',
  };
  expect(asked).toEqual([['verify', payment]]);
  expect(pauses).toEqual([]);
});

it('tries again with growing pauses until the server knows', async () => {
  const { calls, wait, pauses } = server({ verify: [failure(0), failure(503), verified] });
  let waiting = 0;
  const end = await confirmPayment(made, calls, [1, 2, 4], wait, () => {
    waiting += 1;
  });
  expect(end.kind).toBe('paid');
  expect(pauses).toEqual([1, 2]);
  expect(waiting).toBe(2);
});

it('waits five minutes for a paid payment, six seconds for a begun one, and not at all for a closed one', () => {
  expect(PATIENT).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60, 60].map((seconds) => seconds * 1000));
  expect(BRIEF).toEqual([1000, 2000, 3000]);
  expect(ONCE).toEqual([]);
});

it('ends as open when the pauses are used up', async () => {
  const { calls, wait, asked } = server({ verify: [failure(0)] });
  expect(await confirmPayment(made, calls, [1, 2], wait)).toEqual({ kind: 'open' });
  expect(asked).toHaveLength(3);
});

it('asks for the status of a payment that was only begun', async () => {
  const paid = status({ status: 'paid', orderId: 'MA-2' });
  const { calls, wait, asked } = server({ status: [status({ status: 'pending' }), paid] });
  expect(await confirmPayment(begun, calls, [1], wait)).toEqual({ kind: 'paid', orderId: 'MA-2' });
  expect(asked).toEqual([
    ['status', 'order_1'],
    ['status', 'order_1'],
  ]);
});

it('looks for a result of the webhook before it accepts a refusal', async () => {
  const refused = failure(400);
  const paid = server({ verify: [refused], status: [status({ status: 'paid', orderId: 'MA-3' })] });
  expect(await confirmPayment(made, paid.calls, [1], paid.wait)).toEqual({
    kind: 'paid',
    orderId: 'MA-3',
  });
  const unfit = server({ verify: [refused], status: [status({ status: 'attention' })] });
  expect(await confirmPayment(made, unfit.calls, [1], unfit.wait)).toEqual({ kind: 'attention' });
  const pending = server({ verify: [refused], status: [status({ status: 'pending' })] });
  expect(await confirmPayment(made, pending.calls, [1], pending.wait)).toEqual({ kind: 'refused' });
});

it('rejects when the page is left', async () => {
  const { calls } = server({ verify: [failure(0)] });
  const left = new DOMException('left', 'AbortError');
  await expect(confirmPayment(made, calls, [1], () => Promise.reject(left))).rejects.toBe(left);
});

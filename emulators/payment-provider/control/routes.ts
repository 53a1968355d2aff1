// The stand-in's own controls, for tests and for people at the machine. They listen on a port that the shop never
// forwards to, want a secret, and are closed to browsers, so that no web page can try them on loopback.
import * as v from 'valibot';
import { faultSpec } from '../faults/fault.ts';
import { clearFaults, listFaults, setFault } from '../faults/faults.ts';
import type { Answer, Call } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import { parseBody } from '../http/parse.ts';
import { ProviderError } from '../http/provider-error.ts';
import type { Route } from '../http/router.ts';
import {
  deliverySummary,
  heldDeliveries,
  listDeliveries,
  updateDelivery,
} from '../ledger/deliveries.ts';
import { listOrders, orderEntity } from '../ledger/orders.ts';
import { listPayments, paymentEntity } from '../ledger/payments.ts';
import { listRefunds, refundEntity } from '../ledger/refunds.ts';
import type { Desk } from '../payments/desk.ts';
import { payOrder, settleLate } from '../payments/pay-order.ts';
import type { Keys } from '../rest/basic-auth.ts';
import { sameText } from '../rest/basic-auth.ts';
import { windowSignature } from '../signature.ts';
import { forgetRotation, rotateSecret } from '../webhooks/secret.ts';

const outcome = v.optional(v.picklist(['success', 'failure', 'authorized', 'pending']), 'success');
const amount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));

const payRequest = v.union([
  v.strictObject({
    order_id: v.string(),
    outcome,
    amount,
    again: v.optional(v.boolean(), false),
    email: v.optional(v.string()),
    contact: v.optional(v.string()),
  }),
  v.strictObject({ payment_id: v.string(), outcome }),
]);
const faultsRequest = v.union([v.pipe(v.array(faultSpec), v.minLength(1)), faultSpec]);
const secretRequest = v.strictObject({ secret: v.pipe(v.string(), v.minLength(1)) });
const releaseRequest = v.strictObject({ events: v.optional(v.array(v.string())) });

export interface ControlParts extends Keys {
  webhookSecret: string;
  /** Every control carries it as a bearer token. */
  controlSecret: string;
  /** The names of the calls that a fault may be set for. */
  faultable: readonly string[];
}

/** /control/*: the ledger, payments without a browser, faults, webhook secret and held webhooks. */
export function controlRoutes(
  desk: Desk,
  { keySecret, webhookSecret, controlSecret, faultable }: ControlParts,
): Route[] {
  const { ledger } = desk;
  const route = (method: Route['method'], path: string, handle: (call: Call) => Answer): Route => ({
    method,
    path,
    name: `${method} ${path}`,
    handle(call) {
      refuseBrowsers(call);
      requireSecret(call, controlSecret);
      return handle(call);
    },
  });

  return [
    route('GET', '/control/ledger', () =>
      json({
        orders: listOrders(ledger).map(orderEntity),
        payments: listPayments(ledger).map(paymentEntity),
        refunds: listRefunds(ledger).map(refundEntity),
        webhooks: listDeliveries(ledger).map(deliverySummary),
        faults: listFaults(ledger),
      }),
    ),
    route('POST', '/control/pay', (call) => {
      const request = parseBody(payRequest, call);
      const payment =
        'payment_id' in request
          ? settleLate(desk, request.payment_id, request.outcome)
          : payOrder(desk, { ...request, orderId: request.order_id });
      return json({
        payment: paymentEntity(payment),
        razorpay_order_id: payment.order_id,
        razorpay_payment_id: payment.id,
        razorpay_signature: windowSignature(payment.order_id, payment.id, keySecret),
      });
    }),
    route('POST', '/control/faults', (call) => {
      for (const fault of [parseBody(faultsRequest, call)].flat()) {
        if (fault.on === 'http' && fault.call && !faultable.includes(fault.call)) {
          throw new ProviderError(`There is no call '${fault.call}': ${faultable.join(', ')}`);
        }
        setFault(ledger, fault);
      }
      return json({ faults: listFaults(ledger) });
    }),
    route('POST', '/control/clear-faults', () => {
      clearFaults(ledger);
      forgetRotation(ledger);
      return json({ faults: [] });
    }),
    route('POST', '/control/rotate-webhook-secret', (call) => {
      rotateSecret(ledger, parseBody(secretRequest, call).secret, webhookSecret);
      return json({ rotated: true });
    }),
    route('POST', '/control/release-webhooks', (call) => {
      const { events } = parseBody(releaseRequest, call);
      const held = heldDeliveries(ledger).filter(({ event }) => events?.includes(event) ?? true);
      const next_try_at = desk.clock().getTime();
      for (const { event_id } of held) {
        updateDelivery(ledger, { event_id, state: 'pending', next_try_at });
      }
      desk.onEvents();
      return json({ released: held.map(({ event_id, event }) => ({ event_id, event })) });
    }),
  ];
}

function refuseBrowsers({ headers }: Call): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(host);
  if (!loopback || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) {
    throw new ProviderError('Controls are for this machine only.', { status: 403 });
  }
}

function requireSecret({ headers }: Call, controlSecret: string): void {
  if (sameText(headers.authorization ?? '', `Bearer ${controlSecret}`)) return;
  throw new ProviderError('Controls want their secret as a bearer token.', {
    status: 401,
    reason: 'authentication_failed',
  });
}

// The controls of the stand-in, for tests and for people at the machine. They listen on a port that the shop never
// serves, require a secret and refuse browsers, so that no web page can use them over loopback.
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import {
  disputeEntity,
  listOrders,
  listPayments,
  listRefunds,
  orderEntity,
  paymentEntity,
  refundEntity,
} from './entities.ts';
import { clearFaults, Fault, listFaults, setFault } from './faults.ts';
import { ProviderError, readJson, requireAuthorization } from './http.ts';
import type { Env } from './http.ts';
import { unixSeconds } from './ledger.ts';
import { commit, payOrder, requirePayment, settleLate } from './pay.ts';
import type { Parts } from './pay.ts';
import { forgetRotation, rotateSecret, windowResponse } from './signature.ts';
import type { Keys } from './signature.ts';
import { listDeliveries, recordEvent, releaseDeliveries } from './webhooks.ts';

const outcome = v.optional(v.picklist(['success', 'failure', 'authorized', 'pending']), 'success');
const amount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));

const PayRequest = v.union([
  v.strictObject({
    order_id: v.string(),
    outcome,
    amount,
    again: v.optional(v.boolean(), false),
  }),
  v.strictObject({ payment_id: v.string(), outcome }),
]);
const DisputeRequest = v.strictObject({
  payment_id: v.string(),
  step: v.optional(
    v.picklist(['created', 'action_required', 'under_review', 'won', 'lost', 'closed']),
    'created',
  ),
  amount,
});
const FaultsRequest = v.union([v.pipe(v.array(Fault), v.minLength(1)), Fault]);
const SecretRequest = v.strictObject({ secret: v.pipe(v.string(), v.minLength(1)) });
const ReleaseRequest = v.strictObject({ events: v.optional(v.array(v.string())) });

export interface ControlParts extends Keys {
  webhookSecret: string;
  /** Every control request carries it as a bearer token. */
  controlSecret: string;
  /** The names of the routes that a fault may be set for. */
  faultNames: readonly string[];
}

/** Returns the routes of /control/*: ledger, payments without a browser, disputes, faults, webhook secret and held webhooks. */
export function controlRoutes(
  parts: Parts,
  { keySecret, webhookSecret, controlSecret, faultNames }: ControlParts,
): Hono<Env> {
  const { ledger } = parts;
  return new Hono<Env>()
    .use(
      '/control/*',
      refuseBrowsers,
      requireAuthorization(
        `Bearer ${controlSecret}`,
        'Controls want their secret as a bearer token.',
      ),
    )
    .get('/control/ledger', (c) =>
      c.json({
        orders: listOrders(ledger).map(orderEntity),
        payments: listPayments(ledger).map(paymentEntity),
        refunds: listRefunds(ledger).map(refundEntity),
        webhooks: listDeliveries(ledger),
        faults: listFaults(ledger),
      }),
    )
    .post('/control/pay', async (c) => {
      const request = await readJson(c, PayRequest);
      const payment =
        'payment_id' in request
          ? settleLate(parts, request.payment_id, request.outcome)
          : payOrder(parts, { ...request, orderId: request.order_id });
      return c.json({ payment: paymentEntity(payment), ...windowResponse(payment, keySecret) });
    })
    .post('/control/dispute', async (c) => {
      const { payment_id, step, amount: disputed } = await readJson(c, DisputeRequest);
      const payment = requirePayment(parts, payment_id);
      const now = unixSeconds(parts.clock);
      const dispute = disputeEntity(payment, step, { amount: disputed ?? payment.amount, now });
      commit(parts, () => recordEvent(parts, `payment.dispute.${step}`, { payment, dispute }));
      return c.json({ dispute });
    })
    .post('/control/faults', async (c) => {
      for (const fault of [await readJson(c, FaultsRequest)].flat()) {
        if (fault.on === 'http' && fault.call && !faultNames.includes(fault.call)) {
          throw new ProviderError(`There is no call '${fault.call}': ${faultNames.join(', ')}`);
        }
        setFault(ledger, fault);
      }
      return c.json({ faults: listFaults(ledger) });
    })
    .post('/control/clear-faults', (c) => {
      clearFaults(ledger);
      forgetRotation(ledger);
      return c.json({ faults: [] });
    })
    .post('/control/rotate-webhook-secret', async (c) => {
      rotateSecret(ledger, (await readJson(c, SecretRequest)).secret, webhookSecret);
      return c.json({ rotated: true });
    })
    .post('/control/release-webhooks', async (c) => {
      const { events } = await readJson(c, ReleaseRequest);
      const released = releaseDeliveries(ledger, events, parts.clock().getTime());
      parts.onEvents();
      return c.json({ released });
    });
}

const refuseBrowsers: MiddlewareHandler<Env> = async (c, next) => {
  const host = (c.req.header('host') ?? '').replace(/:\d+$/, '');
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(host);
  if (!isLoopback || c.req.header('origin') || c.req.header('sec-fetch-site')) {
    throw new ProviderError('Controls are for this machine only.', { status: 403 });
  }
  await next();
};

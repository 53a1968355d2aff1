// The API routes under /payments.
import { Hono } from 'hono';
import { PaymentOrderRequest, VerifyRequest } from '../../shop/payloads/payments.ts';
import { isDatabaseUnavailable } from '../platform/database/open.ts';
import { requireUser } from '../platform/http/api.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import {
  readBytes,
  readIdempotencyKey,
  readJson,
  readUrlEncoded,
} from '../platform/http/request.ts';
import type { Logger } from '../platform/log.ts';
import { receiveCallback } from './verify.ts';
import { createPlaceOrder } from './place-order.ts';
import { webhookHeaders } from './razorpay.ts';
import { cannotConfirm, paymentStatus, verifyPayment } from './verify.ts';
import { receiveWebhook } from './webhook.ts';

/** Where the provider sends its webhooks. */
export const WEBHOOK = '/payments/webhook';

/**
 * Where the provider's own page sends browsers back to, with a form. Nobody pays by opening it: GET leads to the orders,
 * which say what was paid.
 */
export const CALLBACK = '/payments/callback';

/** Bytes. The form is three short fields, or an error with its description. */
const CALLBACK_LIMIT = 8 * 1024;

/** Bytes. The provider's bodies are a few KB; a forged one makes the server hash this much at most. */
const WEBHOOK_LIMIT = 256 * 1024;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function paymentRoutes(
  parts: Parameters<typeof createPlaceOrder>[0] & Parameters<typeof verifyPayment>[0],
): Hono<ServerEnv> {
  const placeOrder = createPlaceOrder(parts);

  return new Hono<ServerEnv>()
    .post('/payments/orders', async (c) => {
      const user = await requireUser(c);
      const request = await readJson(c, PaymentOrderRequest);
      const idempotencyKey = readIdempotencyKey(c);
      const [address, log] = [c.get('clientAddress'), c.get('log')];
      return c.json(await placeOrder({ user, address, request, idempotencyKey, log }));
    })
    .get('/payments/orders/:id', async (c) => {
      const user = await requireUser(c);
      const [providerOrderId, log] = [c.req.param('id'), c.get('log')];
      return c.json(await paymentStatus(parts, { user, providerOrderId, log }));
    })
    .post('/payments/verify', async (c) => {
      const log = c.get('log');
      const verify = async () => {
        const user = await requireUser(c);
        const request = await readJson(c, VerifyRequest);
        return verifyPayment(parts, { user, request, log });
      };
      return c.json(await verify().catch((error: unknown) => failAfterPaying(error, log)));
    })
    .post(CALLBACK, async (c) => {
      const form = await readUrlEncoded(c, CALLBACK_LIMIT);
      const [log, warnOfStranger] = [c.get('log'), c.get('warnOfStranger')];
      const path = await receiveCallback(parts, { form, log, warnOfStranger });
      return c.redirect(path, 303);
    })
    .get(CALLBACK, (c) => c.redirect('/your-orders', 303))
    .post(WEBHOOK, async (c) => {
      await receiveWebhook(parts, {
        body: await readBytes(c, WEBHOOK_LIMIT),
        signature: c.req.header(webhookHeaders.signature),
        eventId: c.req.header(webhookHeaders.eventId),
        log: c.get('log'),
        warnOfStranger: c.get('warnOfStranger'),
      });
      return c.json({ received: true });
    });
}

/** A shopper who verifies has paid: 'try again' alone would invite a second payment while the database is away. */
function failAfterPaying(error: unknown, log: Logger): never {
  const isAway = isDatabaseUnavailable(error);
  if (isAway) log.error({ err: error }, 'verify: the database cannot serve');
  // Reading the session failed with a 503 of its own.
  if (isAway || (error instanceof ProblemError && error.status === 503)) throw cannotConfirm();
  throw error;
}

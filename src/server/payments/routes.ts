// The API routes under /payments.
import type { Limits } from '../platform/http/limits.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import type { PaymentProvider } from './provider.ts';
import type { Database } from '../platform/database/schema.ts';
import { Hono } from 'hono';
import { PaymentOrderRequest, VerifyRequest } from '../../shop/payloads/payments.ts';
import { requireUser } from '../platform/http/api.ts';
import { isDatabaseUnavailable } from '../platform/database/open.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readBytes, readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import type { Logger } from '../platform/log.ts';
import { paymentStatus, verifyPayment } from './verify.ts';
import { createPlaceOrder } from './place-order.ts';
import { cannotConfirm } from './provider.ts';
import { receiveWebhook } from './webhook.ts';

export type PaymentParts = {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  payment: PaymentConfig;
  limits: Limits<'coupon' | 'payment'>;
  mailer: { kick(): unknown };
};

/** Where the provider sends its webhooks. */
export const WEBHOOK = '/payments/webhook';

/** Bytes. The provider's bodies are a few KB; a forged one makes the server hash this much at most. */
const WEBHOOK_LIMIT = 256 * 1024;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function paymentRoutes(parts: PaymentParts): Hono<ServerEnv> {
  const placePaymentOrder = createPlaceOrder(parts);

  return new Hono<ServerEnv>()
    .post('/payments/orders', async (c) => {
      const user = await requireUser(c);
      const request = await readJson(c, PaymentOrderRequest);
      const idempotencyKey = c.req.header('idempotency-key');
      const [address, log] = [c.get('clientAddress'), c.get('log')];
      return c.json(await placePaymentOrder({ user, request, idempotencyKey, address, log }));
    })
    .get('/payments/orders/:id', async (c) => {
      const user = await requireUser(c);
      const [address, log] = [c.get('clientAddress'), c.get('log')];
      const asked = { user, providerOrderId: c.req.param('id'), address, log };
      return c.json(await paymentStatus(parts, asked));
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
    .post(WEBHOOK, async (c) => {
      await receiveWebhook(parts, {
        body: await readBytes(c, WEBHOOK_LIMIT),
        signature: c.req.header('x-razorpay-signature'),
        eventId: c.req.header('x-razorpay-event-id'),
        log: c.get('log'),
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

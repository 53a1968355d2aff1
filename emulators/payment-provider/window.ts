// What a shopper's browser requests, under the public base: checkout.js, the window, and the route of its buttons.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Env } from './http.ts';
import { ProviderError } from './http/provider-error.ts';
import { readJson } from './http/request.ts';
import { newId } from './ledger/ids.ts';
import { findOrder } from './ledger/orders.ts';
import type { OrderRow } from './ledger/orders.ts';
import { errorOf } from './entities.ts';
import { readOwnFile } from './own-file.ts';
import type { Parts } from './payments/parts.ts';
import { payOrder } from './pay.ts';
import { requireOrder } from './payments/settle.ts';
import { windowResponse } from './signature.ts';
import type { Keys } from './signature.ts';
import { checkoutScript } from './checkout-script.ts';
import { windowPage } from './window/window-page.ts';
import { windowScript } from './window-script.ts';

const file = (name: string) => readOwnFile(name);
/** Characters of a text that the shop's page sends. */
const LONGEST_TEXT = 320;
const text = v.optional(v.pipe(v.string(), v.maxLength(LONGEST_TEXT)));

const PayRequest = v.object({
  key: v.string(),
  order_id: v.string(),
  amount: v.number(),
  attempt: v.pipe(v.string(), v.regex(/^window_[A-Za-z0-9]{14}$/)),
  outcome: v.picklist(['success', 'failure']),
  email: text,
  contact: text,
  description: text,
});

/** The window's policy: only its own script, style, fonts and requests; only the shop may frame it. */
const windowHeaders = (shop: string | undefined) => ({
  'referrer-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self'${shop === undefined ? '' : ` ${shop}`}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
});

export interface WindowPlace {
  /** The path of the public part. */
  base: string;
  /** The origin of the pages that open the window, when they load it from the stand-in's own address. */
  shop: string | undefined;
}

/** Returns the routes of checkout.js, the window with its files, and POST /window/pay; mounted at the public base. */
export function windowRoutes(parts: Parts, keys: Keys, { base, shop }: WindowPlace): Hono<Env> {
  const app = new Hono<Env>();
  const asset = (
    path: string,
    type: string,
    body: Buffer<ArrayBuffer> | string,
    { cache = 'no-cache', for: readers = 'same-origin' } = {},
  ) =>
    app.get(path, (c) =>
      c.body(body, 200, {
        'content-type': type,
        'cache-control': cache,
        'cross-origin-resource-policy': readers,
      }),
    );
  const script = (source: () => void) => `(${source.toString()})();\n`;
  const javascript = 'text/javascript; charset=utf-8';
  const aDay = { cache: 'public, max-age=86400' };

  // Any page may load it, like the live one.
  asset('/checkout.js', javascript, script(checkoutScript), { for: 'cross-origin' });
  asset('/window.js', javascript, script(windowScript));
  asset(
    '/window.css',
    'text/css; charset=utf-8',
    `${file('window/tokens.css')}${file('window.css')}`,
  );
  asset('/fonts/arima.woff2', 'font/woff2', file('fonts/arima.woff2'), aDay);
  asset('/fonts/figtree.woff2', 'font/woff2', file('fonts/figtree.woff2'), aDay);

  return app
    .get('/window', (c) => {
      const query = c.req.query();
      const order = findOrder(parts.ledger, query.order_id ?? '');
      const problem = problemOf(order, keys, query);
      const page = windowPage({
        base,
        business: (query.name ?? '').slice(0, LONGEST_TEXT),
        description: (query.description ?? '').slice(0, LONGEST_TEXT),
        shop,
        pay: order && !problem ? { order, key: keys.keyId, attempt: newId('window') } : undefined,
        problem,
      });
      return c.html(page, problem === undefined ? 200 : 400, windowHeaders(shop));
    })
    .post('/window/pay', async (c) => {
      if ((c.req.header('sec-fetch-site') ?? 'same-origin') !== 'same-origin') {
        throw new ProviderError('Payments are taken in the window only.', { status: 403 });
      }
      const { order_id: orderId, ...request } = await readJson(c, PayRequest);
      if (request.key !== keys.keyId) throw new ProviderError('The key is not known.');
      if (request.amount !== requireOrder(parts, orderId).amount) {
        throw new ProviderError('The amount is not that of the order.', { field: 'amount' });
      }
      const payment = payOrder(parts, { orderId, ...request });
      const error = errorOf(payment);
      if (error === undefined) {
        return c.json({ status: 'paid', response: windowResponse(payment, keys.keySecret) });
      }
      const metadata = { order_id: orderId, payment_id: payment.id };
      return c.json({ status: 'failed', error: { ...error, metadata } });
    });
}

/** Returns in words for the shopper why this window cannot take a payment; undefined if it can. */
function problemOf(
  order: OrderRow | undefined,
  { keyId }: Keys,
  { key, amount }: Record<string, string>,
): string | undefined {
  if (key !== keyId) return 'The shop is not known here. Close this window and try again.';
  if (!order) return 'This payment is not known here. Close this window and try again.';
  if (order.status === 'paid')
    return 'This order has already been paid. You can close this window.';
  if (amount !== undefined && Number(amount) !== order.amount) {
    return 'The amount has changed. Close this window and place the order again.';
  }
  return undefined;
}

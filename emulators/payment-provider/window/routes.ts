// What a shopper's browser gets, under the public base: checkout.js, the window, and what its buttons call.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Answer, Call } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import { parseBody } from '../http/parse.ts';
import { ProviderError } from '../http/provider-error.ts';
import type { Route } from '../http/router.ts';
import { newId } from '../ledger/ids.ts';
import { findOrder } from '../ledger/orders.ts';
import type { PaymentRow } from '../ledger/payments.ts';
import { errorOf } from '../ledger/payments.ts';
import type { Desk } from '../payments/desk.ts';
import { payOrder } from '../payments/pay-order.ts';
import { requireOrder } from '../payments/settle.ts';
import type { Keys } from '../rest/basic-auth.ts';
import { windowSignature } from '../signature.ts';
import { checkoutScript } from './checkout-script.ts';
import { windowPage } from './window-page.ts';
import { windowScript } from './window-script.ts';

const file = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url));
const text = v.optional(v.pipe(v.string(), v.maxLength(320)));

const payRequest = v.object({
  key: v.string(),
  order_id: v.string(),
  amount: v.number(),
  attempt: v.pipe(v.string(), v.regex(/^window_[A-Za-z0-9]{14}$/)),
  outcome: v.picklist(['success', 'failure']),
  email: text,
  contact: text,
  description: text,
});

/** The window's own rules: nothing but its script, style, fonts and call; framed by the shop alone. */
const windowHeaders = (shop: string | undefined) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
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

/** checkout.js, the window's page with its files, and POST /window/pay. */
export function windowRoutes(desk: Desk, keys: Keys, { base, shop }: WindowPlace): Route[] {
  const route = (method: Route['method'], path: string, handle: (call: Call) => Answer): Route => ({
    method,
    path: `${base}${path}`,
    name: `${method} ${path}`,
    handle,
  });
  const asset = (
    path: string,
    type: string,
    body: Buffer | string,
    { cache = 'no-cache', for: readers = 'same-origin' } = {},
  ) =>
    route('GET', path, () => ({
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': cache,
        'cross-origin-resource-policy': readers,
      },
      body,
    }));
  const script = (source: () => void) => `(${source.toString()})();\n`;
  const javascript = 'text/javascript; charset=utf-8';
  const aDay = { cache: 'public, max-age=86400' };

  return [
    // As the live one: any page may load it.
    asset('/checkout.js', javascript, script(checkoutScript), { for: 'cross-origin' }),
    asset('/window.js', javascript, script(windowScript)),
    asset('/window.css', 'text/css; charset=utf-8', `${file('tokens.css')}${file('window.css')}`),
    asset('/fonts/arima.woff2', 'font/woff2', file('fonts/arima.woff2'), aDay),
    asset('/fonts/figtree.woff2', 'font/woff2', file('fonts/figtree.woff2'), aDay),
    route('GET', '/window', ({ query }) => {
      const problem = problemOf(desk, keys, query);
      const order = findOrder(desk.ledger, query.get('order_id') ?? '');
      return {
        status: problem === undefined ? 200 : 400,
        headers: windowHeaders(shop),
        body: windowPage({
          base,
          business: query.get('name') ?? '',
          description: query.get('description') ?? '',
          shop,
          pay: order && !problem ? { order, key: keys.keyId, attempt: newId('window') } : undefined,
          problem,
        }),
      };
    }),
    route('POST', '/window/pay', (call) => {
      refuseOtherSites(call);
      const request = parseBody(payRequest, call);
      if (request.key !== keys.keyId) throw new ProviderError('The key is not known.');
      if (request.amount !== requireOrder(desk, request.order_id).amount) {
        throw new ProviderError('The amount is not that of the order.', { field: 'amount' });
      }
      const { order_id: orderId, ...rest } = request;
      return json(paymentAnswer(payOrder(desk, { orderId, ...rest }), keys.keySecret));
    }),
  ];
}

/** What the window is told: proof of the payment, or why there is none. */
function paymentAnswer(payment: PaymentRow, keySecret: string) {
  const error = errorOf(payment);
  if (error) {
    const metadata = { order_id: payment.order_id, payment_id: payment.id };
    return { status: 'failed', error: { ...error, metadata } };
  }
  return {
    status: 'paid',
    response: {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: windowSignature(payment.order_id, payment.id, keySecret),
    },
  };
}

/** Why this window cannot take a payment, in words for the shopper. */
function problemOf(desk: Desk, keys: Keys, query: URLSearchParams): string | undefined {
  const order = findOrder(desk.ledger, query.get('order_id') ?? '');
  const amount = query.get('amount');
  if (query.get('key') !== keys.keyId)
    return 'The shop is not known here. Close this window and try again.';
  if (!order) return 'This payment is not known here. Close this window and try again.';
  if (order.status === 'paid')
    return 'This order has already been paid. You can close this window.';
  if (amount !== null && Number(amount) !== order.amount) {
    return 'The amount has changed. Close this window and place the order again.';
  }
  return undefined;
}

function refuseOtherSites({ headers }: Call): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') {
    throw new ProviderError('Payments are taken in the window only.', { status: 403 });
  }
}

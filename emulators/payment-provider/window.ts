// What a shopper's browser requests, under the public base: checkout.js, the window, and the route of its buttons.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import * as v from 'valibot';
import { checkoutScript } from './checkout-script.ts';
import { readError, findOrder } from './entities.ts';
import type { OrderRow } from './entities.ts';
import { ProviderError, readForm, readJson } from './http.ts';
import type { Env } from './http.ts';
import { newId } from './ledger.ts';
import { payOrder, requireOrder } from './pay.ts';
import type { Parts } from './pay.ts';
import { windowResponse } from './signature.ts';
import type { Keys } from './signature.ts';
import { windowScript } from './window-script.ts';

/** The folder of the window's files. The code may be bundled into a file in another folder. */
const folder = join(
  dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname),
  'emulators/payment-provider',
);
const file = (name: string) => readFileSync(join(folder, name));

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

/** The same as a form that leaves the shop's page. */
const LeavingPayRequest = v.object({
  ...PayRequest.entries,
  amount: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  callback_url: v.pipe(v.string(), v.maxLength(LONGEST_TEXT), v.regex(/^https?:\/\//)),
});

/**
 * Returns the window's policy: only its own script, style, fonts and requests; only the shop may frame it.
 * @param formAction where its page may send a form
 */
const windowHeaders = (shop: string | undefined, formAction = "'none'") => ({
  'referrer-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    ["frame-ancestors 'self'", shop].filter(Boolean).join(' '),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
});

export interface WindowAddress {
  /** The path of the public part. */
  base: string;
  /** The origin of the pages that open the window, when they load it from the stand-in's own address. */
  shop: string | undefined;
}

/** Returns the routes of checkout.js, the window with its files, and POST /window/pay; mounted at the public base. */
export function windowRoutes(parts: Parts, keys: Keys, { base, shop }: WindowAddress): Hono<Env> {
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
  asset('/window.css', 'text/css; charset=utf-8', file('window.css'));
  asset('/fonts/arima.woff2', 'font/woff2', file('fonts/arima.woff2'), aDay);
  asset('/fonts/figtree.woff2', 'font/woff2', file('fonts/figtree.woff2'), aDay);

  return app
    .get('/window', (c) => {
      const query = c.req.query();
      const order = findOrder(parts.ledger, query.order_id ?? '');
      const problem = findProblem(order, keys, query);
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
      return c.json(makePayment(parts, keys, await readJson(c, PayRequest)));
    })
    .post('/checkout', async (c) => {
      const isOwn = (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
      if (!isOwn && (shop === undefined || c.req.header('origin') !== shop)) {
        throw new ProviderError('Payments are taken from the shop only.', { status: 403 });
      }
      const { callback_url: callback, ...request } = await readForm(c, LeavingPayRequest);
      const fields = payForm(parts, keys, request);
      // The page posts to the shop, whose address the stand-in need not know: the policy refuses any other.
      const formAction = ["'self'", shop].filter(Boolean).join(' ');
      return c.html(wayBackPage(base, callback, fields), 200, windowHeaders(shop, formAction));
    });
}

/** Makes the payment that the window's buttons ask for. Returns its result in the live window's words. */
function makePayment(
  parts: Parts,
  keys: Keys,
  { order_id: orderId, ...request }: v.InferOutput<typeof PayRequest>,
) {
  if (request.key !== keys.keyId) throw new ProviderError('The key is not known.');
  if (request.amount !== requireOrder(parts, orderId).amount) {
    throw new ProviderError('The amount is not that of the order.', { field: 'amount' });
  }
  const payment = payOrder(parts, { orderId, ...request });
  const error = readError(payment);
  if (error === undefined) {
    return { status: 'paid', response: windowResponse(payment, keys.keySecret) } as const;
  }
  const metadata = { order_id: orderId, payment_id: payment.id };
  return { status: 'failed', error: { ...error, metadata } } as const;
}

/** Does the same for a browser that left the shop. Returns the fields that it takes back, also of a refusal. */
function payForm(...payment: Parameters<typeof makePayment>): Record<string, string> {
  try {
    const result = makePayment(...payment);
    return result.status === 'paid' ? result.response : errorFields(result.error);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const metadata = { order_id: payment[2].order_id };
    return errorFields({ code: 'BAD_REQUEST_ERROR', description: error.message, metadata });
  }
}

/** Returns an error as the fields of a form: `error[code]`, …; the metadata is JSON. */
function errorFields(error: object): Record<string, string> {
  const fields = Object.entries(error).map(([name, value]) => [
    `error[${name}]`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(fields);
}

/** Returns in words for the shopper why this window cannot take a payment; undefined if it can. */
function findProblem(
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

/** Returns the page that posts the result to the shop: at once, or with its button where scripts fail. */
function wayBackPage(base: string, callback: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const page = html`<!doctype html>
    <html lang="en-IN">
      ${head(base)}
      <body>
        <main class="card">
          <form class="choice" method="post" action="${callback}">
            <p class="test">This is a test payment. No money moves.</p>
            ${inputs}
            <button class="button fill">Back to the shop</button>
          </form>
        </main>
      </body>
    </html> `;
  return page.toString();
}

const head = (base: string) =>
  html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="robots" content="noindex" />
    <title>Test payment</title>
    <link rel="preload" href="${base}/fonts/arima.woff2" as="font" type="font/woff2" crossorigin />
    <link rel="stylesheet" href="${base}/window.css" />
    <script src="${base}/window.js" defer></script>
  </head>`;

interface WindowContent extends WindowAddress {
  business: string;
  description: string;
  /** What can be paid here; undefined if `problem` says why nothing can. */
  pay: { order: OrderRow; key: string; attempt: string } | undefined;
  problem: string | undefined;
}

/** Returns paise as money is written in India, always with two decimals: ₹1,358.30. */
function formatAmount(paise: number, currency: string): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(paise / 100);
}

/** The mark of the shop whose demo this is, as the live window shows the one of the account. */
const mark = raw(file('mark.svg').toString().trim());

function windowPage(content: WindowContent): string {
  const { base, business, description, pay, problem } = content;
  const page = html`<!doctype html>
<html lang="en-IN">
${head(base)}
<body${dataAttributes(content)}>
<main class="card" aria-labelledby="business">
<header class="head">
${mark}
<h1 id="business">${business || 'Payment'}</h1>
${description ? html`<p class="for">${description}</p>` : ''}
${pay ? html`<p class="amount">${formatAmount(pay.order.amount, pay.order.currency)}</p>` : ''}
</header>
<div class="choice">
<p class="test">This is a test payment. No money moves.</p>
<p class="problem" role="alert">${problem}</p>
${
  pay
    ? html`<button type="button" class="button fill" data-outcome="success">Success</button>
        <button type="button" class="button line" data-outcome="failure">Failure</button>`
    : ''
}
<button type="button" class="button quiet" data-close>Close</button>
</div>
</main>
</body>
</html>
`;
  return page.toString();
}

function dataAttributes({ base, description, shop, pay }: WindowContent) {
  const data = {
    ...(shop !== undefined && { shop }),
    ...(pay && {
      pay: `${base}/window/pay`,
      key: pay.key,
      order: pay.order.id,
      amount: String(pay.order.amount),
      attempt: pay.attempt,
      description,
    }),
  };
  return Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
}

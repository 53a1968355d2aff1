// The window's document. All variable text is escaped; the data of its script is in data attributes.
import { html } from 'hono/html';
import type { OrderRow } from '../ledger/orders.ts';

export interface WindowContent {
  /** The public base, for the addresses of script, style and requests. */
  base: string;
  business: string;
  description: string;
  /** The origin of the page around it, if it is not the window's own. */
  shop: string | undefined;
  /** What can be paid here; undefined if `problem` says why nothing can. */
  pay: { order: OrderRow; key: string; attempt: string } | undefined;
  problem: string | undefined;
}

/** Returns paise as money is written in India, always with two decimals: ₹1,358.30. */
export function formatAmount(paise: number, currency: string): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(paise / 100);
}

/** The mark of the shop whose demo this is, as the live window shows the one of the account. */
const mark = html`<svg class="mark" viewBox="0 0 36 36" aria-hidden="true">
  <path
    d="M18 28C11 24.5 7 18.5 7 12.8S11.7 3.3 18 3.3 29 7 29 12.8 25 24.5 18 28z"
    stroke="#fcf6ea"
  />
  <path
    d="M18 28C11 24.5 7 18.5 7 12.8S11.7 3.3 18 3.3 29 7 29 12.8 25 24.5 18 28z"
    stroke="#ffb01f"
    stroke-dasharray="2.45 4.756"
    stroke-dashoffset="1.225"
  />
  <circle
    cx="18"
    cy="28"
    r="4.8"
    fill="#d8186e"
    stroke="#d8186e"
    stroke-width="4"
    stroke-linecap="round"
    stroke-dasharray="0 3.77"
  />
  <path
    d="M18 31c-2.6-1.7-3.7-3.1-3.7-4.4a1.95 1.95 0 0 1 3.7-1 1.95 1.95 0 0 1 3.7 1c0 1.3-1.1 2.7-3.7 4.4z"
    fill="#ffb01f"
  />
</svg>`;

export function windowPage(content: WindowContent): string {
  const { base, business, description, pay, problem } = content;
  const page = html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>Test payment</title>
<link rel="preload" href="${base}/fonts/arima.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${base}/window.css">
<script src="${base}/window.js" defer></script>
</head>
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

import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyId, keySecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { windowResponse } from './signature.ts';

let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn();
  return () => standIn.stop();
});

/** Requests the window of an order, with the shop's fields or with those of `more`. */
function openWindow(order_id: string, more: Record<string, string> = {}) {
  const shop = { key: keyId, amount: '135830', name: 'Maalai', description: 'Product Purchase' };
  const query = new URLSearchParams({ order_id, ...shop, ...more });
  return standIn.call(`/test-payments/window?${query}`);
}

/** Resolves to the request that the window of this order sends when `outcome` is pressed. */
async function pressed(orderId: string, outcome: 'success' | 'failure') {
  const page = await openWindow(orderId);
  const attempt = /data-attempt="(\w+)"/.exec(page.text)?.[1];
  return { key: keyId, order_id: orderId, amount: 135_830, attempt, outcome };
}

const pay = (request: object, headers?: Record<string, string>) =>
  standIn.call('/test-payments/window/pay', request, headers);

const listPayments = async (orderId: string) =>
  (await standIn.api(`/v1/orders/${orderId}/payments`)).json.items as { id: string }[];

test('checkout.js is a valid script that other origins may load', async () => {
  const { headers, text } = await standIn.call('/test-payments/checkout.js');
  expect(() => new Function(text)).not.toThrow();
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test.each([
  ['checkout.js', 'text/javascript; charset=utf-8'],
  ['window.js', 'text/javascript; charset=utf-8'],
  ['window.css', 'text/css; charset=utf-8'],
  ['fonts/arima.woff2', 'font/woff2'],
  ['fonts/figtree.woff2', 'font/woff2'],
])('%s is served with its type', async (name, type) => {
  const { status, headers } = await standIn.call(`/test-payments/${name}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['/test-payments/%2e%2e/test-payments/checkout.js', '/test-payments//checkout.js'])(
  'another spelling of a path returns 404: %s',
  async (path) => {
    // Unlike fetch, this sends the path as it is.
    const sent = get({ port: standIn.port, path, agent: false });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
  },
);

describe('the window', () => {
  test.each([
    [100, '₹1.00'],
    [11_990_000, '₹1,19,900.00'],
  ])('shows recipient, purpose and %i paise as %s [window-2]', async (amount, shown) => {
    const orderId = await standIn.order(amount);
    const { text } = await openWindow(orderId, { amount: String(amount) });
    for (const words of ['Maalai', 'Product Purchase', shown, 'No money moves']) {
      expect(text).toContain(words);
    }
    const buttons = text.matchAll(/<button type="button"[^>]*>(\w+)<\/button>/g);
    expect(Array.from(buttons, ([, name]) => name)).toEqual(['Success', 'Failure', 'Close']);
  });

  test('has a strict policy, and no markup from outside', async () => {
    const evil = `"><script>alert('x')</script><i style="x">&amp;`;
    const orderId = await standIn.order();
    const { headers, text } = await openWindow(orderId, { name: evil, description: evil });
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self';");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?! src)|<style|<i style|<[^>"]*\s(?:style|on\w+)=/);
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
  });

  test.each([
    ['an unknown order', {}, 'order_unknown'],
    ['an amount that is not the order’s', { amount: '1' }, undefined],
    ['a key that is not its own', { key: 'rzp_live_other' }, undefined],
  ])('has only the button Close and the reason for %s', async (_name, query, orderId) => {
    const { status, text } = await openWindow(orderId ?? (await standIn.order()), query);
    expect(status).toBe(400);
    expect(text).toMatch(/<p class="problem" role="alert">[^<]+</);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).not.toMatch(/<body[^>]* data-|₹/);
  });

  test('says of an order that it is paid', async () => {
    const orderId = await standIn.order();
    await standIn.call('/control/pay', { order_id: orderId });
    expect((await openWindow(orderId)).text).toContain('This order has already been paid.');
  });
});

describe('Success', () => {
  test('captures the payment and returns a signature for this order and payment', async () => {
    const orderId = await standIn.order();
    const contact = { email: 'asha@example.in', contact: '+919876543210' };
    const { status, json } = await pay({ ...(await pressed(orderId, 'success')), ...contact });
    expect(status).toBe(200);
    const [payment] = await listPayments(orderId);
    expect(payment).toMatchObject({ status: 'captured', ...contact });
    const id = String(payment?.id);
    const response = windowResponse({ order_id: orderId, id }, keySecret);
    expect(json).toEqual({ status: 'paid', response });
  });

  test('pressed ten times in one window is one payment; in a second window it is refused', async () => {
    const orderId = await standIn.order();
    const [one, other] = [await pressed(orderId, 'success'), await pressed(orderId, 'success')];
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(one)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const { status, json } = await pay(other);
    expect(status).toBe(400);
    expect(json.error.reason).toBe('order_already_paid');
    expect(await listPayments(orderId)).toHaveLength(1);
  });
});

test('Failure records a failed payment and says why', async () => {
  const orderId = await standIn.order();
  const reply = await pay(await pressed(orderId, 'failure'));
  const [payment] = await listPayments(orderId);
  expect(payment).toMatchObject({ status: 'failed' });
  const metadata = { order_id: orderId, payment_id: payment?.id };
  const error = { code: 'BAD_REQUEST_ERROR', reason: 'payment_failed', metadata };
  expect(reply).toMatchObject({ status: 200, json: { status: 'failed', error } });
});

test.each([
  ['another amount', { amount: 100 }, {}, 400],
  ['another key', { key: 'rzp_live_other' }, {}, 400],
  ['an attempt of no window', { attempt: 'mine' }, {}, 400],
  ['an unknown outcome', { outcome: 'captured' }, {}, 400],
  ['a cross-site request', {}, { 'sec-fetch-site': 'cross-site' }, 403],
  ['a same-site request', {}, { 'sec-fetch-site': 'same-site' }, 403],
])('%s is refused and nothing is recorded', async (_name, change, headers, refusal) => {
  const orderId = await standIn.order();
  const { status } = await pay({ ...(await pressed(orderId, 'success')), ...change }, headers);
  expect(status).toBe(refusal);
  expect(await listPayments(orderId)).toEqual([]);
});

describe('a browser that leaves the shop to pay', () => {
  /** Sends what checkout.js sends when the page is left. Resolves to the response and the fields that go back. */
  async function leave(orderId: string, change: Record<string, string> = {}, headers = {}) {
    const { outcome, ...payment } = await pressed(orderId, 'success');
    const callback_url = 'https://shop.example/payments/callback';
    const form = { ...payment, amount: '135830', outcome, callback_url, ...change };
    const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const body = new URLSearchParams(form as Record<string, string>).toString();
    const reply = await standIn.call('/test-payments/checkout', body, type);
    const { status, text } = reply;
    const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)" \/>/g);
    const fields = Object.fromEntries(Array.from(inputs, ([, name, value]) => [name, value]));
    return { status, policy: reply.headers.get('content-security-policy'), text, fields };
  }

  test('is sent back with the signed payment, and to the shop only', async () => {
    const orderId = await standIn.order();
    const { status, policy, text, fields } = await leave(orderId);
    expect(status).toBe(200);
    const [payment] = await listPayments(orderId);
    const order = { order_id: orderId, id: String(payment?.id) };
    expect(fields).toEqual(windowResponse(order, keySecret));
    expect(text).toContain('action="https://shop.example/payments/callback"');
    expect(policy).toContain("form-action 'self';");
  });

  test.each([
    ['a failure', { outcome: 'failure' }, 'The payment was declined.', 1],
    ['another amount', { amount: '100' }, 'The amount is not that of the order.', 0],
  ])('is sent back with the error of %s', async (_name, change, description, payments) => {
    const orderId = await standIn.order();
    const { fields } = await leave(orderId, change);
    const error = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': description };
    expect(fields).toMatchObject(error);
    expect(fields['error[metadata]']).toContain(orderId);
    expect(await listPayments(orderId)).toHaveLength(payments);
  });

  test('pays nothing for another site', async () => {
    const orderId = await standIn.order();
    expect((await leave(orderId, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await leave(orderId, { callback_url: 'javascript:alert(1)' })).status).toBe(400);
    expect(await listPayments(orderId)).toEqual([]);
  });
});

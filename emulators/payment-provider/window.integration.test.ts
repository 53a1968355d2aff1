import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyId, keySecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';

let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.stop());

function windowOf(orderId: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    key: keyId,
    order_id: orderId,
    amount: '135830',
    name: 'Maalai',
    description: 'Product Purchase',
    ...more,
  });
  return standIn.call(`/test-payments/window?${query}`);
}

/** Resolves to the request that the window of this order sends when `outcome` is pressed. */
async function pressed(orderId: string, outcome: 'success' | 'failure', amount = 135_830) {
  const page = await windowOf(orderId, { amount: String(amount) });
  const attempt = /data-attempt="(\w+)"/.exec(page.text)?.[1];
  return { key: keyId, order_id: orderId, amount, attempt, outcome };
}

const pay = (request: object, headers?: Record<string, string>) =>
  standIn.call('/test-payments/window/pay', request, headers);

const paymentsOf = async (orderId: string) =>
  (await standIn.api(`/v1/orders/${orderId}/payments`)).json.items as {
    id: string;
    status: string;
    email: string | null;
  }[];

describe('checkout.js', () => {
  test('is a valid script that other origins may load', async () => {
    const { status, headers, text } = await standIn.call('/test-payments/checkout.js');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(() => new Function(text)).not.toThrow();
    expect(text).toContain("frame.title = 'Test payment'");
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(text).not.toMatch(/innerHTML|insertAdjacentHTML|outerHTML/);
  });

  test.each([
    ['window.js', 'text/javascript; charset=utf-8'],
    ['window.css', 'text/css; charset=utf-8'],
    ['fonts/arima.woff2', 'font/woff2'],
    ['fonts/figtree.woff2', 'font/woff2'],
  ])('the window’s %s is served with its type', async (name, type) => {
    const reply = await standIn.call(`/test-payments/${name}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

/** Resolves to the status of a path that no client normalises. */
async function statusOf(path: string): Promise<number | undefined> {
  const sent = get({ port: standIn.port, path, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test.each([
  '/test-payments/../test-payments/checkout.js',
  '/test-payments/%2e%2e/test-payments/checkout.js',
  '/test-payments//checkout.js',
  '//test-payments/checkout.js',
  '/test-payments/checkout.js/',
  '/test-payments/checkoutXjs',
])('another spelling of a path returns 404: %s', async (path) => {
  expect(await statusOf(path)).toBe(404);
});

describe('the window', () => {
  test('shows the order’s amount under a policy of its own', async () => {
    const { status, headers, text } = await windowOf(await standIn.order());
    expect(status).toBe(200);
    expect(text).toContain('₹1,358.30');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?! src)|<style|\sstyle=|\son\w+=/);
  });

  test.each([
    ['an unknown order', {}, 'order_unknown'],
    ['an amount that is not the order’s', { amount: '1' }, undefined],
    ['a key that is not its own', { key: 'rzp_live_other' }, undefined],
  ])('shows a problem for %s', async (_name, query, orderId) => {
    const { status, text } = await windowOf(orderId ?? (await standIn.order()), query);
    expect(status).toBe(400);
    expect(text).toMatch(/role="alert">[^<]+</);
    expect(text).not.toContain('Success');
  });

  test('shows a problem for an order that is paid', async () => {
    const orderId = await standIn.order();
    await standIn.call('/control/pay', { order_id: orderId });
    expect((await windowOf(orderId)).text).toContain('This order has already been paid.');
  });
});

describe('Success', () => {
  test('captures the payment and returns a signature for this order and payment', async () => {
    const orderId = await standIn.order();
    const { status, json } = await pay({
      ...(await pressed(orderId, 'success')),
      email: 'asha@example.in',
      contact: '+919876543210',
    });
    expect(status).toBe(200);
    const [payment] = await paymentsOf(orderId);
    expect(payment).toMatchObject({ status: 'captured', email: 'asha@example.in' });
    expect(json).toEqual({
      status: 'paid',
      response: {
        razorpay_order_id: orderId,
        razorpay_payment_id: payment?.id,
        razorpay_signature: createHmac('sha256', keySecret)
          .update(`${orderId}|${payment?.id}`)
          .digest('hex'),
      },
    });
  });

  test('pressed ten times in one window is one payment', async () => {
    const orderId = await standIn.order();
    const request = await pressed(orderId, 'success');
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(request)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await paymentsOf(orderId)).toHaveLength(1);
  });

  test('in a second window is refused: the order is paid', async () => {
    const orderId = await standIn.order();
    const [one, other] = [await pressed(orderId, 'success'), await pressed(orderId, 'success')];
    await pay(one);
    const { status, json } = await pay(other);
    expect(status).toBe(400);
    expect(json.error.reason).toBe('order_already_paid');
    expect(await paymentsOf(orderId)).toHaveLength(1);
  });
});

test('Failure records a failed payment and says why', async () => {
  const orderId = await standIn.order();
  const { status, json } = await pay(await pressed(orderId, 'failure'));
  expect(status).toBe(200);
  const [payment] = await paymentsOf(orderId);
  expect(payment).toMatchObject({ status: 'failed' });
  expect(json).toMatchObject({
    status: 'failed',
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      reason: 'payment_failed',
      metadata: { order_id: orderId, payment_id: payment?.id },
    },
  });
});

test.each([
  ['another amount', { amount: 100 }],
  ['another key', { key: 'rzp_live_other' }],
  ['an attempt of no window', { attempt: 'mine' }],
  ['an unknown outcome', { outcome: 'captured' }],
])('%s is refused and nothing is recorded', async (_name, change) => {
  const orderId = await standIn.order();
  const { status } = await pay({ ...(await pressed(orderId, 'success')), ...change });
  expect(status).toBe(400);
  expect(await paymentsOf(orderId)).toEqual([]);
});

test.each(['cross-site', 'same-site', 'none'])('a %s request is refused', async (site) => {
  const orderId = await standIn.order();
  const request = await pressed(orderId, 'success');
  expect((await pay(request, { 'sec-fetch-site': site })).status).toBe(403);
  expect(await paymentsOf(orderId)).toEqual([]);
});

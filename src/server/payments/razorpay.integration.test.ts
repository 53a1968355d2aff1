// The client against the payment stand-in, and against servers that behave worse than it can.
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';
import { createRazorpayClient } from './razorpay.ts';

const order = { amount: 118_860, currency: 'INR', receipt: 'a-receipt', notes: { attempt: 'a' } };
const limits = { connect: 10_000, whole: 10_000 };
/** For what never comes. */
const short = { connect: 10_000, whole: 200 };

describe('the client and the stand-in', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn('http://127.0.0.1:9/nowhere');
  });
  afterEach(() => standIn.clearFaults());
  afterAll(() => standIn.stop());

  it('creates an order, lists its payments and fetches one', async () => {
    const apiUrl = `${standIn.config.apiUrl}//`;
    const client = createRazorpayClient({ ...standIn.config, apiUrl });
    const { id: orderId } = await client.createOrder(order);
    const created = (await standIn.ledger()).orders.find(({ id }) => id === orderId);
    expect(created).toMatchObject({ amount: 118_860, receipt: 'a-receipt', status: 'created' });
    expect(await client.fetchOrderPayments(orderId)).toEqual([]);

    const failed = await standIn.pay(orderId, { outcome: 'failure' });
    const paid = await standIn.pay(orderId);
    const payment = { orderId, amount: 118_860, currency: 'INR', begunAt: expect.any(Date) };
    const captured = { ...payment, id: paid.razorpay_payment_id, status: 'captured' };
    expect(await client.fetchPayment(paid.razorpay_payment_id)).toEqual(captured);
    expect(await client.fetchOrderPayments(orderId)).toEqual(
      expect.arrayContaining([
        captured,
        { ...payment, id: failed.razorpay_payment_id, status: 'failed' },
      ]),
    );
  });

  it('reports a refusal with its status and code', async () => {
    const client = createRazorpayClient(standIn.config);
    const refusal = { name: 'ProviderRefused', status: 400, code: 'BAD_REQUEST_ERROR' };
    await expect(client.fetchPayment('pay_unknown')).rejects.toMatchObject(refusal);
    const stranger = createRazorpayClient({ ...standIn.config, keySecret: 'wrong' });
    await expect(stranger.createOrder(order)).rejects.toMatchObject({ status: 401 });
    // An id is one segment of the path.
    await expect(client.fetchPayment('../orders/x?y=1')).rejects.toBeInstanceOf(ProviderRefused);
    const overTls = createRazorpayClient({ ...standIn.config, apiUrl: 'https://127.0.0.1:9' });
    await expect(overTls.fetchPayment('pay_1')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['responds with 500', { action: 'error', status: 500 }],
    ['is overloaded', { action: 'error', status: 429 }],
    ['hangs', { action: 'hang' }],
    ['acts, but its response is lost', { action: 'drop', stage: 'after' }],
  ])('reports the provider as unavailable when it %s, and asks only once', async (_what, fault) => {
    const client = createRazorpayClient({ ...standIn.config, limits });
    const over = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(over.signal);
    onTestFinished(() => limit.mockRestore());
    await standIn.setFaults({ on: 'http', call: 'POST /v1/orders', times: 1, ...fault });
    const failure = client.createOrder(order).catch((error: unknown) => error);
    // The time is over once the stand-in has got the request.
    await expect.poll(async () => (await standIn.ledger()).faults).toEqual([]);
    if (fault.action === 'hang') over.abort();
    expect(await failure).toBeInstanceOf(ProviderUnavailable);
    // The fault affects one request: a second one would have succeeded.
    const before = (await standIn.ledger()).orders.length;
    await client.createOrder(order);
    expect((await standIn.ledger()).orders).toHaveLength(before + 1);
  });

  it('limits each request to five seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => limit.mockRestore());
    const client = createRazorpayClient(standIn.config);
    await client.fetchOrderPayments((await client.createOrder(order)).id);
    expect(limit.mock.calls).toEqual([[5_000], [5_000]]);
  });
});

describe('the client and broken servers', () => {
  /** Returns a client of a server that is closed after the test. */
  async function clientTo(listener: RequestListener, within = limits) {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return clientAt((server.address() as AddressInfo).port, within);
  }
  const keys = { keyId: 'key', keySecret: 'secret' };
  const clientAt = (port: number, within: typeof limits) =>
    createRazorpayClient({ apiUrl: `http://127.0.0.1:${port}`, ...keys, limits: within });

  const entity = { id: 'order_1', amount: 118_860, currency: 'INR', status: 'created' };

  it.each([
    ['not JSON', '<html>'],
    ['without an id', JSON.stringify({ ...entity, id: undefined })],
    ['for another amount', JSON.stringify({ ...entity, amount: 100 })],
    ['in another currency', JSON.stringify({ ...entity, currency: 'USD' })],
    ['with an amount that is no whole number', JSON.stringify({ ...entity, amount: 118_860.5 })],
    ['too long', JSON.stringify({ ...entity, more: 'x'.repeat(1024 * 1024) })],
  ])('does not accept an order that is %s', async (_what, body) => {
    const client = await clientTo((_request, response) => response.end(body));
    await expect(client.createOrder(order)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('lets the provider capture a payment that a bank reports late, too', async () => {
    let body = '';
    const client = await clientTo(async (request, response) => {
      for await (const chunk of request) body += String(chunk);
      response.end(JSON.stringify(entity));
    });
    await client.createOrder(order);
    const days = { automatic_expiry_period: 7_200, manual_expiry_period: 7_200 };
    const payment = { capture: 'automatic', capture_options: { ...days, refund_speed: 'normal' } };
    expect(JSON.parse(body)).toEqual({ ...order, payment });
  });

  it('waits longer for a response than for a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const send: RequestListener = (_request, response) => {
      vi.advanceTimersByTime(1_300);
      response.end(JSON.stringify(entity));
    };
    const client = await clientTo(send, { connect: 1_000, whole: 10_000 });
    // Over a new connection, and again over the same one.
    for (let times = 0; times < 2; times += 1) {
      expect(await client.createOrder(order)).toMatchObject({ id: 'order_1' });
    }
  });

  it('gives up on a response that does not end', async () => {
    const client = await clientTo((_request, response) => void response.write('{"id":'), short);
    await expect(client.createOrder(order)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const client = await clientTo((_request, response) => {
      requests += 1;
      response.writeHead(300, { location: '/elsewhere' }).end(JSON.stringify(entity));
    });
    await expect(client.createOrder(order)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(requests).toBe(1);
  });

  it('gives up early on a host that accepts no connection', async () => {
    const neverOpen = () => Object.assign(new Socket(), { connecting: true });
    const connect = vi.spyOn(Agent.prototype, 'createConnection').mockImplementation(neverOpen);
    onTestFinished(() => connect.mockRestore());
    const client = clientAt(9, { connect: 200, whole: 5_000 });
    await expect(client.fetchPayment('pay_1')).rejects.toMatchObject({
      name: 'ProviderUnavailable',
      cause: { message: 'no connection within 200 ms' },
    });
  });
});

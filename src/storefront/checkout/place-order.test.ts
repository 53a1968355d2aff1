import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { covers } from '#support/covers.ts';
import { openBrowser } from '#support/storefront/browser.ts';
import { failure } from '#support/storefront/failure.ts';
import {
  basket,
  checkoutPage,
  crown,
  details,
  now,
  order,
  purchase,
  response,
} from '#support/storefront/checkout-page.ts';
import { removeAttemptKey, readPending } from './stored-payments.ts';

beforeEach(() => {
  openBrowser();
  removeAttemptKey();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('placing an order', () => {
  it(
    'opens the window, verifies what it reports and ends with the order',
    covers('transition-17', 'call-28', 'entity-33'),
    async () => {
      const { flow, seen, placed, window, windows, server } = checkoutPage();
      await flow.pay(purchase);
      expect(seen.states.map(({ phase }) => phase)).toEqual(['creating', 'paying']);
      expect(server.requests).toEqual([purchase.request]);
      const payer = { name: 'Asha', email: 'asha@example.com', phoneNumber: '9876543210' };
      expect(windows).toMatchObject([{ order, payer }]);
      expect(readPending(now())).toMatchObject([{ orderId: 'order_1', cartLines: [crown] }]);
      window().paid(response);
      await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown], basket]]));
      expect(seen.state.phase).toBe('paid');
      expect(server.asked).toEqual([['verify', { ...response, ...details }]]);
      expect(readPending(now())).toEqual([]);
    },
  );

  it('makes one payment for two taps', async () => {
    const { flow, server, windows } = checkoutPage();
    await Promise.all([flow.pay(purchase), flow.pay(purchase)]);
    await flow.pay(purchase);
    expect(server.keys).toHaveLength(1);
    expect(windows).toHaveLength(1);
  });

  it('sends a retry under the same key, and a changed order under another', async () => {
    const { flow, server } = checkoutPage();
    server.orders = [failure(0), failure(503), failure(0)];
    await flow.pay(purchase);
    await flow.pay(purchase);
    await flow.pay({ ...purchase, request: { ...purchase.request, totalAmount: 719.1 } });
    const [first, second, third] = server.keys;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each([
    [failure(400), 'another'],
    [failure(409, { code: 'idempotency-key-reused' }), 'another'],
    [failure(499), 'another'],
    [failure(408), 'the same'],
    [failure(429), 'the same'],
    [failure(500), 'the same'],
  ])('after %j sends the order again under %s key', async (reply, key) => {
    const { flow, server } = checkoutPage();
    server.orders = [reply, failure(0)];
    await flow.pay(purchase);
    await flow.pay(purchase);
    expect(server.keys[1] === server.keys[0] ? 'the same' : 'another').toBe(key);
  });

  it.each([
    [failure(0, { detail: 'No connection.' }), 'Failed to initiate payment.', 'No connection.'],
    [failure(500), 'Failed to initiate payment.', 'Please try again.'],
    [{ ...failure(200), kind: 'malformed' }, 'Invalid order data received from server.', undefined],
  ] as const)('reports a refused payment order: %j', async (reply, text, detail) => {
    const { flow, server, seen } = checkoutPage();
    server.orders = [reply];
    expect(await flow.pay(purchase)).toBe(reply);
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.text).toBe(text);
    expect(seen.state.alert?.detail).toBe(detail);
  });

  it('shows the price that the server quotes', async () => {
    const { flow, server, seen } = checkoutPage();
    server.orders = [failure(409, { body: { amount: 89_900 }, detail: 'The price is ₹899.00.' })];
    await flow.pay(purchase);
    expect(seen.state.quotedAmount).toBe(89_900);
    expect(seen.state.alert?.detail).toBe('The price is ₹899.00.');
  });

  it('opens no window for an amount other than the displayed one', async () => {
    const { flow, server, seen, windows } = checkoutPage();
    server.orders = [{ ok: true, value: { ...order, amount: 89_900 } }];
    await flow.pay(purchase);
    expect(windows).toEqual([]);
    expect(seen.state.quotedAmount).toBe(89_900);
    expect(seen.state.alert?.text).toBe('Failed to initiate payment.');
    expect(seen.state.alert?.detail).toContain('₹899.00');
  });

  it('reports a window that does not open, and can be tried again', async () => {
    const { flow, seen, breakWindow } = checkoutPage();
    breakWindow();
    await flow.pay(purchase);
    expect(seen.state.alert?.text).toBe('Failed to create order. Please try again.');
    expect(seen.state.alert?.detail).toBe(
      'The payment window did not open. Please check your connection.',
    );
    expect(readPending(now())).toEqual([]);
    expect(flow.isUnderway()).toBe(false);
  });
});

describe('the payment window', () => {
  it('can be closed: the page is not busy, the status is requested once, and the key is used again', async () => {
    const { flow, seen, server, window } = checkoutPage();
    await flow.pay(purchase);
    window().closed();
    expect(seen.state).toEqual({ phase: 'idle' });
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    await flow.pay(purchase);
    expect(server.asked).toEqual([['status', 'order_1']]);
    expect(server.keys[1]).toBe(server.keys[0]);
  });

  it('ends with the order if the payment was made although the window was closed', async () => {
    const { flow, server, placed, window } = checkoutPage();
    server.status = [{ ok: true, value: { status: 'paid', orderId: 'MA-7' } }];
    await flow.pay(purchase);
    window().closed();
    await vi.waitFor(() => expect(placed).toEqual([['MA-7', [crown], basket]]));
  });

  it('can fail and then succeed', async () => {
    const { flow, seen, placed, window } = checkoutPage();
    await flow.pay(purchase);
    window().failed();
    expect(seen.state.alert?.text).toBe('The payment did not go through.');
    expect(flow.isUnderway()).toBe(false);
    window().paid(response);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
  });

  it('changes nothing when it fails or closes after a payment', async () => {
    const { flow, server, window } = checkoutPage();
    await flow.pay(purchase);
    window().paid(response);
    window().failed();
    window().closed();
    expect(flow.isUnderway()).toBe(true);
    expect(server.asked).toEqual([['verify', { ...response, ...details }]]);
    expect(readPending(now())[0]?.result).toEqual({ paymentId: 'pay_1', signature: 'aa' });
  });

  it('keeps an unconfirmed payment when it closes and fails after it', async () => {
    const { flow, server, seen, window, settled } = checkoutPage();
    server.verify = [failure(0)];
    await flow.pay(purchase);
    window().paid(response);
    window().closed();
    window().failed();
    await settled();
    expect(seen.state.phase).toBe('unconfirmed');
    expect(readPending(now())[0]?.result).toEqual({ paymentId: 'pay_1', signature: 'aa' });
  });
});

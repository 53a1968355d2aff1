// The flow of a payment whose result is not known at once: later, after a reload, in another tab.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { failure } from '#support/storefront/failure.ts';
import {
  basket,
  checkoutPage,
  crown,
  details,
  now,
  purchase,
  response,
} from '#support/storefront/checkout-page.ts';
import { removeAttemptKey, removeUnpaid, readPending, storePayment } from './stored-payments.ts';
import { NOTHING_RECEIVED } from './alerts.ts';
import { CONFIRMING } from './payment-state.ts';

const verification = { ...response, ...details };

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
  removeAttemptKey();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a payment that cannot be confirmed at once', () => {
  it('is stored before it is verified, and never paid a second time', async () => {
    const { flow, server, seen, placed, window, settled } = checkoutPage();
    server.verify = [failure(503)];
    await flow.pay(purchase);
    window().paid(response);
    await settled();
    expect(seen.state.alert?.text).toBe('Payment verification failed.');
    expect(seen.state.alert?.detail).toContain('Please do not pay again');
    expect(readPending(now())[0]?.result?.paymentId).toBe('pay_1');

    server.verify = [{ ok: true, value: { orderId: 'MA-1' } }];
    await flow.pay(purchase);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
    expect(server.keys).toHaveLength(1);
  });

  it('is stored with the details of the purchase only once it was paid', async () => {
    const { flow, server, window, settled } = checkoutPage();
    server.verify = [failure(400)];
    await flow.pay(purchase);
    expect(readPending(now())[0]).not.toHaveProperty('details');
    window().paid(response);
    expect(readPending(now())[0]?.details).toEqual(details);
    await settled();
    // The server rejects it, so there is nothing left to verify.
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    expect(readPending(now())[0]).not.toHaveProperty('details');
  });

  it('does not store details again that a logout in another tab has deleted', async () => {
    const { flow, server, window, settled } = checkoutPage();
    server.verify = [failure(401)];
    await flow.pay(purchase);
    window().paid(response);
    removeUnpaid('u1', now());
    await settled();
    expect(readPending(now())[0]?.result?.paymentId).toBe('pay_1');
    expect(readPending(now())[0]).not.toHaveProperty('details');
  });

  it('is verified again until the server knows, and then ends with the order', async () => {
    const { flow, server, seen, placed, window } = checkoutPage();
    server.verify = [failure(0), failure(409), { ok: true, value: { orderId: 'MA-1' } }];
    await flow.pay(purchase);
    window().paid(response);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
    expect(server.asked).toEqual(Array.from({ length: 3 }, () => ['verify', verification]));
    expect(seen.states.map(({ phase }) => phase)).toContain('unconfirmed');
  });

  it('shows during the retries that the payment was made and must not be repeated', async () => {
    const { flow, server, seen, window } = checkoutPage({ wait: () => new Promise(() => {}) });
    server.verify = [failure(503)];
    await flow.pay(purchase);
    window().paid(response);
    await vi.waitFor(() => expect(seen.state.phase).toBe('unconfirmed'));
    expect(seen.state.alert).toEqual({
      text: 'Payment verification failed.',
      detail:
        'Your payment was made, but we could not confirm it yet. We will keep trying; please do not pay again.',
    });
  });

  it('is verified at once when the button is pressed during a pause', async () => {
    const { flow, server, seen, placed, window } = checkoutPage({
      wait: () => new Promise(() => {}),
    });
    server.verify = [failure(503), { ok: true, value: { orderId: 'MA-1' } }];
    await flow.pay(purchase);
    window().paid(response);
    await vi.waitFor(() => expect(seen.state.phase).toBe('unconfirmed'));
    expect(flow.isUnderway()).toBe(true);
    expect(seen.state.phase).toBe('confirming');
    await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown], basket]]));
    expect(server.asked).toHaveLength(2);
  });

  it('shows the id of the payment if the server rejects it', async () => {
    const { flow, server, seen, window, settled } = checkoutPage();
    server.verify = [failure(400)];
    await flow.pay(purchase);
    window().paid(response);
    await settled();
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.detail).toContain('pay_1');
    expect(readPending(now())[0]?.result).toBeUndefined();
  });

  it('offers the login if the session has ended', async () => {
    const { flow, server, seen, window, settled } = checkoutPage();
    server.verify = [failure(401)];
    await flow.pay(purchase);
    window().paid(response);
    await settled();
    expect(seen.state.alert).toMatchObject({
      detail: 'Please log in again so that we can confirm your payment. Do not pay again.',
      login: true,
    });
    expect(readPending(now())[0]?.result?.paymentId).toBe('pay_1');
  });

  it('asks for the status if the window reports an invalid result', async () => {
    const { flow, server, placed, window } = checkoutPage();
    server.status = [{ ok: true, value: { status: 'paid', orderId: 'MA-5' } }];
    await flow.pay(purchase);
    window().paid(undefined);
    await vi.waitFor(() => expect(placed).toEqual([['MA-5', [crown], basket]]));
    expect(server.asked).toEqual([['status', 'order_1']]);
  });
});

describe('after a reload', () => {
  const begun = {
    orderId: 'order_1',
    userId: 'u1',
    startedAt: now().toISOString(),
    cartLines: [crown],
  };
  const made = { ...begun, result: { paymentId: 'pay_1', signature: 'aa' }, details };

  it('verifies a paid payment again', async () => {
    storePayment(made, now());
    const { flow, server, seen, placed } = checkoutPage();
    await flow.resume('u1');
    expect(seen.states[0]).toEqual({ phase: 'confirming', notice: CONFIRMING });
    expect(server.asked).toEqual([['verify', verification]]);
    expect(placed).toEqual([['MA-1', [crown], undefined]]);
  });

  it('removes nothing from the cart if another tab has settled the payment meanwhile', async () => {
    storePayment(made, now());
    const { flow, placed } = checkoutPage();
    const done = flow.resume('u1');
    browser.local.removeItem('maalai.payments');
    await done;
    expect(placed).toEqual([['MA-1', [], undefined]]);
  });

  it('confirms an earlier payment before a new one, however quick the tap', async () => {
    storePayment(made, now());
    const { flow, server, placed } = checkoutPage();
    await Promise.all([flow.pay(purchase), flow.resume('u1')]);
    expect(server.keys).toEqual([]);
    expect(server.asked).toEqual([['verify', verification]]);
    expect(placed).toEqual([['MA-1', [crown], undefined]]);
  });

  it('lets the person go on if nothing was received, and asks only once the next time', async () => {
    storePayment(begun, now());
    const first = checkoutPage();
    const looked = first.flow.resume('u1');
    expect(first.flow.isUnderway()).toBe(true);
    await looked;
    // A tap meanwhile does not make the page say that anything was paid.
    expect(first.seen.states.every(({ alert }) => alert === undefined)).toBe(true);
    expect(first.seen.state).toEqual({ phase: 'idle', notice: NOTHING_RECEIVED });
    const second = checkoutPage();
    await second.flow.resume('u1');
    expect(second.server.asked).toEqual([['status', 'order_1']]);
    expect(second.seen.states).toEqual([]);
  });

  it('forgets an attempt that the server does not know', async () => {
    storePayment(begun, now());
    const { flow, server, seen } = checkoutPage();
    server.status = [failure(404)];
    await flow.resume('u1');
    expect(seen.state).toEqual({ phase: 'idle' });
    expect(readPending(now())).toEqual([]);
  });

  it('keeps the payment for the next visit if the page is left during a pause', async () => {
    storePayment(made, now());
    const left = new DOMException('left', 'AbortError');
    const { flow, server } = checkoutPage({ wait: () => Promise.reject(left) });
    server.verify = [failure(503)];
    await flow.resume('u1');
    expect(readPending(now())).toEqual([made]);
  });

  it.each([new Error('broken'), new DOMException('broken', 'DataError')])(
    'passes on any other error: %s',
    async (thrown) => {
      storePayment(made, now());
      const { flow, server } = checkoutPage({ wait: () => Promise.reject(thrown) });
      server.verify = [failure(503)];
      await expect(flow.resume('u1')).rejects.toBe(thrown);
    },
  );

  it('does not touch another person’s payment', async () => {
    storePayment(made, now());
    const { flow, server } = checkoutPage();
    await flow.resume('u2');
    expect(server.asked).toEqual([]);
    expect(readPending(now())).toEqual([made]);
  });

  it('shows that the shop looks into a payment that does not match', async () => {
    storePayment(made, now());
    const { flow, server, seen } = checkoutPage();
    server.verify = [failure(409, { code: 'payment-attention' })];
    await flow.resume('u1');
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.detail).toContain('Please do not pay again');
    expect(readPending(now())).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { covers } from '#support/covers.ts';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
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
import { setSession } from '../session/session.ts';
import { paymentFailed } from './confirm-payment.ts';
import { checkFailed, CONFIRMING, ONE_MOMENT, windowFailed } from './payment.ts';
import { readPending, removeAttemptKey, storePayment } from './stored-payments.ts';

const verification = { ...response, ...details };
const result = { paymentId: 'pay_1', signature: 'aa' };

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
  removeAttemptKey(purchase.userId);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('placing an order', () => {
  it(
    'opens the window, verifies what it reports and ends with the order',
    covers('transition-17', 'call-28', 'entity-33'),
    async () => {
      const { pay, seen, placed, window, windows, server } = checkoutPage();
      await pay();
      expect(seen.states.map(({ phase }) => phase)).toEqual(['creating', 'paying']);
      expect(server.requests).toEqual([purchase.request]);
      const stored = [{ orderId: 'order_1', cartLines: [crown] }];
      expect(windows).toMatchObject([{ order, payer: purchase.request.delivery, stored }]);
      window().paid(response);
      expect(seen.state).toEqual({ phase: 'confirming', notice: ONE_MOMENT });
      await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown], basket]]));
      expect(seen.state).toEqual({ phase: 'paid', notice: ONE_MOMENT });
      expect(server.checks).toEqual([['verify', verification]]);
      expect(readPending(now())).toEqual([]);
    },
  );

  it('makes one payment for two taps', async () => {
    const { pay, server, windows } = checkoutPage();
    await Promise.all([pay(), pay()]);
    await pay();
    expect(server.keys).toHaveLength(1);
    expect(windows).toHaveLength(1);
  });

  it.each([
    [400, {}, 'another'],
    [409, { code: 'idempotency-key-reused' }, 'another'],
    [499, {}, 'another'],
    [408, {}, 'the same'],
    [429, {}, 'the same'],
    [500, {}, 'the same'],
    [0, {}, 'the same'],
    [200, {}, 'the same'],
  ])('after %i %j sends the order under %s key, a changed one under another', async (...row) => {
    const [status, body, key] = row;
    const { pay, server } = checkoutPage();
    server.orders = [[status, body], [0]];
    await pay();
    await pay();
    await pay({ ...purchase, request: { ...purchase.request, totalAmount: 719.1 } });
    const [first, second, third] = server.keys;
    expect(second === first ? 'the same' : 'another').toBe(key);
    expect(third).not.toBe(second);
  });

  const text = 'Failed to initiate payment.';
  it.each([
    [0, {}, { text, detail: expect.stringContaining('could not reach the shop') as string }],
    [400, { detail: 'That is sold out.' }, { text, detail: 'That is sold out.' }],
    [401, { detail: 'Who?' }, { text, detail: 'Please log in to continue.', cause: 'session' }],
    [500, {}, { text, detail: 'Please try again.' }],
    [200, {}, { text: 'Invalid order data received from server.' }],
  ])('reports a refused payment order: %i %j', async (status, body, alert) => {
    const { pay, server, seen } = checkoutPage();
    server.orders = [[status, body]];
    expect(await pay()).toMatchObject({ ok: false, status });
    expect(seen.state).toEqual({ phase: 'idle', alert });
  });

  it.each([
    [409, { amount: 1 }, 1],
    [409, { amount: 0 }, undefined],
    [409, { amount: 0.5 }, undefined],
    [409, { amount: '89900' }, undefined],
    [409, null, undefined],
    [400, { amount: 89_900 }, undefined],
  ])('reads the price of %i %j as %j', async (status, body, amount) => {
    const { pay, server, seen } = checkoutPage();
    server.orders = [[status, body]];
    await pay();
    expect(seen.state.quotedAmount).toBe(amount);
  });

  it.each([
    [400, { errors: [{ field: 'delivery.pincode', message: 'No' }] }, 'delivery'],
    [400, { errors: [{ field: 'items', message: 'No' }] }, 'order'],
    [409, {}, 'order'],
    [500, {}, undefined],
  ])('the alert of %i %j goes with its cause, %s', async (status, body, cause) => {
    const { pay, server, seen } = checkoutPage();
    server.orders = [[status, body]];
    await pay();
    expect(seen.state.alert?.cause).toBe(cause);
  });

  it('shows the price that the server quotes', async () => {
    const { pay, server, seen } = checkoutPage();
    server.orders = [[409, { amount: 89_900, detail: 'The price is ₹899.00.' }]];
    await pay();
    expect(seen.state.quotedAmount).toBe(89_900);
    expect(seen.state.alert?.detail).toBe('The price is ₹899.00.');
  });

  it('shows an alert until the next try, and the quoted price during it', async () => {
    const { pay, server, seen } = checkoutPage();
    server.orders = [[409, { amount: 89_900 }], [0]];
    await pay();
    const second = pay();
    expect(seen.state).toEqual({ phase: 'creating', quotedAmount: 89_900 });
    await second;
  });

  it('reports a window that does not open, and can be tried again', async () => {
    const { pay, seen, breakWindow } = checkoutPage();
    breakWindow();
    await pay();
    expect(seen.state.alert).toEqual({
      text: 'Failed to create order. Please try again.',
      detail: 'The payment window did not open. Please check your connection.',
    });
    expect(readPending(now())).toEqual([]);
    expect(seen.state.phase).toBe('idle');
  });
});

it('can be tried again after a fault that no code expected', async () => {
  const { pay, seen } = checkoutPage();
  vi.stubGlobal('AbortController', undefined);
  await expect(pay()).rejects.toThrow('AbortController');
  expect(seen.state).toEqual({ phase: 'idle', alert: windowFailed });
});

describe('the payment window', () => {
  it('can be closed: the page is not busy, the status is requested once, and the key is used again', async () => {
    const { pay, seen, server, window } = checkoutPage();
    await pay();
    window().closed();
    expect(seen.state).toEqual({ phase: 'idle', hasTried: true });
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    await pay();
    expect(server.checks).toEqual([['status', 'order_1']]);
    expect(server.keys[1]).toBe(server.keys[0]);
  });

  it('ends with the order if the payment was made although the window was closed', async () => {
    const { pay, server, placed, window } = checkoutPage();
    server.status = [[200, { status: 'paid', orderId: 'MA-7' }]];
    await pay();
    window().closed();
    await vi.waitFor(() => expect(placed).toEqual([['MA-7', [crown], basket]]));
  });

  it('can fail and then succeed', async () => {
    const { pay, seen, placed, window } = checkoutPage();
    await pay();
    window().failed();
    expect(seen.state.alert?.text).toBe('The payment did not go through.');
    expect(seen.state.phase).toBe('idle');
    window().paid(response);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
  });

  it('can fail and then be closed: the alert stands', async () => {
    const { pay, seen, window } = checkoutPage();
    await pay();
    window().failed();
    window().closed();
    expect(seen.state).toEqual({ phase: 'idle', alert: paymentFailed, hasTried: true });
  });

  it('changes nothing when it fails or closes after a payment', async () => {
    const { pay, server, seen, window, settled } = checkoutPage();
    server.verify = [[0]];
    await pay();
    window().paid(response);
    window().failed();
    window().closed();
    expect(seen.state.phase).toBe('confirming');
    expect(server.checks).toEqual([['verify', verification]]);
    await settled();
    expect(seen.state.phase).toBe('unconfirmed');
    expect(readPending(now())[0]?.result).toEqual(result);
  });

  it('can report an invalid result: then the status is requested', async () => {
    const { pay, server, placed, window } = checkoutPage();
    server.status = [[200, { status: 'paid', orderId: 'MA-5' }]];
    await pay();
    window().paid(undefined);
    await vi.waitFor(() => expect(placed).toEqual([['MA-5', [crown], basket]]));
    expect(server.checks).toEqual([['status', 'order_1']]);
  });
});

describe('a payment that cannot be confirmed at once', () => {
  it('is stored before it is verified, and never paid a second time', async () => {
    const { pay, server, seen, placed, window, settled } = checkoutPage();
    server.verify = [[503]];
    await pay();
    window().paid(response);
    await vi.waitFor(() => expect(seen.state.alert?.detail).toContain('Once it is confirmed'));
    await settled();
    expect(seen.state.alert?.text).toBe('Payment verification failed.');
    expect(seen.state.alert?.detail).toContain('Please do not pay again');
    expect(readPending(now())[0]?.result).toEqual(result);

    server.verify = [[200, { orderId: 'MA-1' }]];
    await pay();
    await vi.waitFor(() => expect(placed).toHaveLength(1));
    expect(server.keys).toHaveLength(1);
  });

  it('is verified at once when the button is pressed during a pause', async () => {
    const { pay, server, seen, placed, window } = checkoutPage({
      wait: () => new Promise(() => {}),
    });
    server.verify = [[503], [200, { orderId: 'MA-1' }]];
    await pay();
    window().paid(response);
    await vi.waitFor(() => expect(seen.state.phase).toBe('unconfirmed'));
    expect(seen.state.alert).toEqual({
      text: 'Payment verification failed.',
      detail:
        'Your payment was made, but we could not confirm it yet. We will keep trying; please do not pay again.',
      mayBePaid: true,
    });
    void pay();
    expect(seen.state.phase).toBe('confirming');
    await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown], basket]]));
    expect(server.checks).toEqual([
      ['verify', verification],
      ['verify', verification],
    ]);
  });

  it('is stored with its details until the server rejects it, and shows the id of the payment', async () => {
    const { pay, server, seen, window, settled } = checkoutPage();
    server.verify = [[400]];
    await pay();
    expect(readPending(now())[0]).not.toHaveProperty('details');
    window().paid(response);
    expect(readPending(now())[0]?.details).toEqual(details);
    await settled();
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.detail).toContain('pay_1');
    // There is nothing left to verify.
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    expect(readPending(now())[0]).not.toHaveProperty('details');
    expect(readPending(now())[0]).not.toHaveProperty('result');
  });

  it('offers the login if the session has ended, without storing what that has deleted', async () => {
    const { pay, server, seen, window, settled } = checkoutPage();
    server.verify = [[401]];
    await pay();
    window().paid(response);
    setSession(null);
    await settled();
    expect(seen.state.alert).toMatchObject({
      detail: 'Please log in again so that we can confirm your payment. Do not pay again.',
      cause: 'session',
    });
    expect(readPending(now())[0]?.result).toEqual(result);
    expect(readPending(now())[0]).not.toHaveProperty('details');
  });
});

describe('after a reload', () => {
  const begun = {
    orderId: 'order_1',
    userId: 'u1',
    startedAt: now().toISOString(),
    cartLines: [crown],
  };
  const made = { ...begun, result, details };

  it('verifies a paid payment again', async () => {
    storePayment(made, now());
    const { resume, server, seen, placed } = checkoutPage();
    await resume('u1');
    expect(seen.states[0]).toEqual({ phase: 'confirming', notice: CONFIRMING });
    expect(server.checks).toEqual([['verify', verification]]);
    expect(placed).toEqual([['MA-1', [crown], undefined]]);
  });

  it('shows no failure while it asks again', async () => {
    storePayment(made, now());
    const { resume, server, seen, placed } = checkoutPage();
    server.verify = [[503], [200, { orderId: 'MA-1' }]];
    await resume('u1');
    expect(seen.states.map(({ phase }) => phase)).toEqual(['confirming', 'paid']);
    expect(placed).toHaveLength(1);
  });

  it('asks at once about a payment that waits, once it is known again who is there', async () => {
    const { pay, resume, server, placed, seen, window } = checkoutPage();
    server.verify = [[401], [200, { orderId: 'MA-1' }]];
    await pay();
    window().paid(response);
    await vi.waitFor(() => expect(seen.state.phase).toBe('unconfirmed'));
    await resume('u1');
    await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown], basket]]));
    expect(server.checks).toHaveLength(2);
  });

  it('removes nothing from the cart if another tab has settled the payment meanwhile', async () => {
    storePayment(made, now());
    const { resume, placed } = checkoutPage();
    const done = resume('u1');
    browser.local.removeItem('maalai.payments');
    await done;
    expect(placed).toEqual([['MA-1', [], undefined]]);
  });

  it('confirms an earlier payment before a new one, however quick the tap', async () => {
    storePayment(made, now());
    const { pay, resume, server, placed } = checkoutPage();
    await Promise.all([pay(), resume('u1')]);
    expect(server.keys).toEqual([]);
    expect(server.checks).toEqual([['verify', verification]]);
    expect(placed).toEqual([['MA-1', [crown], undefined]]);
  });

  it('lets the person go on if nothing was received, and asks only once the next time', async () => {
    storePayment(begun, now());
    const first = checkoutPage();
    const looked = first.resume('u1');
    void first.pay();
    await looked;
    expect(first.server.keys).toEqual([]);
    // A tap meanwhile does not make the page say that anything was paid.
    expect(first.seen.states.every(({ alert }) => alert === undefined)).toBe(true);
    expect(first.seen.state).toEqual({
      phase: 'idle',
      notice: expect.stringContaining('No payment has reached us') as string,
    });
    const second = checkoutPage();
    await second.resume('u1');
    expect(second.server.checks).toEqual([['status', 'order_1']]);
    expect(second.seen.states).toEqual([]);
  });

  it('forgets an attempt that the server does not know', async () => {
    storePayment(begun, now());
    const { resume, server, seen } = checkoutPage();
    server.status = [[404]];
    await resume('u1');
    expect(seen.state).toEqual({ phase: 'idle' });
    expect(readPending(now())).toEqual([]);
  });

  it('leaves the payment to the next visit if the page is left during a pause', async () => {
    storePayment(made, now());
    const left = new DOMException('left', 'AbortError');
    const { resume, server } = checkoutPage({ wait: () => Promise.reject(left) });
    server.verify = [[503]];
    await resume('u1');
    expect(readPending(now())).toEqual([made]);
  });

  it.each([new Error('broken'), new DOMException('broken', 'DataError')])(
    'passes on any other error: %s',
    async (thrown) => {
      storePayment(made, now());
      const { resume, server, seen } = checkoutPage({ wait: () => Promise.reject(thrown) });
      server.verify = [[503]];
      await expect(resume('u1')).rejects.toBe(thrown);
      expect(seen.state).toEqual({ phase: 'idle', alert: checkFailed });
    },
  );

  it('does not touch another person’s payment', async () => {
    storePayment(made, now());
    const { resume, server } = checkoutPage();
    await resume('u2');
    expect(server.checks).toEqual([]);
    expect(readPending(now())).toEqual([made]);
  });

  it('shows that the shop looks into a payment that does not match', async () => {
    storePayment(made, now());
    const { resume, server, seen } = checkoutPage();
    server.verify = [[409, { code: 'payment-attention' }]];
    await resume('u1');
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.detail).toContain('Please do not pay again');
    expect(readPending(now())).toEqual([]);
  });
});

describe('back from the provider’s page', () => {
  const begun = {
    orderId: 'order_1',
    userId: 'u1',
    startedAt: now().toISOString(),
    cartLines: [crown],
  };

  it.each([
    ['failed', 'The payment did not go through.'],
    ['refused', 'Payment verification failed.'],
  ] as const)('shows that the payment %s, and asks once whether that is so', async (how, text) => {
    storePayment(begun, now());
    const { resume, server, seen } = checkoutPage();
    await resume('u1', how);
    expect(seen.states).toMatchObject([{ phase: 'idle', alert: { text }, hasTried: true }]);
    expect(server.checks).toEqual([['status', 'order_1']]);
    // The same order can be paid again.
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    expect(seen.state.phase).toBe('idle');
  });

  it('ends with the order although a failure was reported', async () => {
    storePayment(begun, now());
    const { resume, server, placed } = checkoutPage();
    server.status = [[200, { status: 'paid', orderId: 'MA-7' }]];
    await resume('u1', 'failed');
    expect(placed).toEqual([['MA-7', [crown], undefined]]);
  });

  it('asks for minutes about a payment that was made, and lets nobody pay twice', async () => {
    storePayment(begun, now());
    const { pay, resume, server, seen, placed } = checkoutPage();
    await resume('u1', 'made');
    expect(server.checks).toHaveLength(11);
    expect(seen.state).toMatchObject({
      phase: 'unconfirmed',
      alert: { detail: expect.stringContaining('Once it is confirmed') as string },
    });
    server.status = [[200, { status: 'paid', orderId: 'MA-8' }]];
    await pay();
    await vi.waitFor(() => expect(placed).toEqual([['MA-8', [crown], undefined]]));
    expect(server.keys).toEqual([]);
  });

  it('does not wait for a payment that is not this account’s, or that this browser has forgotten', async () => {
    const forgotten = checkoutPage();
    await forgotten.resume('u1', 'made');
    expect(forgotten.server.checks).toEqual([]);
    storePayment(begun, now());
    const { resume, server, seen } = checkoutPage();
    server.status = [[404]];
    await resume('u1', 'made');
    expect(seen.state).toEqual({ phase: 'idle' });
    expect(readPending(now())).toEqual([]);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
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
import type { PaymentReturn } from '../../shop/paths.ts';
import { setSession } from '../session/session.ts';
import { paymentFailed } from './confirm-payment.ts';
import { checkFailed, CONFIRMING, ONE_MOMENT, windowFailed } from './payment.ts';
import type { PaymentWindowEvents } from './payment-window.ts';
import { readPending, removeAttemptKey, storePayment } from './stored-payments.ts';
import type { PendingPayment } from './stored-payments.ts';

const verification = { ...response, ...details };
const result = { paymentId: 'pay_1', signature: 'aa' };
const own = { orderId: 'order_1', userId: 'u1', startedAt: now().toISOString() };
const begun = { ...own, cartLines: [crown] };
const made = { ...begun, result, details };

type Replies = Partial<
  Pick<ReturnType<typeof checkoutPage>['server'], 'orders' | 'verify' | 'status'>
>;

/** Returns a page on which 'Place Order' was pressed. */
async function opened(replies: Replies = {}) {
  const page = checkoutPage();
  Object.assign(page.server, replies);
  await page.pay();
  return page;
}

/** Returns a page that was loaded with a stored payment, and has resumed it. */
async function resumed(payment: PendingPayment, replies: Replies = {}, how?: PaymentReturn) {
  storePayment(payment, now());
  const page = checkoutPage();
  Object.assign(page.server, replies);
  await page.resume('u1', how);
  return page;
}

const browser = openBrowser();
beforeEach(() => removeAttemptKey(purchase.userId));

describe('placing an order', () => {
  it('opens the window, verifies what it reports and ends with the order [transition-17,18 call-28 entity-33]', async () => {
    const { seen, placed, window, windows, server } = await opened();
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
    // The same can be bought once more.
    const next = checkoutPage();
    await next.pay();
    expect(next.server.keys[0]).not.toBe(server.keys[0]);
  });

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
    const { pay, server } = await opened({ orders: [[status, body], [0]] });
    await pay();
    await pay({ ...purchase, request: { ...purchase.request, totalAmount: 719.1 } });
    const [first, second, third] = server.keys;
    expect(second === first ? 'the same' : 'another').toBe(key);
    expect(third).not.toBe(second);
  });

  const text = 'Failed to initiate payment.';
  const again = { text, detail: 'Please try again.' };
  const unreachable = { text, detail: expect.stringContaining('could not reach the shop') };
  const login = { text, detail: 'Please log in to continue.', cause: 'session' };
  it.each([
    [0, {}, unreachable],
    [400, { detail: 'That is sold out.' }, { text, detail: 'That is sold out.' }],
    [400, { errors: [{ field: 'items', message: '' }] }, { ...again, cause: 'order' }],
    [400, { errors: [{ field: 'delivery.state', message: '' }] }, { ...again, cause: 'delivery' }],
    [401, { detail: 'Who?' }, login],
    [409, {}, { ...again, cause: 'order' }],
    [500, {}, again],
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
    const { seen } = await opened({ orders: [[status, body]] });
    expect(seen.state.quotedAmount).toBe(amount);
  });

  it('shows an alert until the next try, and the quoted price during it', async () => {
    const { pay, seen } = await opened({ orders: [[409, { amount: 89_900 }], [0]] });
    const second = pay();
    expect(seen.state).toEqual({ phase: 'creating', quotedAmount: 89_900 });
    await second;
  });

  it('reports a window that does not open, and can be tried again', async () => {
    const { pay, seen, breakWindow } = checkoutPage();
    breakWindow();
    await pay();
    const alert = {
      text: 'Failed to create order. Please try again.',
      detail: 'The payment window did not open. Please check your connection.',
    };
    expect(seen.state).toEqual({ phase: 'idle', alert });
    expect(readPending(now())).toEqual([]);
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
    const { pay, seen, server, window } = await opened();
    window().closed();
    expect(seen.state).toEqual({ phase: 'idle', hasTried: true });
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    await pay();
    expect(server.checks).toEqual([['status', 'order_1']]);
    expect(server.keys[1]).toBe(server.keys[0]);
  });

  it.each<[string, (window: PaymentWindowEvents) => void]>([
    ['is closed', (window) => window.closed()],
    ['reports an invalid result', (window) => window.paid(undefined)],
  ])('asks for the status if it %s, and ends with the order if it was paid', async (_how, end) => {
    const paid = { status: 'paid', orderId: 'MA-7' };
    const { server, placed, window } = await opened({ status: [[200, paid]] });
    end(window());
    await vi.waitFor(() => expect(placed).toEqual([['MA-7', [crown], basket]]));
    expect(server.checks).toEqual([['status', 'order_1']]);
  });

  it('can fail and then succeed', async () => {
    const { seen, placed, window } = await opened();
    window().failed();
    expect(seen.state).toMatchObject({ phase: 'idle', alert: paymentFailed });
    window().paid(response);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
  });

  it('can fail and then be closed: the alert stands', async () => {
    const { seen, window } = await opened();
    window().failed();
    window().closed();
    expect(seen.state).toEqual({ phase: 'idle', alert: paymentFailed, hasTried: true });
  });

  it('changes nothing when it fails or closes after a payment', async () => {
    const { server, seen, window, settled } = await opened({ verify: [[0]] });
    window().paid(response);
    window().failed();
    window().closed();
    expect(seen.state.phase).toBe('confirming');
    expect(server.checks).toEqual([['verify', verification]]);
    await settled();
    expect(seen.state.phase).toBe('unconfirmed');
    expect(readPending(now())[0]?.result).toEqual(result);
  });
});

describe('a payment that cannot be confirmed at once', () => {
  it('is verified at once when the button is pressed during a pause', async () => {
    const wait = () => new Promise<void>(() => {});
    const { pay, server, seen, placed, window } = checkoutPage({ wait });
    server.verify = [[503], [200, { orderId: 'MA-1' }]];
    await pay();
    window().paid(response);
    await vi.waitFor(() => expect(seen.state.phase).toBe('unconfirmed'));
    expect(seen.state.alert?.text).toBe('Payment verification failed.');
    expect(seen.state.alert?.detail).toMatch(/^Your payment was made, .* please do not pay again/);
    expect(seen.state.alert?.mayBePaid).toBe(true);
    void pay();
    expect(seen.state.phase).toBe('confirming');
    await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown], basket]]));
    const check = ['verify', verification];
    expect(server.checks).toEqual([check, check]);
    // Nothing was paid a second time.
    expect(server.keys).toHaveLength(1);
  });

  it('is stored with its details until the server rejects it, and shows the id of the payment', async () => {
    const { seen, window, settled } = await opened({ verify: [[400]] });
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
    const { seen, window, settled } = await opened({ verify: [[401]] });
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
  it('verifies a paid payment again, and shows no failure while it asks', async () => {
    const verify: Replies['verify'] = [[503], [200, { orderId: 'MA-1' }]];
    const { server, seen, placed } = await resumed(made, { verify });
    expect(seen.states[0]).toEqual({ phase: 'confirming', notice: CONFIRMING });
    expect(seen.states.map(({ phase }) => phase)).toEqual(['confirming', 'paid']);
    expect(server.checks[0]).toEqual(['verify', verification]);
    expect(placed).toEqual([['MA-1', [crown], undefined]]);
  });

  it('asks at once about a payment that waits, once it is known again who is there', async () => {
    const verify: Replies['verify'] = [[401], [200, { orderId: 'MA-1' }]];
    const { resume, server, placed, seen, window } = await opened({ verify });
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
    const notice = expect.stringContaining('No payment has reached us');
    expect(first.seen.state).toEqual({ phase: 'idle', notice });
    const second = checkoutPage();
    await second.resume('u1');
    expect(second.server.checks).toEqual([['status', 'order_1']]);
    expect(second.seen.states).toEqual([]);
  });

  it('leaves the payment to the next visit if the page is left during a pause', async () => {
    storePayment(made, now());
    const left = new DOMException('left', 'AbortError');
    const { resume, server } = checkoutPage({ wait: () => Promise.reject(left) });
    server.verify = [[503]];
    await resume('u1');
    expect(readPending(now())).toEqual([made]);
  });

  it('passes on any other error', async () => {
    storePayment(made, now());
    const thrown = new DOMException('broken', 'DataError');
    const { resume, server, seen } = checkoutPage({ wait: () => Promise.reject(thrown) });
    server.verify = [[503]];
    await expect(resume('u1')).rejects.toBe(thrown);
    expect(seen.state).toEqual({ phase: 'idle', alert: checkFailed });
  });

  it('does not touch another person’s payment', async () => {
    storePayment(made, now());
    const { resume, server } = checkoutPage();
    await resume('u2');
    expect(server.checks).toEqual([]);
    expect(readPending(now())).toEqual([made]);
  });

  it('shows that the shop looks into a payment that does not match', async () => {
    const { seen } = await resumed(made, { verify: [[409, { code: 'payment-attention' }]] });
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.detail).toContain('Please do not pay again');
    expect(readPending(now())).toEqual([]);
  });
});

describe('back from the provider’s page', () => {
  it.each([
    ['failed', 'The payment did not go through.'],
    ['refused', 'Payment verification failed.'],
  ] as const)('shows that the payment %s, and asks once whether that is so', async (how, text) => {
    const { server, seen } = await resumed(begun, {}, how);
    expect(seen.states).toMatchObject([{ phase: 'idle', alert: { text }, hasTried: true }]);
    expect(server.checks).toEqual([['status', 'order_1']]);
    // The same order can be paid again.
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', closed: true }]);
    expect(seen.state.phase).toBe('idle');
  });

  it('asks for minutes about a payment that was made, and lets nobody pay twice', async () => {
    const { pay, server, seen, placed } = await resumed(begun, {}, 'made');
    expect(server.checks).toHaveLength(11);
    expect(seen.state.phase).toBe('unconfirmed');
    expect(seen.state.alert?.detail).toContain('Once it is confirmed');
    server.status = [[200, { status: 'paid', orderId: 'MA-8' }]];
    await pay();
    await vi.waitFor(() => expect(placed).toEqual([['MA-8', [crown], undefined]]));
    expect(server.keys).toEqual([]);
  });

  it('does not wait for a payment that is not this account’s, or that this browser has forgotten', async () => {
    const forgotten = checkoutPage();
    await forgotten.resume('u1', 'made');
    expect(forgotten.server.checks).toEqual([]);
    const { seen } = await resumed(begun, { status: [[404]] }, 'made');
    expect(seen.state).toEqual({ phase: 'idle' });
    expect(readPending(now())).toEqual([]);
  });
});

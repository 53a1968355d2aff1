import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../../../tests/support/browser.ts';
import type { FakeBrowser } from '../../../../tests/support/browser.ts';
import type { CallFailure, CallResult } from '../../calls/http.ts';
import type { PaymentOrderReply, PaymentStatusReply, VerifyReply } from '../../../shop/wire.ts';
import { forgetAttemptKey } from './attempt-key.ts';
import { checkoutReducer, CONFIRMING, initialState, NOTHING_RECEIVED } from './checkout-state.ts';
import type { CheckoutState } from './checkout-state.ts';
import { createPaymentFlow } from './payment-flow.ts';
import type { Purchase } from './payment-flow.ts';
import type { PaymentWindowEvents } from './payment-window.ts';
import { readPending, rememberPayment } from './pending-payments.ts';

const now = () => new Date('2026-11-14T10:00:00.000Z');
const crown = { productId: '2', quantity: 1 };

const purchase: Purchase = {
  request: {
    totalAmount: 799,
    items: [crown],
    delivery: {
      customerName: 'Asha',
      email: 'asha@example.com',
      phoneNumber: '9876543210',
      state: 'Tamil Nadu',
      pincode: '600004',
      address: '14, North Mada Street',
    },
  },
  userId: 'u1',
  cartLines: [crown],
};

const order: PaymentOrderReply = {
  id: 'order_1',
  amount: 79_900,
  currency: 'INR',
  key: 'key_1',
  script: '/test-payments/checkout.js',
  name: 'Maalai',
};

const response = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'aa',
};

const failure = (status: number, more: Partial<CallFailure> = {}): CallFailure => ({
  ok: false,
  kind: status === 0 ? 'network' : 'problem',
  status,
  detail: '',
  errors: [],
  body: undefined,
  ...more,
});

/** A page with its flow, a server, and a hand on the payment window. */
function page() {
  const server = {
    orders: [{ ok: true, value: order }] as CallResult<PaymentOrderReply>[],
    verify: [{ ok: true, value: { orderId: 'MA-1' } }] as CallResult<VerifyReply>[],
    status: [{ ok: true, value: { status: 'pending' } }] as CallResult<PaymentStatusReply>[],
    keys: [] as string[],
    asked: [] as string[],
  };
  const next = <T>(answers: T[]): T => (answers.length > 1 ? answers.shift() : answers[0]) as T;
  const seen = { state: initialState as CheckoutState, states: [] as CheckoutState[] };
  const placed: [string, unknown][] = [];
  let opened: PaymentWindowEvents | undefined;
  let windows = 0;
  let broken = false;
  const flow = createPaymentFlow({
    calls: {
      async createPaymentOrder(_request, key) {
        server.keys.push(key);
        return next(server.orders);
      },
      async verifyPayment() {
        server.asked.push('verify');
        return next(server.verify);
      },
      async paymentStatus() {
        server.asked.push('status');
        return next(server.status);
      },
    },
    async openWindow(_order, _payer, events) {
      if (broken) throw new Error('no script');
      windows += 1;
      opened = events;
    },
    wait: async () => {},
    now,
    tell(event) {
      seen.state = checkoutReducer(seen.state, event);
      seen.states.push(seen.state);
    },
    onPaid: (orderId, lines) => void placed.push([orderId, lines]),
  });
  return {
    flow,
    server,
    seen,
    placed,
    breakWindow: () => void (broken = true),
    windows: () => windows,
    window(): PaymentWindowEvents {
      if (!opened) throw new Error('no window is open');
      return opened;
    },
    /** Everything that is under way has had its turn. */
    settled: () => vi.waitFor(() => expect(seen.state.phase).not.toBe('confirming')),
  };
}

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
  forgetAttemptKey();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('placing an order', () => {
  it('opens the window, verifies what it reports and ends with the order', async () => {
    const { flow, seen, placed, window, server } = page();
    await flow.pay(purchase);
    expect(seen.states.map(({ phase }) => phase)).toEqual(['creating', 'paying']);
    expect(readPending(now())).toMatchObject([{ orderId: 'order_1', cartLines: [crown] }]);
    window().paid(response);
    await vi.waitFor(() => expect(placed).toEqual([['MA-1', [crown]]]));
    expect(server.asked).toEqual(['verify']);
    expect(readPending(now())).toEqual([]);
  });

  it('makes one payment of two taps', async () => {
    const { flow, server, windows } = page();
    await Promise.all([flow.pay(purchase), flow.pay(purchase)]);
    await flow.pay(purchase);
    expect(server.keys).toHaveLength(1);
    expect(windows()).toBe(1);
  });

  it('sends a retry under the same key, and a changed order under another', async () => {
    const { flow, server } = page();
    server.orders = [failure(0), failure(503), failure(0)];
    await flow.pay(purchase);
    await flow.pay(purchase);
    await flow.pay({ ...purchase, request: { ...purchase.request, totalAmount: 719.1 } });
    const [first, second, third] = server.keys;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('takes a new key after a refusal for good', async () => {
    const { flow, server } = page();
    server.orders = [failure(409, { code: 'idempotency-key-reused' }), failure(0)];
    await flow.pay(purchase);
    await flow.pay(purchase);
    expect(server.keys[1]).not.toBe(server.keys[0]);
  });

  it.each([
    [failure(0, { detail: 'No connection.' }), 'Failed to initiate payment.', 'No connection.'],
    [failure(500), 'Failed to initiate payment.', 'Please try again.'],
    [{ ...failure(200), kind: 'malformed' }, 'Invalid order data received from server.', undefined],
  ] as const)('tells a refused payment order: %j', async (reply, text, detail) => {
    const { flow, server, seen } = page();
    server.orders = [reply];
    expect(await flow.pay(purchase)).toBe(reply);
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.text).toBe(text);
    expect(seen.state.alert?.detail).toBe(detail);
  });

  it('shows the price that the server tells', async () => {
    const { flow, server, seen } = page();
    server.orders = [failure(409, { body: { amount: 89_900 }, detail: 'The price is ₹899.00.' })];
    await flow.pay(purchase);
    expect(seen.state.told).toBe(89_900);
    expect(seen.state.alert?.detail).toBe('The price is ₹899.00.');
  });

  it('opens no window over another amount than the page showed', async () => {
    const { flow, server, seen, windows } = page();
    server.orders = [{ ok: true, value: { ...order, amount: 89_900 } }];
    await flow.pay(purchase);
    expect(windows()).toBe(0);
    expect(seen.state.told).toBe(89_900);
    expect(seen.state.alert?.detail).toContain('₹899.00');
  });

  it('says so when the window does not open, and can be tried again', async () => {
    const { flow, seen, breakWindow } = page();
    breakWindow();
    await flow.pay(purchase);
    expect(seen.state.alert?.text).toBe('Failed to create order. Please try again.');
    expect(readPending(now())).toEqual([]);
    expect(flow.isTaken()).toBe(false);
  });
});

describe('the payment window', () => {
  it('may be closed: busy clears, one look at the status, and the same key again', async () => {
    const { flow, seen, server, window } = page();
    await flow.pay(purchase);
    window().closed();
    expect(seen.state).toEqual({ phase: 'idle' });
    await flow.pay(purchase);
    expect(server.asked).toEqual(['status']);
    expect(server.keys[1]).toBe(server.keys[0]);
  });

  it('ends with the order if the payment was made although the window was closed', async () => {
    const { flow, server, placed, window } = page();
    server.status = [{ ok: true, value: { status: 'paid', orderId: 'MA-7' } }];
    await flow.pay(purchase);
    window().closed();
    await vi.waitFor(() => expect(placed).toEqual([['MA-7', [crown]]]));
  });

  it('may fail and then succeed', async () => {
    const { flow, seen, placed, window } = page();
    await flow.pay(purchase);
    window().failed();
    expect(seen.state.alert?.text).toBe('The payment did not go through.');
    expect(flow.isTaken()).toBe(false);
    window().paid(response);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
  });

  it('is not believed when it closes after a payment', async () => {
    const { flow, server, seen, window, settled } = page();
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

describe('a payment that cannot be confirmed at once', () => {
  it('is written down before it is verified, and never paid a second time', async () => {
    const { flow, server, seen, placed, window, settled } = page();
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

  it('is tried again while the server cannot say, and then ends with the order', async () => {
    const { flow, server, seen, placed, window } = page();
    server.verify = [failure(0), failure(409), { ok: true, value: { orderId: 'MA-1' } }];
    await flow.pay(purchase);
    window().paid(response);
    await vi.waitFor(() => expect(placed).toHaveLength(1));
    expect(seen.states.map(({ phase }) => phase)).toContain('unconfirmed');
  });

  it('names the payment where the server does not believe it', async () => {
    const { flow, server, seen, window, settled } = page();
    server.verify = [failure(400)];
    await flow.pay(purchase);
    window().paid(response);
    await settled();
    expect(seen.state.phase).toBe('idle');
    expect(seen.state.alert?.detail).toContain('pay_1');
    expect(readPending(now())[0]?.result).toBeUndefined();
  });

  it('offers the login where the session has ended', async () => {
    const { flow, server, seen, window, settled } = page();
    server.verify = [failure(401)];
    await flow.pay(purchase);
    window().paid(response);
    await settled();
    expect(seen.state.alert?.login).toBe(true);
    expect(readPending(now())[0]?.result?.paymentId).toBe('pay_1');
  });

  it('asks how far it got where the window speaks in riddles', async () => {
    const { flow, server, placed, window } = page();
    server.status = [{ ok: true, value: { status: 'paid', orderId: 'MA-5' } }];
    await flow.pay(purchase);
    window().paid(undefined);
    await vi.waitFor(() => expect(placed).toEqual([['MA-5', [crown]]]));
    expect(server.asked).toEqual(['status']);
  });
});

describe('after a reload', () => {
  const begun = {
    orderId: 'order_1',
    userId: 'u1',
    startedAt: now().toISOString(),
    cartLines: [crown],
  };
  const made = { ...begun, result: { paymentId: 'pay_1', signature: 'aa' } };

  it('verifies again what was paid', async () => {
    rememberPayment(made, now());
    const { flow, server, seen, placed } = page();
    await flow.resume('u1');
    expect(seen.states[0]).toEqual({ phase: 'confirming', notice: CONFIRMING });
    expect(server.asked).toEqual(['verify']);
    expect(placed).toEqual([['MA-1', [crown]]]);
  });

  it('takes nothing out of the cart if another tab has settled it meanwhile', async () => {
    rememberPayment(made, now());
    const { flow, placed } = page();
    const done = flow.resume('u1');
    browser.local.removeItem('maalai.payments');
    await done;
    expect(placed).toEqual([['MA-1', []]]);
  });

  it('confirms what was paid before anything is paid again, however quick the tap', async () => {
    rememberPayment(made, now());
    const { flow, server, placed } = page();
    await Promise.all([flow.pay(purchase), flow.resume('u1')]);
    expect(server.keys).toEqual([]);
    expect(server.asked).toEqual(['verify']);
    expect(placed).toEqual([['MA-1', [crown]]]);
  });

  it('lets the person go on where nothing was received, and asks only once the next time', async () => {
    rememberPayment(begun, now());
    const first = page();
    await first.flow.resume('u1');
    expect(first.seen.state).toEqual({ phase: 'idle', notice: NOTHING_RECEIVED });
    const second = page();
    await second.flow.resume('u1');
    expect(second.server.asked).toEqual(['status']);
    expect(second.seen.states).toEqual([]);
  });

  it("leaves another person's payment alone", async () => {
    rememberPayment(made, now());
    const { flow, server } = page();
    await flow.resume('u2');
    expect(server.asked).toEqual([]);
    expect(readPending(now())).toEqual([made]);
  });

  it('says that a person looks into a payment that does not fit', async () => {
    rememberPayment(made, now());
    const { flow, server, seen } = page();
    server.verify = [failure(409, { code: 'payment-attention' })];
    await flow.resume('u1');
    expect(seen.state.alert?.detail).toContain('Please do not pay again');
    expect(readPending(now())).toEqual([]);
  });
});

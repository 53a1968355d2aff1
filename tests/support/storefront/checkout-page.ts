// A checkout without a browser: a payment with a fake server and a fake payment window.
import { expect, vi } from 'vitest';
import { quote } from '../../../src/shop/price.ts';
import { resume } from '../../../src/storefront/checkout/confirm-payment.ts';
import type { OnPaid } from '../../../src/storefront/checkout/paid-order.ts';
import { createPaymentPage } from '../../../src/storefront/checkout/payment.ts';
import type { PaymentPage, ShownPayment } from '../../../src/storefront/checkout/payment.ts';
import type { PaymentWindowEvents } from '../../../src/storefront/checkout/payment-window.ts';
import { placeOrder } from '../../../src/storefront/checkout/place-order.ts';
import type { OrderAttempt } from '../../../src/storefront/checkout/place-order.ts';
import { readPending } from '../../../src/storefront/checkout/stored-payments.ts';

export const now = () => new Date('2026-11-14T10:00:00.000Z');
export const crown = { productId: '2', quantity: 1 };

/** What /success must show of the purchase. */
export const basket = { lines: [crown], amount: 79_900 };

const quoted = quote([crown]);
if (!quoted.ok) throw new Error(quoted.message);

export const purchase: OrderAttempt = {
  quote: quoted.quote,
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

export const order = {
  id: 'order_1',
  amount: 79_900,
  currency: 'INR',
  key: 'key_1',
  script: '/test-payments/checkout.js',
  name: 'Maalai',
};

/** What the verification of the purchase contains besides the payment window's response. */
export const details = {
  ...purchase.request.delivery,
  landmark: '',
  productId: '2',
  productName: 'Chocolate Crown',
  quantity: 1,
  amountPaid: 799,
  chocolate: 'Dairy Milk',
  products: [{ name: 'Chocolate Crown', id: '2', price: 799, quantity: 1 }],
  originalAmount: 799,
  discountedAmount: 799,
};

export const response = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'aa',
};

/** A response of the server; status 0 means that it cannot be reached. */
type Reply = [status: number, body?: object | null];

/** Stubs `fetch` with a server for payments. Undo with `vi.unstubAllGlobals()`. */
export function fakeServer() {
  const server = {
    /** The responses in turn; the last one is repeated. */
    orders: [[200, order]] as Reply[],
    verify: [[200, { orderId: 'MA-1' }]] as Reply[],
    status: [[200, { status: 'pending' }]] as Reply[],
    /** The keys and the payloads of the requests for a payment order. */
    keys: [] as string[],
    requests: [] as unknown[],
    /** The requests about payments, in order: the payload of a verification, or the id of a payment order. */
    checks: [] as (['verify', payload: unknown] | ['status', orderId: string])[],
  };
  function accept(path: string, headers: Record<string, string>, payload: unknown): Reply[] {
    if (path === '/payments/verify') {
      server.checks.push(['verify', payload]);
      return server.verify;
    }
    if (path === '/payments/orders') {
      server.keys.push(headers['Idempotency-Key'] ?? '');
      server.requests.push(payload);
      return server.orders;
    }
    server.checks.push(['status', path.replace('/payments/orders/', '')]);
    return server.status;
  }
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    const payload: unknown = JSON.parse((body as string | undefined) ?? 'null');
    const replies = accept(path, headers as Record<string, string>, payload);
    const [status, reply] = (replies.length > 1 ? replies.shift() : replies[0]) as Reply;
    if (status === 0) throw new TypeError('Failed to fetch');
    // A response of this status has no body.
    return status === 204
      ? new Response(null, { status })
      : Response.json(reply === undefined ? {} : reply, { status });
  });
  return server;
}

/** Opens a payment's page with its fake server and a fake payment window. */
export function checkoutPage({ wait = async () => {} }: { wait?: PaymentPage['wait'] } = {}) {
  const server = fakeServer();
  const placed: Parameters<OnPaid>[] = [];
  const windows: {
    order: object;
    payer: object;
    events: PaymentWindowEvents;
    /** What was stored before it opened. */
    stored: unknown;
  }[] = [];
  let isBroken = false;
  const page = createPaymentPage({
    async openWindow(shown, payer, events) {
      if (isBroken) throw new Error('no script');
      windows.push({ order: shown, payer, events, stored: readPending(now()) });
    },
    wait,
    now,
    onPaid: (...paid) => void placed.push(paid),
  });
  const seen = { state: page.get() as ShownPayment, states: [] as ShownPayment[] };
  page.subscribe(() => {
    seen.state = page.get();
    seen.states.push(seen.state);
  });
  return {
    page,
    pay: (attempt: OrderAttempt = purchase) => placeOrder(page, attempt),
    resume: resume.bind(undefined, page),
    server,
    seen,
    placed,
    breakWindow: () => void (isBroken = true),
    /** The windows that were opened, in order. */
    windows,
    /** Returns the window that was opened last. */
    window(): PaymentWindowEvents {
      const last = windows.at(-1);
      if (!last) throw new Error('no window is open');
      return last.events;
    },
    /** Resolves once nothing is being confirmed. */
    settled: () => vi.waitFor(() => expect(seen.state.phase).not.toBe('confirming')),
  };
}

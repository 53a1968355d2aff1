// A checkout without a browser: the payment flow with a fake server and a fake payment window.
import { expect, vi } from 'vitest';
import { quote } from '../../../src/shop/price.ts';
import type { Verification } from '../../../src/storefront/checkout/confirm-payment.ts';
import type { RequestResult } from '../../../src/storefront/platform/request.ts';
import type {
  PaymentOrderResponse,
  PaymentStatusResponse,
  VerifyResponse,
} from '../../../src/shop/payloads/payments.ts';
import { checkoutReducer, initialState } from '../../../src/storefront/checkout/payment-state.ts';
import type { CheckoutState } from '../../../src/storefront/checkout/payment-state.ts';
import { createPaymentFlow } from '../../../src/storefront/checkout/place-order.ts';
import type { OnPaid } from '../../../src/storefront/checkout/paid-order.ts';
import type {
  PaymentFlowParts,
  OrderAttempt,
} from '../../../src/storefront/checkout/place-order.ts';
import type { PaymentWindowEvents } from '../../../src/storefront/checkout/payment-window.ts';

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

export const order: PaymentOrderResponse = {
  id: 'order_1',
  amount: 79_900,
  currency: 'INR',
  key: 'key_1',
  script: '/test-payments/checkout.js',
  name: 'Maalai',
};

/** What the verification of the purchase contains besides the payment window's response. */
export const details = {
  productId: '2',
  productName: 'Chocolate Crown',
  quantity: 1,
  amountPaid: 799,
  chocolate: 'Dairy Milk',
  customerName: 'Asha',
  email: 'asha@example.com',
  phoneNumber: '9876543210',
  address: '14, North Mada Street',
  landmark: '',
  state: 'Tamil Nadu',
  pincode: '600004',
  products: [{ name: 'Chocolate Crown', id: '2', price: 799, quantity: 1 }],
  originalAmount: 799,
  discountedAmount: 799,
};

export const response = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'aa',
};

/** Creates a payment flow with its fake server and a fake payment window. */
export function checkoutPage({ wait = async () => {} }: { wait?: PaymentFlowParts['wait'] } = {}) {
  const server = {
    orders: [{ ok: true, value: order }] as RequestResult<PaymentOrderResponse>[],
    verify: [{ ok: true, value: { orderId: 'MA-1' } }] as RequestResult<VerifyResponse>[],
    status: [{ ok: true, value: { status: 'pending' } }] as RequestResult<PaymentStatusResponse>[],
    keys: [] as string[],
    requests: [] as OrderAttempt['request'][],
    /** The requests about payments, in order, with their payloads. */
    asked: [] as (['verify', Verification] | ['status', orderId: string])[],
  };
  const next = <T>(replies: T[]): T => (replies.length > 1 ? replies.shift() : replies[0]) as T;
  const seen = { state: initialState as CheckoutState, states: [] as CheckoutState[] };
  const placed: Parameters<OnPaid>[] = [];
  const windows: { order: PaymentOrderResponse; payer: object; events: PaymentWindowEvents }[] = [];
  let broken = false;
  const flow = createPaymentFlow({
    calls: {
      async createPaymentOrder(request, key) {
        server.requests.push(request);
        server.keys.push(key);
        return next(server.orders);
      },
      async verifyPayment(payment) {
        server.asked.push(['verify', payment]);
        return next(server.verify);
      },
      async paymentStatus(orderId) {
        server.asked.push(['status', orderId]);
        return next(server.status);
      },
    },
    async openWindow(shown, payer, events) {
      if (broken) throw new Error('no script');
      windows.push({ order: shown, payer, events });
    },
    wait,
    now,
    dispatch(event) {
      seen.state = checkoutReducer(seen.state, event);
      seen.states.push(seen.state);
    },
    onPaid: (...paid) => void placed.push(paid),
  });
  return {
    flow,
    server,
    seen,
    placed,
    breakWindow: () => void (broken = true),
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

// The facts of an order for tests: two lines, a coupon, and a name with markup.
import { quote } from '../../../src/shop/price.ts';
import type {
  AttentionFacts,
  OrderFacts,
  RefundFacts,
  SentFacts,
} from '../../../src/server/mail/outbox.ts';

const priced = quote(
  [
    { productId: '3', selectedVersion: 'kids', quantity: 2 },
    { productId: '2', quantity: 1, chocolate: 'Munch' },
  ],
  'SAVE15',
);

/** Returns an order of ₹2,037.45; `change` replaces facts. */
export function orderFacts(change: Partial<OrderFacts> = {}): OrderFacts {
  if (!priced.ok) throw new Error(priced.message);
  const delivery = {
    customerName: 'Kavya & <b>Raman</b>',
    email: 'kavya@shopper.example',
    phoneNumber: '9876543210',
    landmark: 'Opposite the "temple" tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '12, South Mada Street\nMylapore, Chennai',
  };
  return {
    orderId: 'MA-7K3N9QX2VD',
    placedAt: '2026-11-14T19:45:00.000Z',
    amount: priced.quote.amount,
    email: 'kavya@shopper.example',
    paymentId: 'pay_1',
    isEmailConfirmed: true,
    snapshot: { quote: priced.quote, delivery },
    ...change,
  };
}

/** Returns the facts of a payment of one rupee for that order. */
export function attentionFacts(change: Partial<AttentionFacts> = {}): AttentionFacts {
  const { placedAt, amount, email, paymentId, snapshot } = orderFacts();
  return {
    reason: '₹1.00 was captured, but ₹2,037.45 was asked for.',
    noticedAt: placedAt,
    paymentId,
    providerOrderId: 'order_1',
    paid: 100,
    paidCurrency: 'INR',
    expected: amount,
    email,
    snapshot,
    ...change,
  };
}

/** Returns the facts of the refund of a payment that became no order. */
export function refundFacts(change: Partial<RefundFacts> = {}): RefundFacts {
  const { placedAt, amount, email, paymentId, snapshot } = orderFacts();
  return { paymentId, refundedAt: placedAt, amount, currency: 'INR', email, snapshot, ...change };
}

/** Returns the facts of the parcel of that order. */
export function sentFacts(): SentFacts {
  const { orderId, placedAt, email, snapshot } = orderFacts();
  return {
    orderId,
    sentAt: placedAt,
    courier: 'Delhivery',
    trackingNumber: '1234567890',
    trackingUrl: 'https://www.delhivery.com/track-v2/package/1234567890',
    email,
    lines: snapshot.quote.lines,
  };
}

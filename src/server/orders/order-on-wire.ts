// An order as the orders page reads it: in rupees, with the names of the specification.
import { toRupees } from '../../shop/money.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { OrderEvent as EventOnWire, OrderOnWire } from '../../shop/payloads/orders.ts';
import { refundedIn } from './order-events.ts';
import type { OrderEvent } from './order-events.ts';
import { readSnapshot } from '../../shop/snapshot.ts';

export interface StoredOrder {
  id: string;
  email: string;
  /** Paise. */
  amount: number;
  snapshot: string;
  placed_at: string;
}

/**
 * Returns the payload of an order. It has a chocolate and a version of its own only if there is one line.
 * @param events those of this order, oldest first
 */
export function orderOnWire(order: StoredOrder, events: readonly OrderEvent[] = []): OrderOnWire {
  const { quote, delivery } = readSnapshot(order.snapshot);
  const { customerName, address, landmark, state, pincode, phoneNumber } = delivery;
  const { giftNote, neededBy } = delivery;
  const [first, ...others] = quote.lines;
  return {
    _id: order.id,
    date: order.placed_at,
    status: refundedIn(events) >= order.amount ? 'Refunded' : 'Paid',
    email: order.email,
    productId: first?.productId ?? '',
    productName: quote.productName,
    quantity: quote.quantity,
    amountPaid: toRupees(order.amount),
    ...(first && others.length === 0 && choiceOf(first)),
    customerName,
    address,
    ...(landmark && { landmark }),
    state,
    pincode,
    phoneNumber,
    ...(giftNote && { giftNote }),
    ...(neededBy && { neededBy }),
    products: quote.lines.map((line) => ({
      name: line.name,
      id: line.productId,
      price: toRupees(line.unit),
      quantity: line.quantity,
      ...choiceOf(line),
    })),
    ...(quote.coupon && {
      couponApplied: quote.coupon.code,
      discountPercentage: quote.coupon.percent,
    }),
    originalAmount: toRupees(quote.total),
    discountedAmount: toRupees(quote.amount),
    ...(events.length > 0 && { events: events.map(eventOnWire) }),
  };
}

function eventOnWire(event: OrderEvent): EventOnWire {
  const { type, at, courier, tracking_number, tracking_url, amount } = event;
  if (type === 'refunded') return { type, at, amount: toRupees(amount ?? 0) };
  return {
    type,
    at,
    courier: courier ?? '',
    ...(tracking_number && { trackingNumber: tracking_number }),
    ...(tracking_url && { trackingUrl: tracking_url }),
  };
}

function choiceOf({ selectedVersion, versionName, chocolate }: QuoteLine) {
  return {
    ...(selectedVersion && { selectedVersion }),
    ...(versionName && { versionName }),
    ...(chocolate && { chocolate }),
  };
}

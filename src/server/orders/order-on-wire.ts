// An order as the orders page reads it: rupees, and the names of the specification.
import { toRupees } from '../../shop/money.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { OrderOnWire } from '../../shop/wire.ts';
import { readSnapshot } from './snapshot.ts';

export interface StoredOrder {
  id: string;
  email: string;
  /** Paise. */
  amount: number;
  snapshot: string;
  placed_at: string;
}

/** The order for the wire. A chocolate and a version of the whole exist only where there is one line. */
export function orderOnWire(order: StoredOrder): OrderOnWire {
  const { quote, delivery } = readSnapshot(order.snapshot);
  const { customerName, address, landmark, state, pincode, phoneNumber } = delivery;
  const [first, ...others] = quote.lines;
  return {
    _id: order.id,
    date: order.placed_at,
    status: 'Paid',
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
  };
}

function choiceOf({ selectedVersion, versionName, chocolate }: QuoteLine) {
  return {
    ...(selectedVersion && { selectedVersion }),
    ...(versionName && { versionName }),
    ...(chocolate && { chocolate }),
  };
}

// The table of a receipt: what each line cost, and how the total is calculated.
import { joinFacts } from '../ui/join-facts.ts';
import { formatRupeesExact, rupees } from '../../shop/money.ts';
import type { OrderOnWire } from '../../shop/payloads/orders.ts';

export interface ReceiptLine {
  /** 'Dairy Milk Garland' */
  name: string;
  /** 'Kids · Dairy Milk'; may be empty. */
  choice: string;
  quantity: number;
  /** Formatted, per piece and for all of them. */
  price: string;
  total: string;
}

/** Returns the lines of an order at the prices that were agreed on. */
export function receiptLines({ products }: OrderOnWire): ReceiptLine[] {
  return products.map(({ name, versionName, chocolate, quantity, price }) => ({
    name,
    choice: joinFacts([versionName, chocolate]),
    quantity,
    price: formatRupeesExact(rupees(price)),
    total: formatRupeesExact(rupees(price) * quantity),
  }));
}

/** Returns the discount of the coupon, as a label and a formatted amount; undefined without a coupon. */
export function receiptDiscount(order: OrderOnWire): { label: string; amount: string } | undefined {
  const { couponApplied, discountPercentage = 0, originalAmount, discountedAmount } = order;
  if (!couponApplied) return undefined;
  const saved = rupees(originalAmount) - rupees(discountedAmount);
  return {
    label: `${couponApplied} (${discountPercentage}% off)`,
    amount: `−${formatRupeesExact(saved)}`,
  };
}

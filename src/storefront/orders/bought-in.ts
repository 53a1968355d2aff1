// The content of an order, in the format of the checkout.
import { rupees } from '../../shop/money.ts';
import type { LineRequest } from '../../shop/price.ts';
import type { OrderOnWire } from '../../shop/payloads/orders.ts';

/** Returns when the order was sent; undefined until then. */
export function sentAtOf({ events = [] }: OrderOnWire): Date | undefined {
  const sent = events.find(({ type }) => type === 'sent');
  return sent && new Date(sent.at);
}

/** Returns the order's lines, times and what was paid, in paise; undefined for an order that lists no products. */
export function boughtIn(order: OrderOnWire) {
  const { products, date, amountPaid } = order;
  if (products.length === 0) return undefined;
  const lines = products.map(({ id, quantity, selectedVersion, chocolate }): LineRequest => ({
    productId: id,
    quantity,
    ...(selectedVersion && { selectedVersion }),
    ...(chocolate !== undefined && { chocolate }),
  }));
  return {
    lines,
    amount: rupees(amountPaid),
    orderedAt: new Date(date),
    sentAt: sentAtOf(order),
  };
}

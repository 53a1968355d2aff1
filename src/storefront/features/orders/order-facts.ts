// How an order reads: its dates, amounts and lines in words.
import { findProduct } from '../../../shop/catalogue/catalogue.ts';
import type { Picture } from '../../../shop/catalogue/product.ts';
import { longDate } from '../../../shop/long-date.ts';
import { formatRupeesExact, rupees } from '../../../shop/money.ts';
import type { OrderOnWire } from '../../../shop/wire.ts';

/** The order's id, as people see it. */
export function idOf({ _id: id }: OrderOnWire): string {
  return id;
}

/** A line of a description list. */
export type Fact = readonly [term: string, value: string];

/** '14 November 2026', in the shop's own time wherever it is read. */
export function dateOf(order: OrderOnWire): string {
  return longDate(order.date);
}

/** '₹1,188.60' */
export function amountOf(order: OrderOnWire): string {
  return formatRupeesExact(rupees(order.amountPaid));
}

/** The picture of what was ordered first; none if the shop does not sell it any more. */
export function pictureOf(order: OrderOnWire): Picture | undefined {
  return findProduct(order.productId)?.pictures[0];
}

function given(facts: readonly (readonly [string, string | undefined])[]): Fact[] {
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
}

/** What was ordered and paid. Where it is one product, with its chocolate and version. */
export function orderFacts(order: OrderOnWire): Fact[] {
  return given([
    ['Date', dateOf(order)],
    ['Order ID', idOf(order)],
    ['Amount', amountOf(order)],
    ['Status', order.status],
    ['Product', order.productName],
    ['Quantity', String(order.quantity)],
    ['Chocolate', order.chocolate],
    ['Version', order.versionName],
    [
      'Coupon',
      order.couponApplied && `${order.couponApplied} (${order.discountPercentage ?? 0}% off)`,
    ],
  ]);
}

/** The lines of an order of several products; empty for a single one, whose facts say it all. */
export function lineFacts(order: OrderOnWire): Fact[] {
  if (order.products.length < 2) return [];
  return order.products.map(({ name, versionName, chocolate, quantity }) => [
    name,
    [versionName, chocolate, `Qty ${quantity}`].filter(Boolean).join(' · '),
  ]);
}

/** Where it went. */
export function shippingFacts(order: OrderOnWire): Fact[] {
  return given([
    ['Name', order.customerName],
    ['Address', order.address],
    ['Landmark', order.landmark],
    ['State', `${order.state} - ${order.pincode}`],
    ['Phone', `+91 ${order.phoneNumber}`],
  ]);
}

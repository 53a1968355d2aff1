// Formats an order for display: dates, amounts, lines and what happened to it.
import { chatSaying } from '../../shop/brand.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import type { Picture } from '../../shop/catalogue/product.ts';
import { findVersion, versionPicture as pictureOfVersion } from '../../shop/catalogue/product.ts';
import { dayInIndia, formatDate, formatDay, formatDays } from '../../shop/dates.ts';
import { parcelDates } from '../../shop/catalogue/delivery.ts';
import { type OrderStep, orderSteps, sentTime } from '../../shop/order.ts';
import { joinFacts } from '../ui/class-names.ts';
import { formatRupeesExact, type Paise, rupees } from '../../shop/money.ts';
import type { OrderPayload } from '../../shop/payloads/orders.ts';

/** Returns the order's id for display. */
export function orderNumber({ _id: id }: OrderPayload): string {
  return id;
}

/** A line of a description list. */
export type Fact = readonly [term: string, value: string];

/** Formats the order's date in the shop's time zone: '14 November 2026'. */
export function orderDate(order: OrderPayload): string {
  return formatDate(order.date);
}

/** Formats the paid amount: '₹1,188.60'. */
export function orderAmount(order: OrderPayload): string {
  return formatRupeesExact(rupees(order.amountPaid));
}

/** Returns the picture of the order's first line in its version; undefined if the shop no longer sells it. */
export function orderPicture({ productId, products: [first] }: OrderPayload): Picture | undefined {
  // Not the picture of the day of the order: its file may be gone.
  const product = findProduct(productId);
  return product && pictureOfVersion(product, first?.selectedVersion);
}

type Chosen = Pick<OrderPayload, 'selectedVersion' | 'versionName'>;

/** Returns the choice of an order: 'Adult · 3.5 feet · Fivestar · Qty 1'; with several lines, only the quantity. */
export function orderChoice({ productId, products, quantity }: OrderPayload): string {
  const [line] = products.length === 1 ? products : [];
  return joinFacts([versionOf(productId, line), line?.chocolate, `Qty ${quantity}`]);
}

/** Returns 'Adult · 3.5 feet'; empty without a version, and without the size if the product is no longer sold. */
function versionOf(productId: string, chosen: Chosen | undefined): string {
  const product = findProduct(productId);
  const size = product && findVersion(product, chosen?.selectedVersion)?.size;
  return joinFacts([chosen?.versionName, size]);
}

function given(facts: readonly (readonly [string, string | undefined])[]): Fact[] {
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
}

/** Returns the refunds of an order in paise, oldest first. */
function refundsOf({ events = [] }: OrderPayload): { amount: Paise; at: string }[] {
  return events.flatMap((event) =>
    event.type === 'refunded' ? { amount: rupees(event.amount), at: event.at } : [],
  );
}

function sumOf(refunds: readonly { amount: Paise }[]): Paise {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Formats the refunded amount of an order that is still paid in part: '₹250.00 refunded'. */
export function findPartRefund(order: OrderPayload): string | undefined {
  const refunded = sumOf(refundsOf(order));
  const isPart = order.status === 'Paid' && refunded > 0;
  return isPart ? `${formatRupeesExact(refunded)} refunded` : undefined;
}

/** Returns the amount paid, the refunds and what stays paid, as a sum; empty without refunds. */
export function refundFacts(order: OrderPayload): Fact[] {
  const refunds = refundsOf(order);
  if (refunds.length === 0) return [];
  return [
    ['Paid', orderAmount(order)],
    ...refunds.map(({ amount, at }): Fact => [
      `Refunded on ${dayOf(at)}`,
      `−${formatRupeesExact(amount)}`,
    ]),
    ['In all', formatRupeesExact(rupees(order.amountPaid) - sumOf(refunds))],
  ];
}

/**
 * Returns the facts that are not in the head of the summary, which has name, amount and status; chocolate and version
 * only for an order of one product.
 */
export function orderFacts(order: OrderPayload): Fact[] {
  return given([
    ['Date', orderDate(order)],
    ['Order ID', orderNumber(order)],
    ['Quantity', String(order.quantity)],
    ['Chocolate', order.chocolate],
    ['Version', order.versionName && versionOf(order.productId, order)],
    [
      'Coupon',
      order.couponApplied && `${order.couponApplied} (${order.discountPercentage ?? 0}% off)`,
    ],
  ]);
}

/** Returns the lines of an order of several products; empty for one product, because `orderFacts` has its data. */
export function lineFacts(order: OrderPayload): Fact[] {
  if (order.products.length < 2) return [];
  return order.products.map(({ name, versionName, chocolate, quantity }) => [
    name,
    [versionName, chocolate, `Qty ${quantity}`].filter(Boolean).join(', '),
  ]);
}

/** Formats the days on which the order arrives: '30 November-3 December'. A refunded order has none. */
function arrivalOf(order: OrderPayload): string | undefined {
  if (!isUnderWay(order)) return undefined;
  const { from, to } = parcelDates(kindsIn(order), new Date(order.date));
  return formatDays(from, to);
}

function isUnderWay({ status, products }: OrderPayload): boolean {
  return status === 'Paid' && products.length > 0;
}

/** Not kindsOf: its module would be one more file of the first load. */
function kindsIn({ products }: OrderPayload) {
  return products.map(({ id }) => findProduct(id)?.kind ?? 'garland');
}

/** Returns the steps of the order. A refunded order has none. */
export function progressSteps(order: OrderPayload, now: Date): readonly OrderStep[] {
  if (!isUnderWay(order)) return [];
  const orderedAt = new Date(order.date);
  return orderSteps(kindsIn(order), { orderedAt, sentAt: sentTime(order), now });
}

/** Returns the recipient, the address, when it arrives and what goes with it. */
export function shippingFacts(order: OrderPayload): Fact[] {
  return given([
    ['Name', order.customerName],
    ['Address', order.address],
    ['Landmark', order.landmark],
    ['State', `${order.state} - ${order.pincode}`],
    ['Phone', `+91 ${order.phoneNumber}`],
    ['Delivery', arrivalOf(order)],
    ['Needed by', order.neededBy && formatDate(order.neededBy)],
    ['Gift note', order.giftNote],
  ]);
}

const dayOf = (time: string) => formatDay(dayInIndia(new Date(time)));

/** An order on its way. */
export interface Shipment {
  /** 'Sent on 26 November by DTDC' */
  text: string;
  trackingNumber?: string | undefined;
  /** The courier's page. */
  trackingUrl?: string | undefined;
}

/** Returns how the order was sent; undefined until then. */
export function findShipment({ events = [] }: OrderPayload): Shipment | undefined {
  const sent = events.find(({ type }) => type === 'sent');
  if (sent?.type !== 'sent') return undefined;
  const { at, courier, trackingNumber, trackingUrl } = sent;
  return { text: `Sent on ${dayOf(at)} by ${courier}`, trackingNumber, trackingUrl };
}

/** Returns a link to a chat with the shop about the order. */
export function chatLinkAbout(order: OrderPayload): string {
  return chatSaying(`I have a question about my order ${orderNumber(order)}.`);
}

// An order in words: dates, amounts, lines and what happened to it.
import { chatLinkWith } from '../../shop/brand.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { findVersion, versionPicture } from '../../shop/catalogue/product.ts';
import type { Picture } from '../../shop/catalogue/product.ts';
import { dayInIndia, formatDate, formatDay, formatDays } from '../../shop/dates.ts';
import { formatRupeesExact, rupees } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { placeText } from '../../shop/order-text.ts';
import { datesFor, orderSteps, sentTime } from '../../shop/order.ts';
import type { OrderStep } from '../../shop/order.ts';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import { joinParts } from '../ui/class-names.ts';

/** A line of a description list. */
export type Row = readonly [term: string, value: string];

export function orderNumber({ _id: id }: OrderPayload): string {
  return id;
}

/** Formats the order's date in the shop's time zone: '14 November 2026'. */
export function orderDate(order: OrderPayload): string {
  return formatDate(order.date);
}

/** Formats the paid amount: '₹1,188.60'. */
export function orderAmount(order: OrderPayload): string {
  return formatRupeesExact(rupees(order.amountPaid));
}

/** Returns the pictures of up to four lines in their versions, of more of the first three, without what the shop no longer sells. */
export function orderPictures({ productId, products }: OrderPayload): Picture[] {
  const several = products.length > 1 ? products : [{ ...products[0], id: productId }];
  const pictures = several.flatMap(
    ({ id, selectedVersion }) => linePicture(id, selectedVersion) ?? [],
  );
  return pictures.length > 4 ? pictures.slice(0, 3) : pictures;
}

function linePicture(id: string, version: OrderPayload['selectedVersion']): Picture | undefined {
  // Not the picture of the day of the order: its file may be gone.
  const product = findProduct(id);
  return product && versionPicture(product, version);
}

/** Returns 'Adult · 3.5 feet'; empty without a version, and without the size if the product is no longer sold. */
function versionAndSize(
  productId: string,
  chosen: Pick<OrderPayload, 'selectedVersion' | 'versionName'> | undefined,
): string {
  const product = findProduct(productId);
  const size = product && findVersion(product, chosen?.selectedVersion)?.size;
  return joinParts([chosen?.versionName, size]);
}

/**
 * Returns the rows that are not in the head of the summary, which has name, amount and status; chocolate, version and
 * coupon only for an order of one line, because `orderLines` and `orderSums` have those of several.
 */
export function orderRows(order: OrderPayload): Row[] {
  const isSeveral = order.products.length > 1;
  return given([
    ['Date', orderDate(order)],
    ['Order ID', orderNumber(order)],
    ['Quantity', String(order.quantity)],
    ['Chocolate', order.chocolate],
    ['Version', order.versionName && versionAndSize(order.productId, order)],
    ['Coupon', isSeveral ? undefined : couponText(order)],
  ]);
}

function couponText({ couponApplied, discountPercentage = 0 }: OrderPayload): string | undefined {
  return couponApplied && `${couponApplied} (${discountPercentage}% off)`;
}

/** Returns the lines of an order of several, with what all pieces of each cost before any coupon. */
export function orderLines({ products }: OrderPayload) {
  if (products.length < 2) return [];
  return products.map(({ id, name, versionName, selectedVersion, chocolate, quantity, price }) => ({
    name,
    choice: joinParts([versionName, chocolate, `Qty ${quantity}`]),
    amount: formatRupeesExact(rupees(price) * quantity),
    picture: linePicture(id, selectedVersion),
  }));
}

/** Returns the sums of an order: for several lines from the subtotal to what was paid, and the refunds of any order. */
export function orderSums(order: OrderPayload): Row[] {
  const refunds = refundRows(order);
  if (order.products.length < 2)
    return refunds.length > 0 ? [['Paid', orderAmount(order)], ...refunds] : [];
  const coupon = couponText(order);
  const saved = rupees(order.originalAmount) - rupees(order.discountedAmount);
  return given([
    ['Subtotal', formatRupeesExact(rupees(order.originalAmount))],
    [coupon ?? '', coupon && `−${formatRupeesExact(saved)}`],
    ['Paid', orderAmount(order)],
    ...refunds,
  ]);
}

/** Returns the recipient, the address, when it arrives and what goes with it. */
export function shippingRows(order: OrderPayload): Row[] {
  return given([
    ['Name', order.customerName],
    ['Address', order.address],
    ['Landmark', order.landmark],
    ['State', placeText(order)],
    ['Phone', phoneText(order)],
    ['Delivery', arrivalDays(order)],
    ['Needed by', order.neededBy && formatDate(order.neededBy)],
    ['Gift note', order.giftNote],
  ]);
}

/** Returns '+91 9876543210'; empty without a number. */
export function phoneText({ phoneNumber }: OrderPayload): string {
  return phoneNumber && `+91 ${phoneNumber}`;
}

function given(rows: readonly (readonly [string, string | undefined])[]): Row[] {
  return rows.filter((row): row is Row => Boolean(row[1]));
}

/** Formats the days on which the order arrives: '30 November-3 December'. A refunded order has none. */
function arrivalDays(order: OrderPayload): string | undefined {
  if (!isUnderWay(order)) return undefined;
  const { from, to } = datesFor(kindsIn(order), new Date(order.date), order.promisedBy);
  return formatDays(from, to);
}

/** Returns the steps of the order. A refunded order has none. */
export function progressSteps(order: OrderPayload, now: Date): readonly OrderStep[] {
  if (!isUnderWay(order)) return [];
  const orderedAt = new Date(order.date);
  const { promisedBy } = order;
  return orderSteps(kindsIn(order), { orderedAt, promisedBy, sentAt: sentTime(order), now });
}

function isUnderWay({ status, products }: OrderPayload): boolean {
  return status === 'Paid' && products.length > 0;
}

function kindsIn({ products }: OrderPayload) {
  return products.map(({ id }) => findProduct(id)?.kind ?? 'garland');
}

/** Formats the refunded amount of an order that is still paid in part: '₹250.00 refunded'. */
export function findPartRefund(order: OrderPayload): string | undefined {
  const refunded = sum(listRefunds(order));
  const isPart = order.status === 'Paid' && refunded > 0;
  return isPart ? `${formatRupeesExact(refunded)} refunded` : undefined;
}

/** Returns the refunds and what stays paid, to follow what was paid; empty without refunds. */
export function refundRows(order: OrderPayload): Row[] {
  const refunds = listRefunds(order);
  if (refunds.length === 0) return [];
  return [
    ...refunds.map(({ amount, at }): Row => [
      `Refunded on ${formatDate(at)}`,
      `−${formatRupeesExact(amount)}`,
    ]),
    ['You paid in the end', formatRupeesExact(rupees(order.amountPaid) - sum(refunds))],
  ];
}

/** Returns the refunds of an order in paise, oldest first. */
function listRefunds({ events = [] }: OrderPayload): { amount: Paise; at: string }[] {
  return events.flatMap((event) =>
    event.type === 'refunded' ? { amount: rupees(event.amount), at: event.at } : [],
  );
}

function sum(refunds: readonly { amount: Paise }[]): Paise {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}

/** Returns how the order was sent, as 'Sent on 26 November by DTDC', and how to track it; undefined until then. */
export function findShipment({ events = [] }: OrderPayload) {
  const sent = events.find(({ type }) => type === 'sent');
  if (sent?.type !== 'sent') return undefined;
  const { at, courier, trackingNumber, trackingUrl } = sent;
  return { text: `Sent on ${formatDayAt(at)} by ${courier}`, trackingNumber, trackingUrl };
}

const formatDayAt = (time: string) => formatDay(dayInIndia(new Date(time)));

/** Returns a link to a chat with the shop about the order. */
export function chatLinkAbout(order: OrderPayload): string {
  return chatLinkWith(`I have a question about my order ${orderNumber(order)}.`);
}

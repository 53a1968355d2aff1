// The payloads on the way to an order: payment order, verification and delivery. The server parses requests with these
// schemas, the browser responses. Each name is both a schema and its type.
import * as v from 'valibot';
import { versionKeys } from '../catalogue/product.ts';
import { plainCode } from '../forms/clean-text.ts';
import { DeliveryForm } from '../forms/delivery.ts';
import type { DeliveryDetails } from '../forms/delivery.ts';
import { idField } from '../forms/fields.ts';
import { toRupees } from '../money.ts';
import type { Paise } from '../money.ts';
import type { Quote, QuoteLine } from '../price.ts';

const NO_TOTAL = 'Please state the total in rupees';
const WHOLE_NUMBER = 'Please choose a whole number, 1 or more';
const NO_PRODUCT = 'Please name a product';
const NO_CHOCOLATE = 'Please choose a chocolate from the list';
const INVALID_COUPON = 'Invalid coupon code';
const NOT_AS_RETURNED = 'Please send what the payment window returned, as it is';

/** Not a limit of the shop: more than fit into a request of 64 KB. */
const MOST_ITEMS = 2_200;

/* @__NO_SIDE_EFFECTS__ */
const token = (longest: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest));

/** Ids are text in all code; old carts and links have numbers too. */
const productId = v.pipe(
  v.union([v.string(), v.number()], NO_PRODUCT),
  v.check((id) => typeof id === 'string' || (Number.isSafeInteger(id) && id >= 0), NO_PRODUCT),
  v.transform(String),
  idField(NO_PRODUCT),
);

const OrderItem = v.object(
  {
    productId,
    selectedVersion: v.exactOptional(v.picklist(versionKeys, 'Please choose Adult or Kids')),
    quantity: v.pipe(
      v.number(WHOLE_NUMBER),
      v.safeInteger(WHOLE_NUMBER),
      v.minValue(1, WHOLE_NUMBER),
    ),
    chocolate: v.exactOptional(v.pipe(v.string(NO_CHOCOLATE), v.maxLength(60, NO_CHOCOLATE))),
  },
  'Please name a product and a quantity for each item',
);

/** `POST /payments/orders`. The total is compared with the server's own price, never trusted. */
export const PaymentOrderRequest = v.object(
  {
    /** Rupees. */
    totalAmount: v.pipe(v.number(NO_TOTAL), v.finite(NO_TOTAL)),
    items: v.pipe(
      // The count is checked before the items: each invalid item costs work and an error.
      v.array(v.unknown(), 'Please select at least one product'),
      v.minLength(1, 'Please select at least one product'),
      v.maxLength(MOST_ITEMS, 'That is more items than one order can hold. Please contact us.'),
      v.array(OrderItem),
    ),
    couponCode: v.exactOptional(
      v.pipe(v.string(INVALID_COUPON), v.transform(plainCode), v.maxLength(40, INVALID_COUPON)),
    ),
    delivery: DeliveryForm,
  },
  'Please send totalAmount, items and delivery',
);
export type PaymentOrderRequest = v.InferOutput<typeof PaymentOrderRequest>;

/**
 * Of the specification are id, amount and currency; without the others the payment page uses its own
 * (checkout/payment-window.ts).
 */
export const PaymentOrderResponse = v.object({
  id: token(64),
  /** Paise. */
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.optional(token(3), 'INR'),
  /** The payment provider's public key. */
  key: v.optional(token(200)),
  /** The URL of the script that opens the payment window. */
  script: v.optional(token(500)),
  /** The business name that the window shows. */
  name: v.optional(token(200)),
});
export type PaymentOrderResponse = v.InferOutput<typeof PaymentOrderResponse>;

/** `POST /payments/verify`. Ignores the other fields of the specification: the stored attempt decides. */
export const VerifyRequest = v.object(
  {
    razorpay_order_id: idField(NOT_AS_RETURNED),
    razorpay_payment_id: idField(NOT_AS_RETURNED),
    razorpay_signature: idField(NOT_AS_RETURNED, 256),
  },
  NOT_AS_RETURNED,
);
export type VerifyRequest = v.InferOutput<typeof VerifyRequest>;

/** An order's id as the pages carry it in a URL; other servers send numbers too. */
const orderId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^[\w-]{1,64}$/),
);

/** The status alone means success: a server of the specification may send any body. */
export const VerifyResponse = v.fallback(v.object({ orderId: v.optional(orderId) }), {});
export type VerifyResponse = v.InferOutput<typeof VerifyResponse>;

/** `GET /payments/orders/{id}`: the status of a payment order. */
export const PaymentStatusResponse = v.variant('status', [
  v.object({ status: v.literal('pending') }),
  v.object({ status: v.literal('paid'), orderId: token(64) }),
  v.object({ status: v.literal('attention') }),
]);
export type PaymentStatusResponse = v.InferOutput<typeof PaymentStatusResponse>;

/** `GET /api/users/delivery`: the texts that the delivery form may fill in; those that are empty are absent. */
export const DeliveryResponse = v.object({
  customerName: v.optional(v.string()),
  phoneNumber: v.optional(v.string()),
  landmark: v.optional(v.string()),
  state: v.optional(v.string()),
  pincode: v.optional(v.string()),
  address: v.optional(v.string()),
});
export type DeliveryResponse = v.InferOutput<typeof DeliveryResponse>;

/** A request has 64 KB; the payment provider's fields need less than the rest of it. */
const MOST_BYTES = 60 * 1024;

/** What a page sends with the verification of a payment. Amounts in rupees. */
export type VerificationDetails = ReturnType<typeof verificationDetails>;

/**
 * Returns what a page sends about a purchase with the verification of its payment: the fields of the specification's
 * verification payload (section 3) besides the payment provider's. The shop's own server ignores them and uses the
 * attempt that it stored; another server of the specification records its order from them. Without `products` they fit
 * into a request whatever was ordered, because the order itself was one request and needs more room for each product
 * than its name.
 * @param paid the amount of the payment
 */
export function verificationDetails(quote: Quote, delivery: DeliveryDetails, paid: Paise) {
  const [first, ...others] = quote.lines;
  const { customerName, email, phoneNumber, address, landmark = '', state, pincode } = delivery;
  const chocolates = new Set(quote.lines.flatMap(({ chocolate }) => chocolate ?? []));
  const details = {
    productId: first?.productId ?? '',
    productName: quote.productName,
    quantity: quote.quantity,
    amountPaid: toRupees(paid),
    chocolate: [...chocolates].join(', '),
    customerName,
    email,
    phoneNumber,
    address,
    landmark,
    state,
    pincode,
    // Only an order of a single product has a version as a whole.
    ...(first && others.length === 0 && toVersion(first)),
    ...(quote.coupon && {
      couponApplied: quote.coupon.code,
      discountPercentage: quote.coupon.percent,
    }),
    originalAmount: toRupees(quote.total),
    discountedAmount: toRupees(quote.amount),
  };
  const products = quote.lines.map((line) => {
    const { name, productId: id, unit, quantity } = line;
    return { name, id, price: toRupees(unit), quantity, ...toVersion(line) };
  });
  const bytes = new TextEncoder().encode(JSON.stringify({ ...details, products })).length;
  return { ...details, ...(bytes <= MOST_BYTES && { products }) };
}

function toVersion({ selectedVersion, versionName }: QuoteLine) {
  return { ...(selectedVersion && { selectedVersion }), ...(versionName && { versionName }) };
}

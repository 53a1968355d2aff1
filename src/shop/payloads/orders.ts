// The payloads between the storefront and the server: the server parses requests with these schemas, the browser
// responses. Each name is both a schema and its type.
import * as v from 'valibot';
import { versionKeys } from '../catalogue/product.ts';
import { DeliveryForm } from '../forms/delivery.ts';
import { SignUpForm } from '../forms/sign-up.ts';

/* @__NO_SIDE_EFFECTS__ */
const token = (longest: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest));

const NOT_AS_RETURNED = 'Please send what the payment window returned, as it is';

/** Ids and signatures of the payment provider. */
/* @__NO_SIDE_EFFECTS__ */
const fromProvider = (longest: number) =>
  v.pipe(
    v.string(NOT_AS_RETURNED),
    v.maxLength(longest, NOT_AS_RETURNED),
    v.regex(/^[\w-]+$/, NOT_AS_RETURNED),
  );

const NO_TOTAL = 'Please state the total in rupees';
const WHOLE_NUMBER = 'Please choose a whole number, 1 or more';

const NO_PRODUCT = 'Please name a product';

/** Ids are text in all code; old carts and links have numbers too. */
const productId = v.pipe(
  v.union([v.string(), v.number()], NO_PRODUCT),
  v.check((id) => typeof id === 'string' || (Number.isSafeInteger(id) && id >= 0), NO_PRODUCT),
  v.transform(String),
  v.nonEmpty(NO_PRODUCT),
  v.maxLength(64, NO_PRODUCT),
);

const versionKey = v.picklist(versionKeys, 'Please choose Adult or Kids');

const NO_CHOCOLATE = 'Please choose a chocolate from the list';
const INVALID_COUPON = 'Invalid coupon code';

/** Not a limit of the shop: more than fit into a request of 64 KB. */
const MOST_ITEMS = 2_200;

const OrderItem = v.object(
  {
    productId,
    selectedVersion: v.exactOptional(versionKey),
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
    couponCode: v.exactOptional(v.pipe(v.string(INVALID_COUPON), v.maxLength(40, INVALID_COUPON))),
    delivery: DeliveryForm,
  },
  'Please send totalAmount, items and delivery',
);
export type PaymentOrderRequest = v.InferOutput<typeof PaymentOrderRequest>;

/** The response may be wrapped: `{data: {…}}`. */
export const PaymentOrderReply = v.pipe(
  v.unknown(),
  v.transform((reply) => (isWrapped(reply) ? reply.data : reply)),
  v.object({
    id: token(64),
    /** Paise. */
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    currency: v.optional(token(3), 'INR'),
    /** The payment provider's public key. */
    key: token(200),
    /** The URL of the script that opens the payment window. */
    script: token(500),
    /** The business name that the window shows. */
    name: token(200),
  }),
);
export type PaymentOrderReply = v.InferOutput<typeof PaymentOrderReply>;

function isWrapped(reply: unknown): reply is { data: unknown } {
  return typeof reply === 'object' && reply !== null && 'data' in reply;
}

/** `POST /payments/verify`. Ignores the other fields of the specification: the stored attempt decides. */
export const VerifyRequest = v.object(
  {
    razorpay_order_id: fromProvider(64),
    razorpay_payment_id: fromProvider(64),
    razorpay_signature: fromProvider(256),
  },
  NOT_AS_RETURNED,
);
export type VerifyRequest = v.InferOutput<typeof VerifyRequest>;

export const VerifyReply = v.object({ orderId: token(64) });
export type VerifyReply = v.InferOutput<typeof VerifyReply>;

/** `GET /payments/orders/{id}`: the status of a payment order. */
export const PaymentStatusReply = v.variant('status', [
  v.object({ status: v.literal('pending') }),
  v.object({ status: v.literal('paid'), orderId: token(64) }),
  v.object({ status: v.literal('attention') }),
]);
export type PaymentStatusReply = v.InferOutput<typeof PaymentStatusReply>;

/** `POST /api/users/register`: the sign-up form. */
export const RegisterRequest = SignUpForm;
export type RegisterRequest = v.InferOutput<typeof RegisterRequest>;

/** `GET /api/users/delivery`: the texts that the delivery form may fill in; those that are empty are absent. */
export const DeliveryReply = v.object({
  customerName: v.optional(v.string()),
  phoneNumber: v.optional(v.string()),
  landmark: v.optional(v.string()),
  state: v.optional(v.string()),
  pincode: v.optional(v.string()),
  address: v.optional(v.string()),
});
export type DeliveryReply = v.InferOutput<typeof DeliveryReply>;

const OrderedProduct = v.object({
  name: v.string(),
  id: v.string(),
  /** Rupees per piece. */
  price: v.number(),
  quantity: v.number(),
  selectedVersion: v.optional(versionKey),
  versionName: v.optional(v.string()),
  chocolate: v.optional(v.string()),
});

const at = v.pipe(v.string(), v.isoTimestamp());

/** What happened to an order after it was paid. */
const OrderEvent = v.variant('type', [
  v.object({
    type: v.literal('sent'),
    at,
    courier: v.string(),
    trackingNumber: v.optional(v.string()),
    trackingUrl: v.optional(v.pipe(v.string(), v.startsWith('https://'))),
  }),
  /** The amount in rupees. */
  v.object({ type: v.literal('refunded'), at, amount: v.number() }),
]);
export type OrderEvent = v.InferOutput<typeof OrderEvent>;

/** One order of `GET /orders/{email}`. Amounts in rupees. */
export const OrderOnWire = v.object({
  _id: v.string(),
  /** ISO 8601. */
  date: at,
  /** 'Refunded' when all of the money went back. */
  status: v.picklist(['Paid', 'Refunded']),
  email: v.string(),
  productId: v.string(),
  productName: v.string(),
  quantity: v.number(),
  amountPaid: v.number(),
  chocolate: v.optional(v.string()),
  selectedVersion: v.optional(versionKey),
  versionName: v.optional(v.string()),
  customerName: v.string(),
  address: v.string(),
  landmark: v.optional(v.string()),
  state: v.string(),
  pincode: v.string(),
  phoneNumber: v.string(),
  giftNote: v.optional(v.string()),
  /** ISO date. */
  neededBy: v.optional(v.string()),
  products: v.array(OrderedProduct),
  couponApplied: v.optional(v.string()),
  discountPercentage: v.optional(v.number()),
  originalAmount: v.number(),
  discountedAmount: v.number(),
  /** Oldest first; absent while there are none. */
  events: v.optional(v.array(OrderEvent)),
});
export type OrderOnWire = v.InferOutput<typeof OrderOnWire>;

/** How many orders `GET /orders/{email}` sends at most. */
export const ORDERS_PER_PAGE = 200;

/** The query of `GET /orders/{email}`. The id of an order requests those that were placed before it. */
export const OrdersQuery = v.object({
  before: v.exactOptional(v.pipe(v.string(), v.maxLength(64, 'There is no such order'))),
});

export type OrdersQuery = v.InferOutput<typeof OrdersQuery>;

export const OrdersReply = v.array(OrderOnWire);
export type OrdersReply = v.InferOutput<typeof OrdersReply>;

/** All errors (RFC 9457). A 409 about the price has the right one: `amount` in paise, `totalAmount` in rupees. */
export const Problem = v.looseObject({
  type: v.optional(v.string(), 'about:blank'),
  title: v.optional(v.string(), ''),
  status: v.number(),
  /** A sentence that a person can act on. */
  detail: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof Problem>;

export interface FieldError {
  /** Dotted path: 'items.0.quantity'; '' for the whole payload. */
  field: string;
  message: string;
}

/** More than the fields of any form. */
const MOST_FIELD_ERRORS = 30;

/** Returns the first message of each invalid field, for at most `MOST_FIELD_ERRORS` fields. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    if (errors.size === MOST_FIELD_ERRORS) break;
    const field = v.getDotPath(issue) ?? '';
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  return Array.from(errors, ([field, message]) => ({ field, message }));
}

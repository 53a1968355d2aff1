// The payload of a placed order. The browser loads it on demand. Each name is both a schema and its type.
import * as v from 'valibot';
import { versionKeys } from '../catalogue/product.ts';
import { idField } from '../forms/fields.ts';
import { LARGEST_AMOUNT, toRupees } from '../money.ts';

/** A version of the catalogue; of any other only its name is shown. */
const version = v.fallback(v.optional(v.picklist(versionKeys)), undefined);

/** Other servers send ids and digits as numbers too. */
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Other servers send numbers as text too. */
const number = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^-?\d+(?:\.\d+)?$/))]),
  v.transform(Number),
);

/** Rupees, rounded to a whole paisa: another server may multiply by a percentage, as in 1299 * 0.85. */
const amount = v.pipe(
  number,
  v.transform((sent) => Math.round(sent * 100)),
  v.maxValue(LARGEST_AMOUNT),
  v.minValue(-LARGEST_AMOUNT),
  v.transform(toRupees),
);

const OrderedProduct = v.object({
  name: v.string(),
  id: text,
  /** Rupees per piece. */
  price: amount,
  quantity: number,
  selectedVersion: version,
  versionName: v.optional(v.string()),
  chocolate: v.optional(v.string()),
});

const at = v.pipe(v.string(), v.isoTimestamp());

/** What happened to an order after it was paid. */
export const OrderEvent = v.variant('type', [
  v.object({
    type: v.literal('sent'),
    at,
    courier: v.string(),
    trackingNumber: v.optional(v.string()),
    trackingUrl: v.optional(v.pipe(v.string(), v.startsWith('https://'))),
  }),
  /** The amount in rupees. */
  v.object({ type: v.literal('refunded'), at, amount }),
]);
export type OrderEvent = v.InferOutput<typeof OrderEvent>;

/** What the page shows where it is there. */
const detail = v.fallback(text, '');

/** Any date that a server may write, or milliseconds since 1970, as ISO 8601. */
const date = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((written) => new Date(written)),
  v.date(),
  v.transform((written) => written.toISOString()),
);

/** The fields of the specification (section 3) are required, as far as each order has them; all others are not. */
const SentOrder = v.object({
  _id: text,
  date,
  /** 'Refunded' when all of the money went back. Any other status is that of a paid order. */
  status: v.fallback(v.picklist(['Paid', 'Refunded']), 'Paid'),
  email: v.optional(v.string(), ''),
  productId: text,
  productName: v.string(),
  quantity: number,
  amountPaid: amount,
  chocolate: v.optional(v.string()),
  selectedVersion: version,
  versionName: v.optional(v.string()),
  customerName: detail,
  address: detail,
  landmark: v.optional(text),
  state: detail,
  pincode: detail,
  phoneNumber: detail,
  giftNote: v.optional(v.string()),
  /** ISO date. */
  neededBy: v.optional(v.string()),
  /** ISO date: the day by which it is promised to be sent, if it is not the usual one. */
  promisedBy: v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined),
  products: v.fallback(v.optional(v.array(OrderedProduct)), undefined),
  couponApplied: v.optional(v.string()),
  discountPercentage: v.optional(number),
  originalAmount: v.optional(amount),
  discountedAmount: v.optional(amount),
  /** Oldest first; absent while there are none. */
  events: v.optional(validOnes(OrderEvent)),
});

/** One order of `GET /orders/{email}`. Amounts in rupees. */
export const OrderPayload = v.pipe(
  v.unknown(),
  v.transform(withoutNulls),
  SentOrder,
  v.transform((order) => ({
    ...order,
    products: order.products ?? [onlyProduct(order)],
    originalAmount: order.originalAmount ?? order.amountPaid,
    discountedAmount: order.discountedAmount ?? order.amountPaid,
  })),
);
export type OrderPayload = v.InferOutput<typeof OrderPayload>;

/** Returns a schema of a list that drops its invalid entries, so that one of them does not hide the others. */
function validOnes<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((sent) =>
      sent.flatMap((each): v.InferOutput<Schema>[] => {
        const parsed = v.safeParse(schema, each);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );
}

/** Some servers send null for what an order does not have. */
function withoutNulls(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

/** Returns the product of an order without a list of them: as one piece if its amount cannot be divided exactly. */
function onlyProduct(order: v.InferOutput<typeof SentOrder>): v.InferOutput<typeof OrderedProduct> {
  const { productName: name, productId: id, selectedVersion, versionName, chocolate } = order;
  const price = Math.round(order.amountPaid * 100) / order.quantity;
  const [quantity, each] = Number.isSafeInteger(price)
    ? [order.quantity, price / 100]
    : [1, order.amountPaid];
  return { name, id, price: each, quantity, selectedVersion, versionName, chocolate };
}

/** How many orders `GET /orders/{email}` sends at most: below 1 MB, because the catalogue limits the size of each. */
export const ORDERS_PER_PAGE = 100;

/** The query of `GET /orders/{email}`. The id of an order requests those that were placed before it. */
export const OrdersQuery = v.object({
  before: v.exactOptional(idField('There is no such order')),
});

export type OrdersQuery = v.InferOutput<typeof OrdersQuery>;

/** `GET /orders/{email}`. */
export const OrdersResponse = validOnes(OrderPayload);
export type OrdersResponse = v.InferOutput<typeof OrdersResponse>;

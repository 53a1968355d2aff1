// Prices what the catalogue sells: the quote of an order, and the lines of a cart. The browser shows the quote; the server
// computes its own and accepts no price from outside.
import type { CartItem } from './cart.ts';
import { findProduct } from './catalogue/catalogue.ts';
import {
  mayOrderChocolate,
  priceLine,
  versionOrFirst,
  versionPicture,
} from './catalogue/product.ts';
import type { Picture, Product, VersionKey } from './catalogue/product.ts';
import { findCoupon } from './coupon.ts';
import type { Coupon } from './coupon.ts';
import { formatRupees, LARGEST_AMOUNT, percentOf } from './money.ts';
import type { Paise } from './money.ts';

export interface LineRequest {
  productId: string;
  selectedVersion?: VersionKey;
  quantity: number;
  chocolate?: string;
}

export interface QuoteLine {
  productId: string;
  name: string;
  link: string;
  /** The picture of the version. */
  picture: Picture;
  selectedVersion?: VersionKey;
  versionName?: string;
  /** As requested, or the product's default; absent for a product without chocolate. */
  chocolate?: string;
  unit: Paise;
  originalUnit: Paise;
  quantity: number;
  total: Paise;
}

export interface Quote {
  lines: readonly QuoteLine[];
  /** The names of all lines: 'Dairy Milk Garland, Chocolate Crown'. */
  productName: string;
  /** The sum over all lines. */
  quantity: number;
  /** Before the coupon. */
  total: Paise;
  coupon?: Coupon;
  discount: Paise;
  /** The amount to pay: total minus discount. */
  amount: Paise;
}

type Refusal = { ok: false; field: string; message: string };
export type QuoteResult = { ok: true; quote: Quote } | Refusal;

const refuse = (field: string, message: string): Refusal => ({ ok: false, field, message });

const TOO_MANY = 'That is more than one order can hold. Please order fewer, or contact us.';

/**
 * Returns the price of an order, or a refusal with the invalid field ('items', 'items.0.quantity', 'couponCode')
 * and a message that a person can act on.
 */
export function quote(requests: readonly LineRequest[], couponCode?: string): QuoteResult {
  if (requests.length === 0) return refuse('items', 'Please select at least one product');
  const lines: QuoteLine[] = [];
  for (const [index, request] of requests.entries()) {
    const line = quoteLine(request, `items.${index}`);
    if ('ok' in line) return line;
    lines.push(line);
  }
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  if (total > LARGEST_AMOUNT) return refuse('items', TOO_MANY);

  const ids = lines.map((line) => line.productId);
  const coupon = couponCode === undefined ? undefined : findCoupon(couponCode, ids);
  if (couponCode !== undefined && !coupon) return refuse('couponCode', 'Invalid coupon code');
  const discount = coupon ? percentOf(total, coupon.percent) : 0;
  return {
    ok: true,
    quote: {
      lines,
      ...summarizeLines(lines),
      total,
      ...(coupon && { coupon }),
      discount,
      amount: total - discount,
    },
  };
}

/** Returns the names of all lines, and the sum of their quantities. */
export function summarizeLines(lines: readonly Pick<QuoteLine, 'name' | 'quantity'>[]) {
  return {
    productName: lines.map(({ name }) => name).join(', '),
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

function quoteLine(request: LineRequest, at: string): QuoteLine | Refusal {
  const { productId, selectedVersion, quantity } = request;
  const product = findProduct(productId);
  if (!product) {
    return refuse(`${at}.productId`, 'We no longer sell this product. Please remove it.');
  }
  const { version, unit, originalUnit, total } = priceLine(product, request);
  if (product.versions && !version) {
    const names = product.versions.map(({ name }) => name).join(' or ');
    return refuse(`${at}.selectedVersion`, `Please choose a version of ${product.name}: ${names}`);
  }
  if (!product.versions && selectedVersion !== undefined) {
    return refuse(
      `${at}.selectedVersion`,
      `${product.name} comes in one version only. Please add it again.`,
    );
  }
  const chocolate = request.chocolate ?? product.defaultChocolate;
  if (chocolate !== undefined && !mayOrderChocolate(product, chocolate)) {
    return refuse(
      `${at}.chocolate`,
      `We cannot take this chocolate for ${product.name}. Please choose one from the list, or contact us.`,
    );
  }
  if (!Number.isInteger(quantity) || quantity < 1) {
    return refuse(`${at}.quantity`, 'Please choose a whole number, 1 or more');
  }
  if (total > LARGEST_AMOUNT) return refuse(`${at}.quantity`, TOO_MANY);
  return {
    productId,
    name: product.name,
    link: product.link,
    picture: versionPicture(product, version?.key),
    ...(version && { selectedVersion: version.key, versionName: version.name }),
    ...(chocolate !== undefined && { chocolate }),
    unit,
    originalUnit,
    quantity,
    total,
  };
}

/** The payment provider's limits for one payment, unless it agreed on more. The shop itself has no maximum. */
const LEAST_PAYMENT: Paise = 1_00;
const LARGEST_PAYMENT: Paise = 5_00_000_00;

/** Returns a message if the payment provider does not accept this amount in one payment. */
export function checkPayable(amount: Paise): string | undefined {
  if (amount < LEAST_PAYMENT) {
    return `Our payment partner takes at least ${formatRupees(LEAST_PAYMENT)}. Please order more.`;
  }
  if (amount > LARGEST_PAYMENT) {
    return `Our payment partner takes at most ${formatRupees(LARGEST_PAYMENT)} in one payment. Please order fewer, or contact us.`;
  }
  return undefined;
}

/** A line that /cart shows. Its price comes from the catalogue, never from the stored cart. */
export interface CartLine {
  item: CartItem;
  /** Absent if the shop no longer sells it: the line then costs nothing and cannot be ordered. */
  product?: Product;
  /** The picture of the version; absent if the product is. */
  picture?: Picture;
  unit: Paise;
  originalUnit: Paise;
  total: Paise;
  versionName?: string;
}

/** Returns the lines of a cart at the catalogue's prices. */
export function cartLines(cart: readonly CartItem[]): CartLine[] {
  return cart.map((item) => {
    const product = findProduct(item.id);
    if (!product) return { item, unit: 0, originalUnit: 0, total: 0 };
    const { version, ...price } = priceLine(product, toLineRequest(item));
    const picture = versionPicture(product, version?.key);
    return { item, product, picture, ...price, ...(version && { versionName: version.name }) };
  });
}

/** Returns what the line costs less than its original price, in paise. */
export function lineSaving({ item, total, originalUnit }: CartLine): Paise {
  return Math.max(0, originalUnit * item.quantity - total);
}

/** Returns the sum of the lines, in paise. */
export function cartTotal(lines: readonly CartLine[]): Paise {
  return lines.reduce((sum, line) => sum + line.total, 0);
}

/**
 * Returns the request to quote this item. A version or chocolate that the product does not offer (any more) is
 * replaced by the product's default.
 */
export function toLineRequest(item: CartItem): LineRequest {
  const request: LineRequest = { productId: item.id, quantity: item.quantity };
  const product = findProduct(item.id);
  const version = product && versionOrFirst(product, item.selectedVersion);
  if (version) request.selectedVersion = version.key;
  if (product && item.chocolate !== undefined && mayOrderChocolate(product, item.chocolate)) {
    request.chocolate = item.chocolate;
  }
  return request;
}

// What a page sends about a purchase with the verification of its payment: the fields of the specification's
// verification payload (section 3) besides the payment provider's. The shop's own server ignores them and uses the
// attempt that it stored; another server of the specification records its order from them.
import type { DeliveryDetails } from '../forms/delivery.ts';
import { toRupees } from '../money.ts';
import type { Paise } from '../money.ts';
import type { Quote, QuoteLine } from '../price.ts';

/** Amounts in rupees. */
export interface VerificationDetails {
  /** The first product's. */
  productId: string;
  /** The names of all products: 'Dairy Milk Garland, Chocolate Crown'. */
  productName: string;
  /** The sum over all products. */
  quantity: number;
  amountPaid: number;
  /** Of all products, each once: 'Dairy Milk, KitKat'; '' without one. */
  chocolate: string;
  customerName: string;
  email: string;
  phoneNumber: string;
  address: string;
  /** '' without one. */
  landmark: string;
  state: string;
  pincode: string;
  /** Of a single product that has versions. */
  selectedVersion?: string;
  versionName?: string;
  /** Left out if the order is too long for one request. */
  products?: readonly VerifiedProduct[];
  couponApplied?: string;
  /** Percent. */
  discountPercentage?: number;
  /** Before the coupon. */
  originalAmount: number;
  discountedAmount: number;
}

interface VerifiedProduct {
  name: string;
  id: string;
  /** Rupees per piece. */
  price: number;
  quantity: number;
  selectedVersion?: string;
  versionName?: string;
}

/** A request has 64 KB; the payment provider's fields take less than the rest of it. */
const MOST_BYTES = 60 * 1024;

/**
 * Returns the details of a purchase. Without `products` they fit into a request whatever was ordered, because the
 * order itself was one request and takes more room for each product than its name.
 * @param paid the amount of the payment
 */
export function verificationDetails(
  quote: Quote,
  delivery: DeliveryDetails,
  paid: Paise,
): VerificationDetails {
  const [first, ...others] = quote.lines;
  const { customerName, email, phoneNumber, address, landmark = '', state, pincode } = delivery;
  const details = {
    productId: first?.productId ?? '',
    productName: quote.productName,
    quantity: quote.quantity,
    amountPaid: toRupees(paid),
    chocolate: chocolatesOf(quote.lines),
    customerName,
    email,
    phoneNumber,
    address,
    landmark,
    state,
    pincode,
    ...(first && others.length === 0 && versionOf(first)),
    ...(quote.coupon && {
      couponApplied: quote.coupon.code,
      discountPercentage: quote.coupon.percent,
    }),
    originalAmount: toRupees(quote.total),
    discountedAmount: toRupees(quote.amount),
  };
  const whole = { ...details, products: quote.lines.map(productOf) };
  return bytesOf(whole) > MOST_BYTES ? details : whole;
}

function productOf(line: QuoteLine): VerifiedProduct {
  const { name, productId: id, unit, quantity } = line;
  return { name, id, price: toRupees(unit), quantity, ...versionOf(line) };
}

function versionOf({ selectedVersion, versionName }: QuoteLine) {
  return { ...(selectedVersion && { selectedVersion }), ...(versionName && { versionName }) };
}

function chocolatesOf(lines: readonly QuoteLine[]): string {
  return [...new Set(lines.flatMap(({ chocolate }) => chocolate ?? []))].join(', ');
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

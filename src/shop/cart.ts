// The cart as the browser keeps it: a list of items in local storage. What is stored may be old, foreign
// or edited by hand, so prices and names of what is for sale always come from the catalogue.
import { cartEntries } from './cart-entries.ts';
import type { CartEntry } from './cart-entries.ts';
import { mayOrderChocolate } from './catalogue/chocolates.ts';
import { findProduct } from './catalogue/catalogue.ts';
import { type Product, type VersionKey, versionKeys } from './catalogue/product.ts';
import { type Paise, toRupees } from './money.ts';
import { discountPercent, findVersion, type LineRequest } from './price.ts';

/** The specification's own fields; prices in rupees. */
export interface CartItem {
  id: string;
  title: string;
  description: string;
  price: number;
  originalPrice: number;
  /** Name of a picture, as in the catalogue. */
  image: string;
  /** A path of the shop, or '' if what was stored is none. */
  link: string;
  category: string;
  quantity: number;
  type: string;
  /** Percent. */
  discount: number;
  selectedVersion?: VersionKey;
  versionName?: string;
  chocolate?: string;
  size?: string;
  color?: string;
}

// Read by hand, not by a schema: this runs on the first load of the pages that can least afford a library.
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Above 0 or 0: JSON knows a -0, which would not come back as itself. */
function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

function quantityOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : 1;
}

/** A path of the shop, never another site's address. */
function pathOf(value: unknown): string {
  const path = textOf(value) ?? '';
  return /^\/(?![/\\])/.test(path) ? path : '';
}

/** Reads a stored cart. Survives anything: entries that name no product are dropped, other faults mended. */
export function parseCart(stored: string | null): CartItem[] {
  return cartEntries(stored).map(readItem);
}

function readItem({ id, entry }: CartEntry): CartItem {
  const stored: Record<string, unknown> = { ...entry };
  const text = (name: string) => textOf(stored[name]);
  const version = text('selectedVersion');
  const [versionName, chocolate, size, color] = ['versionName', 'chocolate', 'size', 'color'].map(
    text,
  );
  return {
    id,
    title: text('title') ?? text('name') ?? '',
    description: text('description') ?? '',
    price: amountOf(stored['price']),
    originalPrice: amountOf(stored['originalPrice']),
    image: text('image') ?? '',
    link: pathOf(stored['link']),
    category: text('category') ?? '',
    quantity: quantityOf(stored['quantity']),
    type: text('type') ?? '',
    discount: amountOf(stored['discount']),
    ...((version === 'adult' || version === 'kids') && { selectedVersion: version }),
    ...(versionName !== undefined && { versionName }),
    ...(chocolate !== undefined && { chocolate }),
    ...(size !== undefined && { size }),
    ...(color !== undefined && { color }),
  };
}

/** Appends. Two of the same stay two lines, as specified. */
export function addToCart(cart: readonly CartItem[], item: CartItem): CartItem[] {
  return [...cart, item];
}

/** Removes every line with this id, whatever its version. */
export function removeFromCart(cart: readonly CartItem[], id: string): CartItem[] {
  return cart.filter((item) => item.id !== id);
}

export interface CartChoice {
  selectedVersion?: VersionKey;
  chocolate?: string;
  quantity?: number;
}

/** The item that 'Add to Cart' stores. Without a choice: adult where there are versions, the default where there is a list of chocolates, quantity 1. */
export function cartItemOf(product: Product, choice: CartChoice = {}): CartItem {
  const version = findVersion(product, choice.selectedVersion) ?? product.versions?.[0];
  const { price, originalPrice } = version ?? product;
  const chocolate = choice.chocolate ?? (product.chocolates && product.defaultChocolate);
  return {
    id: product.id,
    title: product.name,
    description: product.summary,
    price: toRupees(price),
    originalPrice: toRupees(originalPrice),
    image: product.pictures[0].name,
    link: product.link,
    category: product.category,
    quantity: choice.quantity ?? 1,
    type: product.kind,
    discount: discountPercent(price, originalPrice),
    ...(version && { selectedVersion: version.key, versionName: version.name }),
    ...(chocolate !== undefined && { chocolate }),
  };
}

export interface CartLine {
  item: CartItem;
  /** Absent: the shop does not sell it any more, the line costs nothing and cannot be ordered. */
  product?: Product;
  unit: Paise;
  originalUnit: Paise;
  total: Paise;
  versionName?: string;
}

/** The lines of a cart at the catalogue's prices. */
export function cartLines(cart: readonly CartItem[]): CartLine[] {
  return cart.map((item) => {
    const product = findProduct(item.id);
    if (!product) return { item, unit: 0, originalUnit: 0, total: 0 };
    const version = findVersion(product, lineRequestOf(item).selectedVersion);
    const { price: unit, originalPrice: originalUnit } = version ?? product;
    return {
      item,
      product,
      unit,
      originalUnit,
      total: unit * item.quantity,
      ...(version && { versionName: version.name }),
    };
  });
}

/** The sum of the lines, in paise. */
export function cartTotal(lines: readonly CartLine[]): Paise {
  return lines.reduce((sum, line) => sum + line.total, 0);
}

/**
 * What to ask a quote for. A choice that the product does not offer (any more) gives way to what its page
 * starts with, as `cartLines` shows it.
 */
export function lineRequestOf(item: CartItem): LineRequest {
  const request: LineRequest = { productId: item.id, quantity: item.quantity };
  const product = findProduct(item.id);
  if (product?.versions) request.selectedVersion = item.selectedVersion ?? 'adult';
  if (product && item.chocolate !== undefined && mayOrderChocolate(product, item.chocolate)) {
    request.chocolate = item.chocolate;
  }
  return request;
}

// Reads the cart that the browser stores: a list of items in local storage. It may be old, foreign or edited by
// hand, so the prices and names of products always come from the catalogue.
import { findVersion, isVersionKey, versionPicture, priceLine } from './catalogue/product.ts';
import type { Product, VersionKey } from './catalogue/product.ts';
import { toRupees } from './money.ts';

// Parsed without a schema: this runs on the first load of pages that cannot afford a library.
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Returns 0 for anything but a positive number. JSON.parse can return -0, which JSON.stringify writes as 0. */
function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

function quantityOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : 1;
}

/** Returns '' for anything but a path of the shop, such as another site's address. */
function pathOf(value: unknown): string {
  const path = textOf(value) ?? '';
  return /^\/(?![/\\])/.test(path) ? path : '';
}

/** Parses a stored cart. Never throws: drops entries without a product id and replaces other invalid fields. */
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
    ...(isVersionKey(version) && { selectedVersion: version }),
    ...(versionName !== undefined && { versionName }),
    ...(chocolate !== undefined && { chocolate }),
    ...(size !== undefined && { size }),
    ...(color !== undefined && { color }),
  };
}

/** Removes every line with this id, of all versions. */
export function removeFromCart(cart: readonly CartItem[], id: string): CartItem[] {
  return cart.filter((item) => item.id !== id);
}

// Finds the entries of a stored cart that are lines. Separate from cart.ts, because every page counts the lines and
// few read them.
export const CART_KEY = 'cart';

/** An entry with a product id. Its other fields are unchecked. */
interface CartEntry {
  id: string;
  entry: object;
}

function idOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the entries of a stored cart that have a product id, as text or number. Never throws. */
export function cartEntries(stored: string | null): CartEntry[] {
  let entries: unknown;
  try {
    entries = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { id: plain, _id: underscored }: { id?: unknown; _id?: unknown } = entry;
    const id = idOf(plain) || idOf(underscored);
    return id === '' ? [] : [{ id, entry }];
  });
}

// The item that 'Add to Cart' stores. Separate from cart.ts, because adding needs one product, not the catalogue.

/** The fields of the specification; prices in rupees. */
export interface CartItem {
  id: string;
  title: string;
  description: string;
  price: number;
  originalPrice: number;
  /** Name of a picture, as in the catalogue. */
  image: string;
  /** A path of the shop; '' if the stored value is not one. */
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

/** Appends an item. Equal items stay separate lines, as specified. */
export function addToCart<Entry>(cart: readonly Entry[], item: CartItem): (Entry | CartItem)[] {
  return [...cart, item];
}

export interface CartChoice {
  selectedVersion?: VersionKey;
  chocolate?: string;
  quantity?: number;
}

/**
 * Returns the item that 'Add to Cart' stores. Defaults: adult if the product has versions, the product's default if
 * it has a list of chocolates, quantity 1.
 */
export function toCartItem(product: Product, choice: CartChoice = {}): CartItem {
  const quantity = choice.quantity ?? 1;
  const offered = findVersion(product, choice.selectedVersion) ?? product.versions?.[0];
  const { version, unit, originalUnit, percent } = priceLine(product, {
    selectedVersion: offered?.key,
    quantity,
  });
  const chocolate = choice.chocolate ?? (product.chocolates && product.defaultChocolate);
  return {
    id: product.id,
    title: product.name,
    description: product.summary,
    price: toRupees(unit),
    originalPrice: toRupees(originalUnit),
    image: versionPicture(product, version?.key).name,
    link: product.link,
    category: product.category,
    quantity,
    type: product.kind,
    discount: percent,
    ...(version && { selectedVersion: version.key, versionName: version.name }),
    ...(chocolate !== undefined && { chocolate }),
  };
}

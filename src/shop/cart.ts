// The cart that a browser stores: a list of items in local storage, read and repaired. It may be old, foreign or edited
// by hand, so the prices and names of products always come from the catalogue. Every page counts the cart, so this file
// does not import the catalogue, and parses without a library.
import { isVersionKey, priceLine, versionOrFirst, versionPicture } from './catalogue/product.ts';
import type { Product, VersionKey } from './catalogue/product.ts';
import { toRupees } from './money.ts';

export const CART_KEY = 'cart';

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

export interface CartChoice {
  selectedVersion?: VersionKey;
  chocolate?: string;
  quantity?: number;
}

/**
 * Returns the item that 'Add to Cart' stores. Defaults: the first version if the product has versions, its default if it
 * has a list of chocolates, quantity 1.
 */
export function toCartItem(product: Product, choice: CartChoice = {}): CartItem {
  const quantity = choice.quantity ?? 1;
  const offered = versionOrFirst(product, choice.selectedVersion);
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

/** Appends an item. Equal items stay separate lines, as specified. */
export function addToCart<Entry>(cart: readonly Entry[], item: CartItem): (Entry | CartItem)[] {
  return [...cart, item];
}

/** Removes every line with this id, of all versions. */
export function removeFromCart(cart: readonly CartItem[], id: string): CartItem[] {
  return cart.filter((item) => item.id !== id);
}

/**
 * Returns the entries of a stored cart that have a product id, as text or number. Their other fields are unchecked. Never
 * throws.
 */
export function cartEntries(stored: string | null): { id: string; entry: object }[] {
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
    const id = toId(plain) || toId(underscored);
    return id === '' ? [] : [{ id, entry }];
  });
}

function toId(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Parses a stored cart. Never throws: drops entries without a product id and replaces other invalid fields. */
export function parseCart(stored: string | null): CartItem[] {
  return cartEntries(stored).map(parseItem);
}

function parseItem({ id, entry }: { id: string; entry: object }): CartItem {
  const stored: Record<string, unknown> = { ...entry };
  const text = (name: string) => {
    const value = stored[name];
    return typeof value === 'string' ? value : undefined;
  };
  const version = text('selectedVersion');
  const [versionName, chocolate, size, color] = ['versionName', 'chocolate', 'size', 'color'].map(
    text,
  );
  return {
    id,
    title: text('title') ?? text('name') ?? '',
    description: text('description') ?? '',
    price: toAmount(stored['price']),
    originalPrice: toAmount(stored['originalPrice']),
    image: text('image') ?? '',
    link: toPath(text('link')),
    category: text('category') ?? '',
    quantity: toQuantity(stored['quantity']),
    type: text('type') ?? '',
    discount: toAmount(stored['discount']),
    ...(isVersionKey(version) && { selectedVersion: version }),
    ...(versionName !== undefined && { versionName }),
    ...(chocolate !== undefined && { chocolate }),
    ...(size !== undefined && { size }),
    ...(color !== undefined && { color }),
  };
}

/** Returns 0 for anything but a positive number. JSON.parse can return -0, which JSON.stringify writes as 0. */
function toAmount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

function toQuantity(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : 1;
}

/** Returns '' for anything but a path of the shop, such as another site's address. */
function toPath(text = ''): string {
  return /^\/(?![/\\])/.test(text) ? text : '';
}

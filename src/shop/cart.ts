// Reads the cart that the browser stores: a list of items in local storage. It may be old, foreign or edited by
// hand, so the prices and names of products always come from the catalogue.
import { cartEntries } from './cart-entries.ts';
import type { CartEntry } from './cart-entries.ts';
import { mayOrderChocolate } from './catalogue/chocolates.ts';
import { findProduct } from './catalogue/catalogue.ts';
import { isVersionKey } from './catalogue/product.ts';
import type { CartItem } from './cart-item.ts';
import type { LineRequest } from './price.ts';

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

/**
 * Returns the request to quote this item. A version or chocolate that the product does not offer (any more) is
 * replaced by the product's default, as in cart-lines.ts.
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

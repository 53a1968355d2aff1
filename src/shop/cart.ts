// The cart as the browser keeps it: a list of items in local storage. What is stored may be old, foreign
// or edited by hand, so prices and names of what is for sale always come from the catalogue.
import { cartEntries } from './cart-entries.ts';
import type { CartEntry } from './cart-entries.ts';
import { mayOrderChocolate } from './catalogue/chocolates.ts';
import { findProduct } from './catalogue/catalogue.ts';
import type { CartItem } from './cart-item.ts';
import type { LineRequest } from './price.ts';

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

/** Removes every line with this id, whatever its version. */
export function removeFromCart(cart: readonly CartItem[], id: string): CartItem[] {
  return cart.filter((item) => item.id !== id);
}

/**
 * What to ask a quote for. A choice that the product does not offer (any more) gives way to what its page
 * starts with, as cart-lines.ts shows it.
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

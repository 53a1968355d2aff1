// What in a stored cart is a line at all. Apart from cart.ts, because every page counts the lines and few read them.
export const CART_KEY = 'cart';

/** An entry that names a product; all else in it may still be anything. */
export interface CartEntry {
  id: string;
  entry: object;
}

function idOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The entries of a stored cart that name a product, numbers as ids included. Survives anything. */
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

// Finds the entries of a stored cart that are lines. Separate from cart.ts, because every page counts the lines and
// few read them.
export const CART_KEY = 'cart';

/** An entry with a product id. Its other fields are unchecked. */
export interface CartEntry {
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

import { timingSafeEqual } from 'node:crypto';

/** Returns whether both are equal, in a time that does not depend on the bytes that differ; the length is public. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [left, right] = [bytesOf(given), bytesOf(expected)];
  // timingSafeEqual throws on unequal lengths.
  return left.length === right.length && timingSafeEqual(left, right);
}

function bytesOf(secret: string | Uint8Array): Uint8Array {
  return typeof secret === 'string' ? Buffer.from(secret) : secret;
}
